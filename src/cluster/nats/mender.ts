import { growing } from "./pause.js";

/** Mends something when asked to: not twice at once, after pauses that grow until it is told that all is well, and again when it failed. */
export class Mender {
  readonly #pause = growing(100, 2_000);
  #timer: NodeJS.Timeout | undefined;
  /** What was asked for since the last attempt began. */
  #due: "look" | "renewal" | undefined;
  #stopped = false;

  /**
   * @param work one attempt; @param renew not only when it is missing
   * @param mended called after each that succeeded
   */
  constructor(
    readonly work: (renew: boolean) => Promise<void>,
    readonly mended: () => void,
  ) {}

  ask(renew: boolean): void {
    if (this.#stopped) return;
    this.#note(renew);
    this.#timer ??= setTimeout(() => void this.#attempt(), this.#pause.next());
  }

  #note(renew: boolean): void {
    if (renew) this.#due = "renewal";
    else this.#due ??= "look";
  }

  wellAgain(): void {
    this.#pause.reset();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  async #attempt(): Promise<void> {
    const renew = this.#due === "renewal";
    this.#due = undefined;
    try {
      await this.work(renew);
      if (!this.#stopped) this.mended();
    } catch {
      this.#note(renew);
    }
    this.#timer = undefined;
    if (this.#due) this.ask(this.#due === "renewal");
  }
}
