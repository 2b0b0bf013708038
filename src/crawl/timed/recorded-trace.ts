import { grown } from "../../base/growing.js";
import { GOLDEN, murmurMix } from "../../base/mix.js";
import { showingTrace } from "../../trace/trace-face.js";
import type { UrlTrace } from "../../trace/url-trace.js";
import { murmur128 } from "../../url/fingerprint.js";
import type { CrawledUrls } from "./crawled-urls.js";

/** The most that there is to record. */
export interface RecordedSize {
  readonly requests: number;
  readonly pages: number;
}

/**
 * What the host splitter of one process logs: URLs numbered as they turn up.
 *
 * Room for all that may come is asked for at once, and taken up only as it is written. 4 bytes per request, 18 per
 * page, and 4 per URL of all copies of the web.
 */
export class RecordedTrace {
  readonly #urls: CrawledUrls;
  readonly #requests: Uint32Array;
  /** 1 + number of a URL; 0 for URLs that did not turn up. */
  readonly #numbers: Uint32Array;
  #met = new Uint32Array(1 << 12);
  #metCount = 0;
  #length = 0;
  #pages = 0;
  readonly #ends: Uint32Array;
  readonly #threads: Uint16Array;
  readonly #hosts: Uint32Array;
  readonly #times: Float64Array;

  constructor(urls: CrawledUrls, most: RecordedSize) {
    this.#urls = urls;
    this.#requests = new Uint32Array(most.requests);
    this.#numbers = new Uint32Array(urls.size);
    this.#ends = new Uint32Array(most.pages);
    this.#threads = new Uint16Array(most.pages);
    this.#hosts = new Uint32Array(most.pages);
    this.#times = new Float64Array(most.pages);
  }

  /** Requests so far. */
  get length(): number {
    return this.#length;
  }

  /**
   * Records the links of a page, in one burst.
   *
   * @returns URLs that turned up for the first time: those of `met` from here to its end
   */
  burst(page: number, own: number, thread: number, host: number, time: number): number {
    const { offsets, targets } = this.#urls.linked;
    const base = page - own;
    const end = offsets[own + 1];
    const numbers = this.#numbers;
    const requests = this.#requests;
    const before = this.#metCount;
    const met = (this.#met = grown(this.#met, before + end - offsets[own]));
    let count = before;
    let length = this.#length;
    for (let i = offsets[own]; i < end; i++) {
      const url = base + targets[i];
      let number = numbers[url];
      if (number === 0) {
        met[count++] = url;
        number = count;
        numbers[url] = number;
      }
      requests[length++] = number - 1;
    }
    this.#metCount = count;
    this.#length = length;
    const at = this.#pages++;
    this.#ends[at] = length;
    this.#threads[at] = thread;
    this.#hosts[at] = host;
    this.#times[at] = time;
    return before;
  }

  /** URLs in the order of their numbers; the first `metCount` entries. */
  get met(): Uint32Array {
    return this.#met;
  }

  get metCount(): number {
    return this.#metCount;
  }

  /** The trace, and the URL behind each of its numbers. */
  finish(name: string, process: number): { readonly trace: UrlTrace; readonly urlIds: Uint32Array } {
    const urlIds = this.#met.slice(0, this.#metCount);
    const pages = this.#pages;
    const trace = showingTrace<UrlTrace>({
      name,
      requests: cut(this.#requests, this.#length),
      urls: urlIds.length,
      fingerprints: fingerprintsOf(urlIds, this.#urls),
      hosts: urlIds.map((url) => this.#urls.hostOf(url)),
      hostKeys: this.#urls.hostKeys,
      pages: {
        ends: cut(this.#ends, pages),
        threads: cut(this.#threads, pages),
        hosts: cut(this.#hosts, pages),
        times: cut(this.#times, pages),
      },
      process,
      processes: this.#urls.processes,
    });
    return { trace, urlIds };
  }
}

/** All of it when it is full, else a copy of what was written, which leaves the rest behind. */
const cut = <A extends Uint32Array | Uint16Array | Float64Array>(array: A, length: number): A =>
  array.length === length ? array : (array.slice(0, length) as A);

/** 64 bits of each URL: those of its text, seeded by the copy; of its number where the web has no URLs. */
function fingerprintsOf(ids: Uint32Array, { linked }: CrawledUrls): Uint32Array {
  const found = new Uint32Array(2 * ids.length);
  const { size, urls } = linked;
  if (!urls) {
    for (let i = 0; i < ids.length; i++) {
      found[2 * i] = murmurMix(ids[i]);
      found[2 * i + 1] = murmurMix(~murmurMix(ids[i] + GOLDEN));
    }
    return found;
  }
  const { bytes, offsets } = urls;
  const words = new Uint32Array(4);
  for (let i = 0; i < ids.length; i++) {
    const copy = Math.floor(ids[i] / size);
    const own = ids[i] - copy * size;
    murmur128(bytes, offsets[own], offsets[own + 1], words, copy);
    found[2 * i] = words[1];
    found[2 * i + 1] = words[0];
  }
  return found;
}
