import { append } from "../base/grouped-by.js";
import type { Estate, HostsEstate, SentUrl, Tenancy } from "../fetch/neighbours.js";
import { partitioner } from "../url/partition.js";
import type { CrawlTable, Part } from "./table.js";

/**
 * The parts of the web that a process fetches. It goes by the table, a little late: what it holds changes when the
 * process is ready.
 */
export class Holdings implements Tenancy {
  readonly partOf: (url: string) => number;
  readonly #own: Uint8Array;
  /** By part: its tenure when it came last. */
  readonly #tenures: Float64Array;
  /** By part: how often its owners were lost, as far as that was followed here. */
  readonly #lost: Float64Array;

  /**
   * What the table says that a process held when it ended; parts that it is to hand over too, of which nothing is
   * fetched before.
   */
  constructor({ by, parts }: CrawlTable, name: string) {
    this.partOf = partitioner(parts.length, by);
    this.#own = Uint8Array.from(parts, ({ owner, phase }) => (owner === name && phase === "held" ? 1 : 0));
    this.#tenures = Float64Array.from(parts, ({ tenure }) => tenure);
    this.#lost = Float64Array.from(parts, ({ lost }) => lost);
  }

  get count(): number {
    return this.#own.reduce((sum, each) => sum + each, 0);
  }

  has(part: number): boolean {
    return this.#own[part] === 1;
  }

  isOwn(url: string): boolean {
    return this.has(this.partOf(url));
  }

  tenureOf(url: string): number {
    return this.#tenures[this.partOf(url)];
  }

  tenure(part: number): number {
    return this.#tenures[part];
  }

  lost(part: number): number {
    return this.#lost[part];
  }

  /** A part is coming: its URLs are kept under its new tenure, and not fetched yet. */
  expect(part: number, { tenure, lost }: Pick<Part, "tenure" | "lost">): void {
    this.#tenures[part] = tenure;
    this.#lost[part] = lost;
  }

  /**
   * A part has arrived, and is own until `lose`, even if it goes on at once: URLs that come to hand of parts that are
   * not own count as another process's, which is told of them, and as done here.
   */
  gain(part: number): void {
    this.#own[part] = 1;
  }

  lose(parts: readonly number[]): void {
    for (const part of parts) this.#own[part] = 0;
  }
}

/** An estate by parts, each of some parts with its own, if only an empty one. Of a host, by the URL of its root. */
export function dividedEstate(
  estate: Estate,
  parts: readonly number[],
  partOf: (url: string) => number,
): Map<number, Estate> {
  const { now, notBefore, scheduler, robots, sitemaps } = estate.hosts;
  const byUrl = ({ url }: SentUrl) => partOf(url);
  const byHost = ([host]: readonly [string, ...unknown[]]) => partOf(`http://${host}/`);
  const byOrigin = ([origin]: readonly [string, ...unknown[]]) => partOf(`${origin}/`);
  const waiting = grouped(estate.waiting, byUrl);
  const done = grouped(estate.done, byUrl);
  const hosts = grouped(scheduler.hosts, byHost);
  const dead = grouped(scheduler.dead, byHost);
  const known = grouped(scheduler.robots, byOrigin);
  const files = grouped(robots, byOrigin);
  const named = grouped(sitemaps, partOf);
  const hostsOf = (part: number): HostsEstate => ({
    now,
    notBefore,
    scheduler: { hosts: hosts(part), robots: known(part), dead: dead(part) },
    robots: files(part),
    sitemaps: named(part),
  });
  return new Map(parts.map((part) => [part, { waiting: waiting(part), done: done(part), hosts: hostsOf(part) }]));
}

function grouped<T>(list: readonly T[], partOf: (each: T) => number): (part: number) => readonly T[] {
  const groups = new Map<number, T[]>();
  for (const each of list) append(groups, partOf(each), each);
  return (part) => groups.get(part) ?? [];
}
