/** What was opened together, to be closed the last first: each once, whatever fails. Node 20 has no stack of the kind. */
export class Opened {
  readonly #open: { close(): unknown }[] = [];

  /** @returns what is given, which is closed with the rest from now on */
  with<T extends { close(): unknown }>(part: T): T {
    this.#open.push(part);
    return part;
  }

  /** @throws the first error, after the close of every part was tried */
  async close(): Promise<void> {
    const failures: unknown[] = [];
    for (let part = this.#open.pop(); part; part = this.#open.pop()) {
      try {
        await part.close();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  /** Opens more; where that fails, all is closed. @throws what `open` threw, whatever goes wrong in closing */
  async orClose<T>(open: () => Promise<T>): Promise<T> {
    try {
      return await open();
    } catch (error) {
      await this.close().catch(() => {}); // the first error is the one to tell
      throw error;
    }
  }
}
