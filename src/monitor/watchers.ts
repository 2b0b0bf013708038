import type { ServerResponse } from "node:http";

/** Most pages that may watch at once. */
const MOST = 16;

/**
 * Bytes that may wait for a page that reads slowly; what comes beyond is not sent: the next figures replace it anyway.
 */
const PENDING = 1_000_000;

/**
 * The pages that watch a crawl, each a stream of server-sent events.
 * <https://html.spec.whatwg.org/multipage/server-sent-events.html>
 */
export class Watchers {
  readonly #streams = new Set<ServerResponse>();

  get size(): number {
    return this.#streams.size;
  }

  /** Makes an answer a stream. @returns false: there are too many already, and nothing was written */
  add(response: ServerResponse): boolean {
    if (this.#streams.size >= MOST) return false;
    this.#streams.add(response);
    response.on("close", () => this.#streams.delete(response));
    response.writeHead(200, { "Content-Type": "text/event-stream; charset=utf-8" });
    response.write("retry: 1000\n\n");
    return true;
  }

  /** @param only one of them; default: all */
  tell(event: string, value: unknown, only?: ServerResponse): void {
    const text = `event: ${event}\ndata: ${JSON.stringify(value)}\n\n`;
    for (const stream of only ? [only] : this.#streams) if (stream.writableLength < PENDING) stream.write(text);
  }

  end(): void {
    this.tell("end", {});
    for (const stream of this.#streams) stream.end();
    this.#streams.clear();
  }
}
