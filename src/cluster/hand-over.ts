import type { Estate, HostsEstate, SentUrl, SharedCrawl } from "../fetch/neighbours.js";
import type { Engine } from "./engine.js";
import { packUrls, unpackUrls } from "./url-block.js";

/** URLs of a message at most. */
const BATCH = 1_000;

/** First byte of a message: what follows. */
const Kind = { waiting: 0, done: 1, hosts: 2, end: 3 } as const;

/** Queue by which what is known of a part goes from one owner to the next; each move has its own. */
const moveQueue = (part: number, tenure: number): string => `moves.${part}.${tenure}`;

/**
 * Sends what is known of a part to its next owner; durable when it resolves. May be sent again, wholly, by an owner that was killed:
 * whoever takes it in knows the URLs then.
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
  await Promise.all([
    ...batchesOf(done).map((batch) => put(Kind.done, packUrls(batch))),
    ...batchesOf(waiting).map((batch) => put(Kind.waiting, packUrls(batch))),
    ...hostBatches(hosts, engine.largest - 1).map((body) => put(Kind.hosts, body)),
  ]);
  await put(Kind.end, new Uint8Array());
}

/** Takes in what the former owner of a part sent; all of it is on disk when it resolves. Waits for the end of it. */
export async function takeEstate(
  engine: Engine,
  { part, tenure }: { readonly part: number; readonly tenure: number },
  crawl: SharedCrawl,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    let work = Promise.resolve();
    const ended = engine.take(
      moveQueue(part, tenure),
      (message) => {
        work = work.then(async () => {
          const isEnd = await takeIn(message.body, crawl);
          await message.done();
          if (isEnd) await (await ended)().then(resolve);
        });
        work.catch(reject);
      },
      { ahead: 1 }, // strictly one after the other: the end comes last
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
    throw new RangeError(
      `a hand-over holds messages of kind 0 to 3; found ${kind}: run the same version of crawlbench everywhere`,
    );
  return kind === Kind.end;
}

const batchesOf = (urls: readonly SentUrl[]): (readonly SentUrl[])[] =>
  Array.from({ length: Math.ceil(urls.length / BATCH) }, (_, i) => urls.slice(i * BATCH, (i + 1) * BATCH));

/** Hosts in messages that the engine takes: halves of what is too large. What alone is too large is a robots.txt, which is asked for again. */
function hostBatches(hosts: HostsEstate, largest: number): Buffer[] {
  const body = Buffer.from(JSON.stringify(hosts));
  if (body.length <= largest) return [body];
  const { now, scheduler, robots } = hosts;
  if (scheduler.hosts.length + scheduler.robots.length + scheduler.dead.length + robots.length <= 1) return [];
  const half = <T>(list: readonly T[], second: boolean) => {
    const middle = Math.ceil(list.length / 2);
    return second ? list.slice(middle) : list.slice(0, middle);
  };
  return [false, true].flatMap((second) =>
    hostBatches(
      {
        now,
        scheduler: {
          hosts: half(scheduler.hosts, second),
          robots: half(scheduler.robots, second),
          dead: half(scheduler.dead, second),
        },
        robots: half(robots, second),
      },
      largest,
    ),
  );
}
