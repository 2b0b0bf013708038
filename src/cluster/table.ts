import { problem } from "../base/error.js";
import type { PartitionKey } from "../url/partition.js";

const VERSION = 2;

/** One part of the web: who has it. */
export interface Part {
  /** Name of the process that has it, or that it is on its way to. */
  readonly owner: string;
  /** Process that it is to go to. */
  readonly next?: string;
  /** "arriving": it was given to the owner, who has not taken in all of it. */
  readonly phase: "held" | "arriving";
  /** While it is arriving: who sent it, and keeps all of it until it has arrived. */
  readonly from?: string;
  /** Who had it before: pages of it that they stored count as fetched. */
  readonly former?: readonly string[];
  /** How often it has changed hands, or was begun anew. */
  readonly tenure: number;
  /** How often its owner was given up with all that it knew: whoever met a link to it says so again. */
  readonly lost: number;
}

/** A process of the crawl, by what tells it from another of that name. */
export interface Member {
  /** Of the folder that its shard is in. */
  readonly id: string;
  /** Its folder is there, so that another of its name is somebody else. */
  readonly hasBegun?: true;
  /** It hands over what it has, and goes. */
  readonly isLeaving?: true;
}

/**
 * Who fetches what in a crawl that several processes share: the one thing that all of them agree on. It changes as a
 * whole, by compare-and-swap; the functions below state how it may. A part never changes hands behind its owner's back,
 * unless an operator says that the owner is lost: hosts are asked by one process at a time.
 */
export interface CrawlTable {
  readonly version: typeof VERSION;
  /** Tells the crawl from another of its name, before it or after it. */
  readonly id: string;
  /**
   * "done": nothing was left to be fetched. "short": nothing is left with those who work, and links of pages of others
   * were not sent again; see `owed`.
   */
  readonly state: "running" | "done" | "short";
  /** Goes up with every change: an engine that lost its disk may show an older table, or none. */
  readonly serial: number;
  readonly by: PartitionKey;
  readonly parts: readonly Part[];
  readonly members: Readonly<Record<string, Member>>;
  /** Names of processes that handed over all they had; their shards are parts of the crawl. */
  readonly left?: readonly string[];
  /** Of those that left: the ones whose links are to be sent again, as others lost what they had of them. */
  readonly owed?: readonly string[];
  /** By name of a process: the serial at which it came or went last. */
  readonly turns?: Readonly<Record<string, number>>;
  /** What all processes crawl by, as JSON holds it. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** A crawl that its first process begins: all parts are its own. */
export function newTable(
  process: { readonly name: string; readonly id: string },
  { id, by, partitions, settings }: Pick<CrawlTable, "id" | "by" | "settings"> & { readonly partitions: number },
): CrawlTable {
  const part: Part = { owner: process.name, phase: "held", tenure: 0, lost: 0 };
  const parts = Array.from({ length: partitions }, () => part);
  return {
    version: VERSION,
    id,
    state: "running",
    serial: 1,
    by,
    parts,
    members: { [process.name]: { id: process.id } },
    turns: { [process.name]: 1 },
    settings,
  };
}

/** Adds a process, which is due an equal share; one that was leaving goes on with that. */
export function joined(table: CrawlTable, { name, id }: { readonly name: string; readonly id: string }): CrawlTable {
  const members = { ...table.members, [name]: { ...table.members[name], id } };
  return balanced({ ...table, state: table.state === "short" ? "running" : table.state, members });
}

/** A process has its folder. The same table when that name is another's. */
export function begun(table: CrawlTable, { name, id }: { readonly name: string; readonly id: string }): CrawlTable {
  const member = table.members[name];
  if (member?.id !== id) return table;
  return { ...table, members: { ...table.members, [name]: { ...member, hasBegun: true } } };
}

/**
 * A process that never began is gone: what was sent to it goes to others as it is. The same table for one that has
 * begun, or is alone.
 */
export function withdrawn(table: CrawlTable, name: string): CrawlTable {
  const { [name]: member, ...members } = table.members;
  const others = Object.keys(members).filter((each) => !members[each].isLeaving);
  if (member === undefined || member.hasBegun || others.length === 0) return table;
  const parts = table.parts.map(({ next, ...part }): Part => {
    const kept = next === undefined || next === name ? part : { ...part, next };
    return part.owner === name ? { ...kept, owner: others[0] } : kept;
  });
  return balanced({ ...table, members, parts });
}

/** A process is to hand over all that it has. The same table when it is the only one. */
export function leaving(table: CrawlTable, name: string): CrawlTable {
  const { [name]: member, ...others } = table.members;
  if (member === undefined || Object.values(others).every(({ isLeaving }) => isLeaving)) return table;
  return balanced({ ...table, members: { ...table.members, [name]: { ...member, isLeaving: true } } });
}

/** Has a process parts of the web, is to have some, or keeps what it gave until that has arrived? */
export const hasParts = ({ parts }: CrawlTable, name: string): boolean =>
  parts.some(({ owner, next, from }) => [owner, next, from].includes(name));

/** A process that has nothing any more is gone. */
export function gone(table: CrawlTable, name: string): CrawlTable {
  if (hasParts(table, name)) return table;
  const { [name]: member, ...members } = table.members;
  if (member === undefined) return table;
  const owed = (table.owed ?? []).filter((each) => each !== name);
  return { ...table, members, left: [...(table.left ?? []).filter((each) => each !== name), name], owed };
}

/** Parts go to the process that they were meant for, who is to take in what is known of them. */
export const given = (table: CrawlTable, numbers: readonly number[]): CrawlTable =>
  changed(table, numbers, ({ next, owner, former = [], tenure, lost }) => ({
    owner: next ?? owner,
    phase: "arriving",
    from: owner,
    former: [...new Set([...former, owner])],
    tenure: tenure + 1,
    lost,
  }));

/** A process has taken in all that is known of parts. */
export const arrived = (table: CrawlTable, numbers: readonly number[]): CrawlTable =>
  changed(table, numbers, ({ from, ...part }) => ({ ...part, phase: "held" }));

/**
 * A process will not come back, and its disk is lost: others begin anew with its parts, and their owners with those that
 * it had before, as pages of these were on its disk. The same table when there is no other; where all others are leaving,
 * they stay. Parts that were on their way to it are lost too. A crawl that was done goes on. So for one that had left.
 */
export function lost(table: CrawlTable, name: string): CrawlTable {
  const { [name]: member, ...members } = table.members;
  const isKnown = member !== undefined || table.left?.includes(name);
  if (!isKnown || Object.keys(members).length === 0) return table;
  const left = table.left?.filter((each) => each !== name);
  const without: CrawlTable = { ...table, state: "running", members, ...(left && { left }) };
  return balanced(mended({ ...without, owed: awayFrom(without) }));
}

/** Gives parts that nobody has to processes that are there, and begins anew with those that lost processes had. */
function mended(table: CrawlTable): CrawlTable {
  const { left = [] } = table;
  const all = Object.values(table.members).every(({ isLeaving }) => isLeaving);
  const members = all ? staying(table.members) : table.members;
  const isThere = (name: string) => members[name] !== undefined;
  const heirs = Object.keys(members).filter((each) => !members[each].isLeaving);
  const counts = sharesOf({ ...table, members });
  const count = (name: string) => counts.get(name) ?? 0;
  const parts = table.parts.map((part): Part => {
    const { next, ...rest } = part;
    if (isThere(part.owner)) {
      if (part.former?.some((name) => !isThere(name) && !left.includes(name))) return begunAnew(part, part.owner);
      return next === undefined || isThere(next) ? part : rest;
    }
    const owner = heirs.reduce((least, each) => (count(each) < count(least) ? each : least));
    counts.set(owner, count(owner) + 1);
    const isKept = left.includes(part.owner) && part.from !== undefined && isThere(part.from);
    return isKept ? { ...rest, owner } : begunAnew(part, owner);
  });
  return { ...table, members, parts };
}

const staying = (members: CrawlTable["members"]): CrawlTable["members"] =>
  Object.fromEntries(Object.entries(members).map(([name, { isLeaving, ...member }]) => [name, member]));

/** Names of all processes that ever took part and were not given up. */
export const everyone = (table: CrawlTable): readonly string[] => [...Object.keys(table.members), ...awayFrom(table)];

/** Processes that left, and do not work: of a name that joined again, its shard is here. */
export const awayFrom = ({ members, left = [] }: CrawlTable): readonly string[] =>
  left.filter((name) => members[name] === undefined);

/** Nothing that was known of a part is left: everyone says again what links to it. */
const begunAnew = ({ tenure, lost }: Part, owner: string): Part => ({
  owner,
  phase: "held",
  tenure: tenure + 1,
  lost: lost + 1,
});

/** Everyone says again what links to whom, those that left included. */
export const sentAgain = (table: CrawlTable): CrawlTable => ({
  ...table,
  owed: awayFrom(table),
  parts: table.parts.map((part) => ({ ...part, lost: part.lost + 1 })),
});

/** Nothing is left to be done by those who work. */
export const done = (table: CrawlTable): CrawlTable => ({ ...table, state: owes(table).length > 0 ? "short" : "done" });

/** Processes that do not work, and are to send their links again before all is done. */
export const owes = ({ owed = [], members }: CrawlTable): readonly string[] =>
  owed.filter((name) => members[name] === undefined);

/** The table that follows on another: what came of a change, with its number, and who came or went by it. */
export function following(before: CrawlTable, after: CrawlTable): CrawlTable {
  const serial = before.serial + 1;
  const names = new Set([...Object.keys(before.members), ...Object.keys(after.members)]);
  const turned = [...names].filter((name) => before.members[name]?.id !== after.members[name]?.id);
  return { ...after, serial, turns: { ...before.turns, ...Object.fromEntries(turned.map((name) => [name, serial])) } };
}

/**
 * What two tables of a crawl tell together, after its engine lost one of them: of each part the one that changed hands
 * more often, since its owner knew of that before; of each process whether it came or went last. A part whose owner is
 * gone by that is somebody else's.
 *
 * @returns the newer one itself, where the other is a former state of it
 */
export function united(one: CrawlTable, other: CrawlTable): CrawlTable {
  if (one === other || (one.serial === other.serial && JSON.stringify(one) === JSON.stringify(other))) return one;
  const [newer, older] = one.serial >= other.serial ? [one, other] : [other, one];
  const parts = newer.parts.map((part, number) => unitedPart(part, older.parts[number]));
  const turn = ({ turns }: CrawlTable, name: string) => turns?.[name] ?? 0;
  const names = Object.keys({ ...newer.turns, ...older.turns });
  const sides = new Map(names.map((name) => [name, turn(older, name) > turn(newer, name) ? older : newer]));
  const isFormer =
    [...sides.values()].every((side) => side === newer) && parts.every((part, at) => part === newer.parts[at]);
  if (isFormer && one.serial !== other.serial) return newer;
  const listed = (of: (table: CrawlTable) => readonly string[] | undefined) =>
    names.filter((name) => of(sides.get(name) as CrawlTable)?.includes(name));
  const members = [...sides].flatMap(([name, side]) => (side.members[name] ? [[name, side.members[name]]] : []));
  return mended({
    ...newer,
    serial: newer.serial + 1,
    parts,
    members: members.length > 0 ? Object.fromEntries(members) : newer.members,
    left: listed(({ left }) => left),
    owed: listed(({ owed }) => owed),
    turns: Object.fromEntries([...sides].map(([name, side]) => [name, turn(side, name)])),
  });
}

function unitedPart(part: Part, former: Part): Part {
  const ageOf = ({ tenure, phase }: Part) => 2 * tenure + (phase === "held" ? 1 : 0);
  const kept = ageOf(former) > ageOf(part) ? former : part;
  return kept.lost >= former.lost && kept.lost >= part.lost
    ? kept
    : { ...kept, lost: Math.max(part.lost, former.lost) };
}

/** Parts by who has them, or will. */
export function sharesOf({ parts, members }: Pick<CrawlTable, "parts" | "members">): Map<string, number> {
  const counts = new Map(Object.keys(members).map((name) => [name, 0]));
  for (const { owner, next = owner } of parts) counts.set(next, (counts.get(next) ?? 0) + 1);
  return counts;
}

/** Gives every process that stays an equal number of parts, give or take one, by as few moves as that needs. */
function balanced(table: CrawlTable): CrawlTable {
  const staying = Object.keys(table.members).filter((name) => !table.members[name].isLeaving);
  const counts = sharesOf(table);
  const least = Math.floor(table.parts.length / staying.length);
  let larger = table.parts.length % staying.length;
  const due = new Map<string, number>();
  for (const name of staying.sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || (a < b ? -1 : 1)))
    due.set(name, least + (larger-- > 0 ? 1 : 0));
  const takers = staying.filter((name) => (counts.get(name) ?? 0) < (due.get(name) ?? 0));
  const parts = table.parts.map((part): Part => {
    const { next, ...rest } = part;
    const holder = next ?? part.owner;
    if ((counts.get(holder) ?? 0) <= (due.get(holder) ?? 0)) return part;
    const taker = takers.find((name) => (counts.get(name) ?? 0) < (due.get(name) ?? 0));
    if (taker === undefined) return part;
    counts.set(holder, (counts.get(holder) ?? 0) - 1);
    counts.set(taker, (counts.get(taker) ?? 0) + 1);
    return taker === part.owner ? rest : { ...rest, next: taker };
  });
  return { ...table, parts };
}

function changed(table: CrawlTable, numbers: readonly number[], change: (part: Part) => Part): CrawlTable {
  const chosen = new Set(numbers);
  return { ...table, parts: table.parts.map((part, number) => (chosen.has(number) ? change(part) : part)) };
}

/** @throws "version" for what is no table of this version */
export function readTable(bytes: Uint8Array): CrawlTable {
  const found = JSON.parse(Buffer.from(bytes).toString()) as Partial<CrawlTable>;
  if (found.version === VERSION && Array.isArray(found.parts) && typeof found.members === "object")
    return found as CrawlTable;
  throw problem.version`expected the table of a shared crawl, version ${VERSION}; found ${JSON.stringify(found).slice(0, 60)}: run the same version of crawlbench everywhere`;
}

export const tableBytes = (table: CrawlTable): Uint8Array => Buffer.from(JSON.stringify(table));
