import { parentPort, Worker } from "node:worker_threads";
import { dataOf, type ErrorData, errorFrom } from "../../base/error.js";

/** What a thread answers. */
type Answered<Answer> = { readonly answer: Answer; readonly error?: undefined } | { readonly error: ErrorData };

/** A thread that is asked one thing at a time. */
export class AskedThread<Question, Answer> {
  readonly #worker: Worker;
  #pending: { resolve(answer: Answer): void; reject(error: Error): void } | undefined;
  #failed: Error | undefined;

  /** @param file compiled, which calls `answerEach` @param workerData what it is started with */
  constructor(file: URL, workerData: unknown) {
    this.#worker = new Worker(file, { workerData, execArgv: [] }); // not `--input-type`, which a file does not take
    this.#worker.on("message", (answered: Answered<Answer>) => {
      if (answered.error === undefined) this.#pending?.resolve(answered.answer);
      else this.#pending?.reject(errorFrom(answered.error));
    });
    this.#worker.on("error", (error) => this.fail(error as Error));
  }

  /** @param handed buffers that go over to the thread @throws what it throws */
  ask(question: Question, handed: readonly ArrayBuffer[] = []): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#failed) return reject(this.#failed);
      this.#pending = { resolve, reject };
      this.#worker.postMessage(question, handed);
    });
  }

  /** What is asked, and whatever is asked from now on, rejects. */
  fail(error: Error): void {
    this.#failed = error;
    this.#pending?.reject(error);
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}

/** Within a thread: answers each question. */
export function answerEach<Question, Answer>(answer: (question: Question) => Promise<Answer>): void {
  parentPort?.on("message", async (question: Question) => {
    const answered = await answer(question).then(
      (found): Answered<Answer> => ({ answer: found }),
      (error): Answered<Answer> => ({ error: dataOf(error) }),
    );
    parentPort?.postMessage(answered);
  });
}
