import { crc32 } from "node:zlib";
import { type CrawlbenchError, problem } from "../../base/error.js";
import { ByteFeed } from "../../base/file/byte-feed.js";
import { type TraceAbout, type TracePart, unpackPart } from "./block.js";
import { type BlockHead, HEAD_BYTES, readHead } from "./block-head.js";

export const FORMAT = "crawlbench-trace";
export const VERSION = 1;

/**
 * Reads a trace file block by block. A file that was not closed, or ends within a block (its writer was killed, the
 * disk was full), gives what is whole, and says so in `notes`; damage that anything whole follows is an error.
 */
export class TraceFileReader {
  /** Known after the first part, or the end. */
  about: TraceAbout | undefined;
  /** Totals so far. */
  requests = 0;
  urls = 0;
  hosts = 0;
  /** Whole blocks, and bytes, so far. */
  blocks = 0;
  bytes = 0;
  /** What is wrong with the end of the file; empty where it was closed. */
  readonly notes: string[] = [];
  readonly #name: string;
  readonly #feed: ByteFeed;

  /** @param name for messages: the path */
  constructor(bytes: AsyncIterable<Uint8Array>, name: string) {
    this.#feed = new ByteFeed(bytes);
    this.#name = name;
  }

  /** @throws "not-a-trace", "damaged" with the number of the block */
  async *parts(): AsyncGenerator<TracePart> {
    let closed = false;
    try {
      for (;;) {
        const block = await this.#block();
        if (!block) break;
        closed = block.head.kind === "end";
        if (block.head.kind === "about") this.about = this.#aboutOf(block.bytes);
        else if (block.head.kind === "part") yield this.#part(block.head, block.bytes);
        this.blocks++;
        this.bytes += HEAD_BYTES + block.bytes.length;
      }
      if (!this.about) throw problem.damaged`${this.#name}: its first block is cut or damaged. Take it from a copy`;
      if (!closed || this.#feed.position > this.bytes) {
        const rest = this.#feed.position - this.bytes;
        const what = rest > 0 ? `block ${this.blocks} is cut short or damaged` : "it was not closed";
        this.notes.push(`${this.#name} is complete up to request ${this.requests}: ${what}, and nothing whole follows`);
      }
    } finally {
      await this.#feed.close();
    }
  }

  /** The next whole block; undefined at the end of what is whole. */
  async #block(): Promise<{ readonly head: BlockHead; readonly bytes: Uint8Array } | undefined> {
    const feed = this.#feed;
    if (!(await feed.need(HEAD_BYTES))) return this.#rest(undefined);
    const head = readHead(feed.view);
    if (!head || head.index !== this.blocks) return this.#rest(head);
    if (!(await feed.need(HEAD_BYTES + head.bytes))) return this.#rest(undefined);
    const bytes = feed.view.subarray(HEAD_BYTES, HEAD_BYTES + head.bytes);
    if (crc32(bytes) !== head.checksum) {
      feed.take(HEAD_BYTES);
      return this.#rest(undefined);
    }
    feed.take(HEAD_BYTES + head.bytes);
    return { head, bytes };
  }

  /** Goes to the end of the file. @throws "damaged" when a later block is whole */
  async #rest(head: BlockHead | undefined): Promise<undefined> {
    const feed = this.#feed;
    for (let later = head; ; feed.take(1), later = readHead(feed.view)) {
      if (later && later.index !== this.blocks)
        throw this.#damaged(
          later.index > this.blocks ? `block ${later.index} follows it` : `block ${later.index} stands there again`,
        );
      for (;;) {
        const at = feed.view.indexOf("CBTR", 1, "latin1");
        if (at > 0 && (await feed.need(at + HEAD_BYTES))) {
          feed.take(at - 1);
          break;
        }
        if (at < 0) feed.take(Math.max(0, feed.view.length - 4));
        if (await feed.more()) continue;
        feed.take(feed.view.length);
        return undefined;
      }
    }
  }

  #part(head: BlockHead, bytes: Uint8Array): TracePart {
    if (!this.about) throw this.#damaged("what the trace is of stands nowhere before it");
    const part = unpackPart(bytes, this.about.keeps, head, this);
    if (typeof part === "string") throw this.#damaged(part);
    this.requests += head.requests;
    this.urls += head.urls;
    this.hosts += head.hosts;
    if (head.total !== this.requests)
      throw this.#damaged(`it counts ${head.total} requests up to its end, they are ${this.requests}`);
    return part;
  }

  #aboutOf(bytes: Uint8Array): TraceAbout {
    const text = Buffer.from(bytes).toString();
    const found = JSON.parse(text) as Partial<TraceAbout> & { readonly format?: string; readonly version?: number };
    if (found.format === FORMAT && found.version === VERSION && found.keeps) return found as TraceAbout;
    throw problem.notATrace`${this.#name}: expected a trace file of version ${VERSION}, found ${text.slice(0, 80)}. Read it with the software that wrote it`;
  }

  #damaged(how: string): CrawlbenchError {
    return problem.damaged`${this.#name}: block ${this.blocks} is damaged, after request ${this.requests}: ${how}. Take the file from a copy`;
  }
}
