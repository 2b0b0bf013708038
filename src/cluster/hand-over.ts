import { got, problem } from "../base/error.js";
import type { Estate, HostsEstate, SentUrl, SharedCrawl } from "../fetch/neighbours.js";
import type { Engine } from "./engine.js";
import { packUrls, unpackUrls } from "./url-block.js";

/** URLs of a message at most. */
const BATCH = 1_000;

/** Milliseconds in which a message is on disk; what a process had when it was killed comes again so long after. */
const WITHIN = 10_000;

/** First byte of a message: what follows. */
const Kind = { waiting: 0, done: 1, hosts: 2, end: 3 } as const;

/** Queue by which what is known of a part goes from one owner to the next; each move has its own. */
const moveQueue = (part: number, tenure: number): string => `moves.${part}.${tenure}`;

/**
 * Sends what is known of a part to its next owner; durable when it resolves. May be sent again, wholly, by an owner
 * that was killed: whoever takes it in knows the URLs then.
 *
 * @param tenure of the next owner
 * @param run tells this run of the process from others
 */
export async function sendEstate(
  engine: Engine,
  { part, tenure, run }: { readonly part: number; readonly tenure: number; readonly run: string },
  { waiting, done, hosts }: Estate,
): Promise<void> {
  const queue = moveQueue(part, tenure);
  let messages = 0;
  const put = (kind: number, body: Uint8Array) =>
    engine.put(queue, Buffer.concat([Uint8Array.of(kind), body]), `${run}.${queue}.${messages++}`);
  const largest = engine.largest - 1;
  await Promise.all([
    ...urlBatches(done, largest).map((body) => put(Kind.done, body)),
    ...urlBatches(waiting, largest).map((body) => put(Kind.waiting, body)),
    ...hostBatches(hosts, largest).map((body) => put(Kind.hosts, body)),
  ]);
  await put(Kind.end, new Uint8Array());
}

/**
 * Takes in what the former owner of a part sent; all of it is on disk when it resolves. Waits for the end of it.
 *
 * @returns to be called once the table says that the part has arrived: until then the end stays in the queue, for a
 *   process that is killed in between and takes in the rest again
 */
export async function takeEstate(
  engine: Engine,
  { part, tenure }: { readonly part: number; readonly tenure: number },
  crawl: SharedCrawl,
): Promise<() => Promise<void>> {
  return new Promise((resolve, reject) => {
    let work = Promise.resolve();
    const ended = engine.take(
      moveQueue(part, tenure),
      (message) => {
        work = work.then(async () => {
          if (!(await takeIn(message.body, crawl))) return message.done();
          await (await ended)();
          resolve(() => message.done());
        });
        work.catch(reject);
      },
      { ahead: 1, within: WITHIN }, // strictly one after the other: the end comes last
    );
    ended.catch(reject);
  });
}

/** @returns was it the last message? */
async function takeIn(message: Uint8Array, crawl: SharedCrawl): Promise<boolean> {
  const [kind] = message;
  const body = message.subarray(1);
  if (kind === Kind.waiting || kind === Kind.done) await crawl.adopt(unpackUrls(body), kind === Kind.done);
  else if (kind === Kind.hosts) crawl.adoptHosts(JSON.parse(Buffer.from(body).toString()) as HostsEstate);
  else if (kind !== Kind.end)
    throw problem.option`a hand-over holds messages of kind 0 to 3; ${got(kind)}: run the same version of crawlbench everywhere`;
  return kind === Kind.end;
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

/** Hosts in messages that the engine takes. A robots.txt that alone is too large is left out, and asked for again. */
function hostBatches({ now, scheduler, robots }: HostsEstate, largest: number): Buffer[] {
  const bytesOf = (estate: HostsEstate) => Buffer.from(JSON.stringify(estate));
  const none: HostsEstate = { now, scheduler: { hosts: [], robots: [], dead: [] }, robots: [] };
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
  ]);
}

const merged = (none: HostsEstate, estates: readonly HostsEstate[]): HostsEstate => ({
  now: none.now,
  scheduler: {
    hosts: estates.flatMap(({ scheduler }) => scheduler.hosts),
    robots: estates.flatMap(({ scheduler }) => scheduler.robots),
    dead: estates.flatMap(({ scheduler }) => scheduler.dead),
  },
  robots: estates.flatMap(({ robots }) => robots),
});
