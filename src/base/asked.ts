import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parentPort, Worker } from "node:worker_threads";
import { dataOf, type ErrorData, errorFrom } from "./error.js";

/** What comes back. */
type Answered<Answer> = { readonly answer: Answer; readonly error?: undefined } | { readonly error: ErrorData };

/** Somebody elsewhere who is asked one thing at a time. */
abstract class Asked<Question, Answer> {
  #pending: { resolve(answer: Answer): void; reject(error: Error): void } | undefined;
  #failed: Error | undefined;

  protected abstract send(question: Question, handed: readonly ArrayBuffer[]): void;

  /** @param handed buffers that go over to a thread @throws what was thrown there */
  ask(question: Question, handed: readonly ArrayBuffer[] = []): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#failed) return reject(this.#failed);
      this.#pending = { resolve, reject };
      this.send(question, handed);
    });
  }

  protected hear(answered: Answered<Answer>): void {
    if (answered.error === undefined) this.#pending?.resolve(answered.answer);
    else this.#pending?.reject(errorFrom(answered.error));
  }

  /** What is asked, and whatever is asked from now on, rejects. */
  fail(error: Error): void {
    this.#failed = error;
    this.#pending?.reject(error);
  }
}

/** A thread that is asked one thing at a time. */
export class AskedThread<Question, Answer> extends Asked<Question, Answer> {
  readonly #worker: Worker;

  /** @param file compiled, which calls `answerEach` @param workerData what it is started with */
  constructor(file: URL, workerData: unknown) {
    super();
    this.#worker = new Worker(file, { workerData, execArgv: [] }); // not `--input-type`, which a file does not take
    this.#worker.on("message", (answered) => this.hear(answered));
    this.#worker.on("error", (error) => this.fail(error as Error));
  }

  protected send(question: Question, handed: readonly ArrayBuffer[]): void {
    this.#worker.postMessage(question, handed);
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}

/**
 * A process that is asked one thing at a time. It ends with this one, and gives memory back when it is freed: glibc would
 * keep that of arrays below 32 MB in pieces of 64 MB for each thread, four times what is in use after some hundred
 * experiments.
 */
export class AskedProcess<Question, Answer> extends Asked<Question, Answer> {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;

  /** @param file compiled, which calls `answerInProcess` @param died error for one that ended by itself, told how */
  constructor(file: URL, died: (how: string) => Error) {
    super();
    this.#child = fork(fileURLToPath(file), {
      execArgv: [],
      serialization: "advanced",
      stdio: ["ignore", 2, 2, "ipc"], // the output of this one is the user's
      env: { ...process.env, MALLOC_MMAP_THRESHOLD_: "1048576", MALLOC_TRIM_THRESHOLD_: "1048576" },
    });
    this.#child.on("message", (answered) => this.hear(answered as Answered<Answer>));
    this.#ended = new Promise((resolve) => {
      this.#child.on("error", (error) => resolve(this.fail(error)));
      this.#child.once("exit", (code, signal) => resolve(this.fail(died(signal ?? `exit code ${code}`))));
    });
  }

  protected send(question: Question): void {
    this.#child.send(question as object);
  }

  /** Asks it to break off what it does: its answer is then an error. */
  stop(): void {
    this.#child.kill("SIGTERM");
  }

  async end(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#ended;
  }
}

/** In a thread that is asked: answers each question. */
export function answerEach<Question, Answer>(answer: (question: Question) => Promise<Answer>): void {
  parentPort?.on("message", async (question: Question) => parentPort?.postMessage(await answered(answer(question))));
}

/** In a process that is asked: answers each question. @param answer is told by the signal when it should break off */
export function answerInProcess<Question, Answer>(
  answer: (question: Question, signal: AbortSignal) => Promise<Answer>,
): void {
  const stopping = new AbortController();
  for (const each of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(each, () => stopping.abort());
  process.on("disconnect", () => process.exit()); // who asks is gone
  process.on("message", async (question) => {
    process.send?.(await answered(answer(question as Question, stopping.signal)));
  });
}

const answered = <Answer>(answer: Promise<Answer>): Promise<Answered<Answer>> =>
  answer.then(
    (found) => ({ answer: found }),
    (error) => ({ error: dataOf(error) }),
  );
