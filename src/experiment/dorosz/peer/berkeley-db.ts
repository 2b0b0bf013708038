import { problem } from "../../../base/error.js";
import { makeFolder } from "../../../base/file/durable.js";
import type { CheckResult, Size, Taken, UrlDatabaseEngine, UrlRecord, UrlStore } from "../../../urldb/engine.js";
import { madeWith, recrawlDelay, type Settings } from "../../../urldb/settings.js";
import type { UrlBatch } from "../../../urldb/url-batch.js";
import { bytesOf, floatsOf, newUrlColumns, takenIn, urlColumns, wordsOf } from "./berkeley-db/columns.js";
import { findPython, Peer } from "./berkeley-db/peer.js";

/** A store that tells how long its database took, without the pipe to it. */
export interface BerkeleyDbStore extends UrlStore {
  /**
   * Microseconds that all calls so far spent between beginning and commit of their transactions, in Python, as the
   * paper timed them.
   */
  microseconds(): number;
}

interface BerkeleyDbEngine extends UrlDatabaseEngine {
  open(path: string, settings: Settings): Promise<BerkeleyDbStore>;
}

/** The model is in calls.py; here stays what only this process can do: h(K), dn(K), r(K). */
class PeerStore implements BerkeleyDbStore {
  readonly #settings: Settings;
  readonly #peer: Peer;
  #microseconds = 0;

  constructor(settings: Settings, peer: Peer) {
    this.#settings = settings;
    this.#peer = peer;
  }

  async open(): Promise<this> {
    const { confirmTimeout, depthLimit, asPrinted, order, byHash, durability } = this.#settings;
    const rank = order.slice(0, -1).join(" ");
    const sync = durability === "sync";
    const told = { confirmTimeout, depthLimit, asPrinted, rank, byHash, sync, madeWith: madeWith(this.#settings) };
    await this.#call("o", [Buffer.from(JSON.stringify(told))]);
    return this;
  }

  async add(batch: UrlBatch): Promise<Uint8Array> {
    return Uint8Array.from(await this.#call("a", newUrlColumns(batch, this.#settings)));
  }

  async take(count: number, now: number): Promise<Taken[]> {
    return takenIn(await this.#call("t", [bytesOf(Float64Array.of(count, now))]));
  }

  async confirm(batch: UrlBatch, now: number): Promise<Uint8Array> {
    return Uint8Array.from(await this.#call("c", [bytesOf(Float64Array.of(now)), ...urlColumns(batch)]));
  }

  async tick(now: number): Promise<CheckResult> {
    const asks = this.#settings.recrawlAfter ? 1 : 0;
    const request = [bytesOf(Float64Array.of(now)), bytesOf(Uint32Array.of(asks))];
    const delays = (question: Buffer) =>
      bytesOf(Float64Array.from(takenIn(question), (page) => recrawlDelay(this.#settings, page)));
    const [returned, rescheduled, finished] = wordsOf(await this.#call("k", request, delays));
    return { returned, rescheduled, finished };
  }

  async get(url: Uint8Array): Promise<UrlRecord | undefined> {
    const [depth, priority, visited] = wordsOf(await this.#call("g", [url]));
    return depth === undefined ? undefined : { depth, priority, visited: visited !== 0 };
  }

  async outstanding(): Promise<Taken[]> {
    return takenIn(await this.#call("p", []));
  }

  async size(): Promise<Size> {
    const [urls, waiting, checks] = floatsOf(await this.#call("s", []));
    return { urls, waiting, checks };
  }

  close(): Promise<void> {
    return this.#peer.close();
  }

  microseconds(): number {
    return this.#microseconds;
  }

  async #call(letter: string, body: Uint8Array[], answer?: (question: Buffer) => Uint8Array): Promise<Buffer> {
    const reply = await this.#peer.request(letter, body, answer);
    this.#microseconds += floatsOf(reply.subarray(0, 8))[0];
    return reply.subarray(8);
  }
}

const MISSING =
  "Berkeley DB is reached through Python, and none was found that has it: install Debian's python3-bsddb3, or `pip install " +
  "berkeleydb`, and name that Python in the environment variable CRAWLBENCH_PYTHON";

/**
 * Berkeley DB through Python, as the paper measured it: U a hash table, Q and Q_c B-trees (sections 1.2 and 2), each K
 * in full in all three, a cache of 256 MB. Here a call is a transaction, as the paper does not say. A process of its
 * own holds the environment, so that each call crosses a pipe; `microseconds` tells the time without it.
 */
export const berkeleyDb: BerkeleyDbEngine = {
  name: "Berkeley DB",
  source: "Dorosz, sections 2 and 3: Python's bsddb3",
  durable: true,
  missing: async () => ((await findPython()) ? undefined : MISSING),
  async open(path, settings) {
    const python = await findPython();
    if (!python) throw problem.unavailable`${MISSING}`;
    makeFolder(path);
    const peer = new Peer(python, path);
    try {
      return await new PeerStore(settings, peer).open();
    } catch (error) {
      await peer.close().catch(() => {});
      throw error;
    }
  },
};
