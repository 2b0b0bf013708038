import type { NewCapture } from "../../../src/archive/capture.js";
import type { ImportTarget } from "../../../src/archive/import/import-archive.js";

/** A writer that keeps what it is given. */
export class MemoryWriter implements ImportTarget {
  readonly added: NewCapture[] = [];
  readonly files: string[] = [];
  readonly urls: ImportTarget["urls"] = {
    size: 0,
    intern: () => 0,
    idOf: () => -1,
    at: () => "",
  };

  get captures(): number {
    return this.added.length;
  }

  add(capture: NewCapture): number {
    return this.added.push(capture) - 1;
  }

  addFile(path: string): number {
    return this.files.push(path) - 1;
  }

  async commit(): Promise<void> {}
  async finish(): Promise<void> {}
  async close(): Promise<void> {}

  /** The captures of a URL. */
  of(url: string): NewCapture[] {
    return this.added.filter(({ exchange }) => exchange.url === url);
  }
}
