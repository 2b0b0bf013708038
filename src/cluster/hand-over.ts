import { randomBytes } from "node:crypto";
import { got, problem } from "../base/error.js";
import type { SmallFiles } from "../base/file/small-files.js";
import type { Clock } from "../fetch/clock.js";
import type { Estate, HostsEstate, SentUrl, SharedCrawl } from "../fetch/neighbours.js";
import type { Engine } from "./engine.js";
import { again } from "./quiet.js";
import { Ranges } from "./ranges.js";
import type { ReceivedAccount } from "./received-account.js";
import type { SentRows } from "./sent-account.js";
import { packUrls, unpackUrls } from "./url-block.js";

/** URLs of a message at most. */
const BATCH = 1_000;

/** Milliseconds in which a message is on disk; what a process had when it was killed comes again so long after. */
const WITHIN = 10_000;

/** First byte of a message: what follows. */
const Kind = { waiting: 0, done: 1, hosts: 2, end: 3, account: 4 } as const;

/**
 * Bytes of a message before what it holds: its kind, which attempt to send the estate it is of, and its number in 4
 * bytes; of the last message, how many came before.
 */
const ATTEMPT = 6;
const HEAD = 1 + ATTEMPT + 4;

/** Milliseconds after which the sender is asked for messages that do not come. */
const PATIENCE = 2_000;

/** A part of the web on its way to its next owner. */
export interface Move {
  readonly part: number;
  /** Of the next owner. */
  readonly tenure: number;
}

/** Queue by which what is known of a part goes from one owner to the next; each move has its own. */
const moveQueue = ({ part, tenure }: Move): string => `moves.${part}.${tenure}`;

const FILE = /^estate-(\d+)-(\d+)$/;
const fileOf = ({ part, tenure }: Move): string => `estate-${part}-${tenure}`;

/** What it gave away and keeps, since that has not arrived. */
export const movesIn = (files: SmallFiles): Move[] =>
  files.names().flatMap((name) => {
    const [, part, tenure] = FILE.exec(name) ?? [];
    return part === undefined ? [] : [{ part: Number(part), tenure: Number(tenure) }];
  });

/** The part has arrived. */
export const forgetEstate = (files: SmallFiles, move: Move): Promise<void> => files.delete(fileOf(move));

/**
 * Sends what is known of a part to its next owner, and keeps it in a file until that has it. Both are durable when it
 * resolves. May be sent again, wholly, by an owner that was killed: whoever takes it in knows the URLs then.
 *
 * @param account of messages that were received for the part
 */
export async function sendEstate(
  { engine, files }: { readonly engine: Engine; readonly files: SmallFiles },
  move: Move,
  { waiting, done, hosts }: Estate,
  account: SentRows,
): Promise<void> {
  const largest = engine.largest - HEAD;
  const attempt = randomBytes(ATTEMPT);
  const listed = (kind: number, bodies: readonly Uint8Array[]) => bodies.map((body) => ({ kind, body }));
  const messages = [
    ...listed(Kind.done, urlBatches(done, largest)),
    ...listed(Kind.waiting, urlBatches(waiting, largest)),
    ...listed(Kind.hosts, hostBatches(hosts, largest)),
    ...listed(Kind.account, accountBatches(account)),
  ].map(({ kind, body }, number) => packed(kind, attempt, number, body));
  messages.push(packed(Kind.end, attempt, messages.length));
  const sizes = messages.flatMap((message) => [u32(message.length), message]);
  await files.replace(fileOf(move), Buffer.concat(sizes));
  await sendKept(engine, files, move);
}

/** Sends what was kept of a move again. @returns whether anything was */
export async function sendKept(engine: Engine, files: SmallFiles, move: Move): Promise<boolean> {
  const kept = files.read(fileOf(move));
  if (kept === undefined) return false;
  const bytes = Buffer.from(kept);
  const queue = moveQueue(move);
  const ids = randomBytes(6).toString("hex");
  const puts: Promise<void>[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + 4 + bytes.readUInt32LE(at);
    puts.push(engine.put(queue, bytes.subarray(at + 4, end), `${ids}.${queue}.${puts.length}`));
    at = end;
  }
  await Promise.all(puts);
  return true;
}

export interface Taker {
  readonly engine: Engine;
  readonly clock: Clock;
  readonly crawl: SharedCrawl;
  readonly account: ReceivedAccount;
  /** Asks whoever sent it to do so again. */
  readonly ask: (move: Move) => void;
  /** Is the part still on its way here? */
  readonly isComing: (move: Move) => boolean;
}

/**
 * Takes in what the former owner of a part sent. Waits until every message is there: one that the engine lost is asked
 * for again, and so are all after a kill, as long as the table does not say that the part has arrived. Hosts' delays,
 * robots.txt files and sitemaps are on disk with the crawl's next checkpoint.
 *
 * @returns whether all of it is there; if not, the part is no longer on its way here
 */
export function takeEstate(taker: Taker, move: Move): Promise<boolean> {
  const { engine, clock, isComing, ask } = taker;
  const arrival = new Arrival(taker);
  return new Promise((resolve, reject) => {
    let work = Promise.resolve();
    let heard = 0;
    let over: (() => void) | undefined;
    const finish = async () => {
      over?.();
      await (await ended)();
      resolve(arrival.isWhole);
    };
    const ended = engine.take(
      moveQueue(move),
      (message) => {
        heard++;
        work = work.then(async () => {
          await arrival.take(message.body);
          await message.done();
          if (arrival.isWhole) await finish();
        });
        work.catch(reject);
      },
      { ahead: 1, within: WITHIN }, // strictly one after the other
    );
    ended.catch(reject);
    const look = async () => {
      const before = heard;
      if (arrival.isWhole || !isComing(move)) return finish();
      if (engine.connected && (await engine.pending(moveQueue(move))) === 0 && heard === before) ask(move);
    };
    over = again(clock, PATIENCE, () => look().catch(reject));
  });
}

/** What has come of an estate: all messages of one attempt to send it are enough. */
class Arrival {
  readonly #taker: Pick<Taker, "crawl" | "account">;
  /** By attempt: numbers that came, and how many there are. */
  readonly #seen = new Map<string, Ranges>();
  readonly #counts = new Map<string, number>();

  constructor(taker: Pick<Taker, "crawl" | "account">) {
    this.#taker = taker;
  }

  get isWhole(): boolean {
    const isWhole = ([attempt, count]: [string, number]) => count === 0 || this.#seenOf(attempt).has(0, count - 1);
    return [...this.#counts].some(isWhole);
  }

  async take(message: Uint8Array): Promise<void> {
    const { crawl, account } = this.#taker;
    const bytes = Buffer.from(message.buffer, message.byteOffset, message.byteLength);
    const [kind] = bytes;
    const attempt = bytes.toString("hex", 1, 1 + ATTEMPT);
    const number = bytes.readUInt32LE(1 + ATTEMPT);
    const body = bytes.subarray(HEAD);
    if (kind === Kind.end) {
      this.#counts.set(attempt, number);
      return;
    }
    if (this.#seenOf(attempt).has(number)) return;
    if (kind === Kind.hosts) crawl.adoptHosts(hostsOf(body));
    else if (kind === Kind.account) await account.note(JSON.parse(body.toString()) as SentRows);
    else if (kind === Kind.waiting || kind === Kind.done) await crawl.adopt(unpackUrls(body), kind === Kind.done);
    else
      throw problem.option`a hand-over holds messages of kind 0 to 4; ${got(kind)}: run the same version of crawlbench everywhere`;
    this.#seenOf(attempt).add(number);
  }

  #seenOf(attempt: string): Ranges {
    const seen = this.#seen.get(attempt) ?? new Ranges();
    this.#seen.set(attempt, seen);
    return seen;
  }
}

const u32 = (number: number): Uint8Array => new Uint8Array(Uint32Array.of(number).buffer);

function packed(kind: number, attempt: Uint8Array, number: number, body: Uint8Array = new Uint8Array()): Uint8Array {
  return Buffer.concat([Uint8Array.of(kind), attempt, u32(number), body]);
}

/** Rows of an account in messages. */
function accountBatches(account: SentRows): Uint8Array[] {
  const most = 10_000;
  return Array.from({ length: Math.ceil(account.length / most) }, (_, i) =>
    Buffer.from(JSON.stringify(account.slice(i * most, (i + 1) * most))),
  );
}

/** URLs in messages that the engine takes: halves of what is too large. */
function urlBatches(urls: readonly SentUrl[], largest: number): Uint8Array[] {
  const halves = (batch: readonly SentUrl[]): Uint8Array[] => {
    const body = packUrls(batch);
    if (body.length <= largest) return [body];
    const middle = batch.length >> 1;
    return middle === 0 ? [body] : [...halves(batch.slice(0, middle)), ...halves(batch.slice(middle))];
  };
  return Array.from({ length: Math.ceil(urls.length / BATCH) }, (_, i) =>
    urls.slice(i * BATCH, (i + 1) * BATCH),
  ).flatMap(halves);
}

/** What a version before 0.2.0 gave away has no sitemaps. */
const hostsOf = (body: Uint8Array): HostsEstate => ({ sitemaps: [], ...JSON.parse(Buffer.from(body).toString()) });

/** Hosts in messages that the engine takes. A robots.txt that alone is too large is left out, and asked for again. */
function hostBatches({ now, notBefore, scheduler, robots, sitemaps }: HostsEstate, largest: number): Buffer[] {
  const bytesOf = (estate: HostsEstate) => Buffer.from(JSON.stringify(estate));
  const rows = { hosts: [], robots: [], dead: [] };
  const none: HostsEstate = { now, notBefore, scheduler: rows, robots: [], sitemaps: [] };
  const left = new Set(
    robots.filter((row) => bytesOf({ ...none, robots: [row] }).length > largest).map(([origin]) => origin),
  );
  const isSent = ([origin]: readonly [string, ...unknown[]]) => !left.has(origin);
  const halves = (estates: readonly HostsEstate[]): Buffer[] => {
    const body = bytesOf(merged(none, estates));
    const middle = estates.length >> 1;
    return body.length <= largest || middle === 0
      ? [body]
      : [...halves(estates.slice(0, middle)), ...halves(estates.slice(middle))];
  };
  return halves([
    ...scheduler.hosts.map((row) => ({ ...none, scheduler: { ...none.scheduler, hosts: [row] } })),
    ...scheduler.robots.filter(isSent).map((row) => ({ ...none, scheduler: { ...none.scheduler, robots: [row] } })),
    ...scheduler.dead.map((row) => ({ ...none, scheduler: { ...none.scheduler, dead: [row] } })),
    ...robots.filter(isSent).map((row) => ({ ...none, robots: [row] })),
    ...sitemaps.map((url) => ({ ...none, sitemaps: [url] })),
  ]);
}

const merged = (none: HostsEstate, estates: readonly HostsEstate[]): HostsEstate => ({
  now: none.now,
  notBefore: none.notBefore,
  scheduler: {
    hosts: estates.flatMap(({ scheduler }) => scheduler.hosts),
    robots: estates.flatMap(({ scheduler }) => scheduler.robots),
    dead: estates.flatMap(({ scheduler }) => scheduler.dead),
  },
  robots: estates.flatMap(({ robots }) => robots),
  sitemaps: estates.flatMap(({ sitemaps }) => sitemaps),
});
