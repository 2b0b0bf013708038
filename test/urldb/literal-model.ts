import { Confirmation, Fate, type Taken, type UrlStore } from "../../src/urldb/engine.js";
import { type Settings, textOf } from "../../src/urldb/settings.js";
import type { UrlBatch } from "../../src/urldb/url-batch.js";

/**
 * The paper's structures taken at their word: U a table, Q and Q_c lists sorted by text keys that are concatenations of
 * padded parts. It knows nothing of equal keys, so that h(K) must tell its URLs apart.
 */
export class Literal implements UrlStore {
  readonly #U = new Map<string, { G: number; V: boolean; p: number; number: number }>();
  readonly #Q = new SortedKeys();
  readonly #Qc = new SortedKeys();
  /** K in Q_c since it was selected; not those that wait for a re-crawl. */
  readonly #selected = new Set<string>();
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  async add(batch: UrlBatch) {
    return Uint8Array.from({ length: batch.size }, (_, i) => {
      const K = text(batch.at(i));
      if (this.#U.has(K)) return Fate.known;
      const from = batch.from?.[i];
      const referrer = from === undefined ? undefined : this.#U.get(text(from));
      const G = from !== undefined && referrer && dn(K) === dn(text(from)) ? referrer.G + 1 : 1;
      if (G > this.#settings.depthLimit) return Fate.tooDeep;
      this.#U.set(K, { G, V: false, p: batch.priorities?.[i] ?? 0, number: this.#U.size });
      this.#Q.insert(this.#B(K), K);
      return Fate.added;
    });
  }

  async take(count: number, now: number) {
    const taken: Taken[] = [];
    while (taken.length < count) {
      const first = this.#Q.first(); // 1
      if (!first) break;
      const [B, K] = first;
      this.#Q.delete(B); // 2
      const T = now + this.#settings.confirmTimeout;
      this.#Qc.insert(pad(T, 15) + this.#h(K), K); // 3, 4
      this.#selected.add(K);
      taken.push(this.#taken(K, T));
    }
    return taken;
  }

  async confirm(batch: UrlBatch, now: number) {
    return Uint8Array.from({ length: batch.size }, (_, i) => {
      const K = text(batch.at(i));
      const record = this.#U.get(K);
      if (!record) return Confirmation.unknown;
      const mended = !this.#settings.asPrinted;
      const awaitsRecrawl = !this.#selected.has(K) && this.#Qc.values().includes(K);
      if (record.V || (mended && awaitsRecrawl)) return Confirmation.already;
      record.V = true;
      if (mended && this.#Q.values().includes(K)) {
        this.#Q.delete(this.#B(K));
        this.#Qc.insert(pad(now, 15) + this.#h(K), K);
        this.#selected.add(K);
      }
      return Confirmation.confirmed;
    });
  }

  async tick(now: number) {
    const result = { returned: 0, rescheduled: 0, finished: 0 };
    for (;;) {
      const first = this.#Qc.first(); // 1
      if (!first) return result;
      const [Bc, K] = first;
      const T = Number(Bc.slice(0, 15)); // 2
      if (T > now) return result; // 3
      this.#Qc.delete(Bc); // 4
      this.#selected.delete(K);
      const record = this.#U.get(K)!;
      if (!record.V) {
        // 5
        this.#Q.insert(this.#B(K), K); // 6
        result.returned++;
        continue; // 7
      }
      const r =
        this.#settings.recrawlAfter?.(textOf(bytesOf(K)), { bytes: bytesOf(K), depth: record.G, priority: record.p }) ??
        0;
      if (!(r > 0 && r < 2 ** 47)) {
        // 8
        result.finished++;
        continue;
      }
      record.V = false; // 9
      this.#Qc.insert(pad(now + Math.ceil(r), 15) + this.#h(K), K); // 10, 11
      result.rescheduled++;
    }
  }

  async get(url: Uint8Array) {
    const record = this.#U.get(text(url));
    return record && { depth: record.G, priority: record.p, visited: record.V };
  }

  async outstanding() {
    return this.#Qc
      .entries()
      .filter(([, K]) => this.#selected.has(K) && !this.#U.get(K)!.V)
      .map(([Bc, K]) => [Bc.slice(0, 15) + this.#B(K), K, Number(Bc.slice(0, 15))] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, K, T]) => this.#taken(K, T));
  }

  async size() {
    return { urls: this.#U.size, waiting: this.#Q.values().length, checks: this.#Qc.values().length };
  }

  async close() {}

  #B(K: string): string {
    const { G, p, number } = this.#U.get(K)!;
    const parts = { depth: pad(G, 5), priority: pad(p, 10), hash: this.#h(K), added: pad(number, 10) };
    return this.#settings.order.map((part) => parts[part]).join("");
  }

  #h(K: string): string {
    const out = new Uint32Array(2);
    this.#settings.hash(bytesOf(K), 0, K.length, out);
    return [...out].map((word) => word.toString(16).padStart(8, "0")).join("");
  }

  #taken(K: string, deadline: number): Taken {
    const { G, p } = this.#U.get(K)!;
    return { url: textOf(bytesOf(K)), bytes: bytesOf(K), depth: G, priority: p, deadline };
  }
}

class SortedKeys {
  #entries: (readonly [string, string])[] = [];
  entries = () => this.#entries;
  values = () => this.#entries.map(([, value]) => value);
  first = () => this.#entries.at(0);
  insert(key: string, value: string): void {
    if (this.#entries.some(([other]) => other === key)) throw new Error(`two URLs have the key ${key}`);
    this.#entries = [...this.#entries, [key, value] as const].sort(([a], [b]) => (a < b ? -1 : 1));
  }
  delete(key: string): void {
    const before = this.#entries.length;
    this.#entries = this.#entries.filter(([other]) => other !== key);
    if (this.#entries.length !== before - 1) throw new Error(`no entry has the key ${key}`);
  }
}

const pad = (value: number, width: number) => String(value).padStart(width, "0");
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");
const bytesOf = (K: string) => Buffer.from(K, "latin1");
const dn = (K: string) => (URL.canParse(K) ? new URL(K).hostname : "");
