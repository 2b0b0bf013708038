import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, rmdirSync } from "node:fs";
import { hostname } from "node:os";
import { basename, dirname, join as joinPath, resolve } from "node:path";
import { readManifest } from "../archive/manifest.js";
import { lockSnapshot } from "../archive/write-snapshot.js";
import { got, option, problem } from "../base/error.js";
import { filesIn, type SmallFiles } from "../base/file/small-files.js";
import { checkOptions } from "../base/method.js";
import { version } from "../base/version.js";
import { systemClock } from "../fetch/clock.js";
import { Crawl } from "../fetch/crawl.js";
import type { CrawlOptions } from "../fetch/crawl-options.js";
import { checkShared, crawlSettings } from "../fetch/crawl-settings.js";
import { crawlStateIn, seedsOf } from "../fetch/saved-state.js";
import { keepsHosts, PARTITION_KEYS, type PartitionKey } from "../url/partition.js";
import { type Agreed, agreedOf, checkAgreed, readSeeds, type SeedPlace, withAgreed, writeSeeds } from "./agreed.js";
import type { Engine } from "./engine.js";
import { type Move, movesIn } from "./hand-over.js";
import { Member, type MemberState, TABLE_FILE } from "./member.js";
import { blockForAll } from "./orders.js";
import { MISSED_TOPIC, SharedTable, toResume } from "./shared-table.js";
import { type CrawlTable, given, joined, newTable, readTable, withdrawn } from "./table.js";

/** How a process takes part in a crawl. */
export interface JoinOptions {
  /** Name of the crawl at its engine; default: that of the folder, or "crawl". */
  readonly crawl?: string;
  /** Name of this process in it; default: that of the machine and of the folder. Kept in the folder. */
  readonly name?: string;
  /** Of whoever begins the crawl: what decides where a URL belongs; default "host". */
  readonly by?: PartitionKey;
  /** ... and into how many parts the web falls, which processes share; default 64. As many processes can take part. */
  readonly partitions?: number;
  /** Told that nobody has begun the crawl yet: it is waited for. */
  readonly onWaiting?: () => void;
}

export const DEFAULT_CRAWL = "crawl";

/** A crawl that this process shares with others. */
export interface JoinedCrawl<C = Crawl> {
  readonly crawl: C;
  readonly member: Member;
  readonly name: string;
  readonly table: SharedTable;
}

/** What an earlier run of a process left. */
interface Saved extends MemberState {
  /** Start pages. */
  readonly seeds: readonly string[];
}

/** Where a process keeps its share of a crawl. */
export interface ShareDisk<C> {
  readonly saved: Saved | undefined;
  readonly files: SmallFiles;
  open(options: CrawlOptions): Promise<C>;
}

/** Milliseconds between two looks for a crawl that nobody has begun yet. */
export const LOOK_EVERY = 500;

/**
 * Looks in vain before a process begins the crawl. An engine that has just lost its disks knows of no crawl either: those
 * who work connect to it again within 350 ms, hear that the crawl is missed, and put it back.
 */
const LOOKS = 3;

/**
 * Takes part in a crawl, or begins it. The engine is the caller's, to be closed when the crawl has run.
 *
 * @param options what the crawl was begun with need not be said again
 * @throws "option" for options that make no sense, or that are not those of the crawl; another code when the folder
 *   cannot be used
 */
export async function joinCrawl(engine: Engine, options: CrawlOptions, join: JoinOptions = {}): Promise<JoinedCrawl> {
  const { out } = options;
  const files = filesIn(joinPath(out, "state", "shared"));
  const open = (each: CrawlOptions) => Crawl.open(each);
  return keeping(out, () => takePart(engine, options, join, { saved: savedIn(out), files, open }));
}

/** Keeps others from a folder while it joins. One that was made for that, and has stayed empty, is gone afterwards. */
async function keeping<T>(out: string, work: () => Promise<T>): Promise<T> {
  const made = missingTo(resolve(out));
  let unlock = () => {};
  try {
    unlock = lockSnapshot(out, "lock.joining");
    lockSnapshot(out)(); // whoever has joined has it open
    return await work();
  } finally {
    unlock();
    removeEmpty(made);
  }
}

/** The folders that there are not yet, the innermost first. */
const missingTo = (folder: string): string[] => (existsSync(folder) ? [] : [folder, ...missingTo(dirname(folder))]);

function removeEmpty(folders: readonly string[]): void {
  try {
    for (const folder of folders) rmdirSync(folder);
  } catch {} // something is in it, or it never came to be
}

/** As `joinCrawl`, whatever keeps the share. */
export async function takePart<C>(
  engine: Engine,
  options: CrawlOptions,
  join: JoinOptions,
  { saved, files, open }: ShareDisk<C>,
): Promise<JoinedCrawl<C>> {
  checkOptions("a crawl that is joined", join, {
    crawl: undefined,
    name: undefined,
    partitions: undefined,
    onWaiting: undefined,
    by: PARTITION_KEYS,
  });
  const { clock = systemClock(), out } = options;
  const { crawl = saved?.crawl ?? DEFAULT_CRAWL } = join;
  checkCrawlName(crawl, saved, out);
  const process = { name: nameOf(join, saved, out), id: saved?.id ?? randomUUID() };
  const asked = agreedOf(options);
  const found = () => findCrawl(engine, files, saved);
  let shared = await found();
  let isFirst = false;
  for (let looks = 1; shared === undefined; looks++) {
    const hasSeeds = options.seeds !== undefined && options.seeds.length > 0;
    if (looks === 1 && !hasSeeds) join.onWaiting?.();
    if (looks <= LOOKS || !hasSeeds) await new Promise<void>((waited) => clock.after(LOOK_EVERY, waited));
    else {
      await begin(engine, process, join, options, asked);
      isFirst = true;
    }
    shared = await found();
    if (!options.signal?.aborted) continue;
    await shared?.table.close();
    if (shared ? isFirst && isAlone(shared.table.value, process) : hasSeeds) await engine.drop();
    throw hasSeeds
      ? problem.stopped`stopped before it took part in the crawl ${crawl}: nothing was fetched`
      : notBegun(crawl);
  }
  const { table, seeds } = shared;
  let isNew = false;
  try {
    const { members, settings, state, id } = table.value;
    checkMayEnter(table.value, { crawl, process, join, saved, out, engine });
    const agreed = { ...settings, seeds };
    table.beforeMending = mendingWith(engine, seeds);
    checkAgreed(asked, agreed, crawl);
    isNew = members[process.name] === undefined;
    if (state !== "done") await blockForAll(engine, options.block ?? []);
    if (state !== "done")
      await table.change((each) => givenBefore(joined(each, process), process.name, movesIn(files)));
    const member = new Member({
      engine,
      clock,
      table,
      files,
      run: randomBytes(6).toString("hex"),
      isNew: saved === undefined,
      state: { crawlId: id, crawl, ...process, sent: saved?.sent ?? [] },
    });
    const opened = await open({ ...withAgreed(options, agreed), clock, neighbours: member });
    return { crawl: opened, member, name: process.name, table };
  } catch (error) {
    if (isNew) await table.change((each) => withdrawn(each, process.name));
    await table.close();
    if (isFirst && isAlone(table.value, process)) await engine.drop(); // or others would wait for whom nobody will start
    throw error;
  }
}

/** Of a process that was stopped while it waited. */
export const notBegun = (crawl: string): Error =>
  problem.option`nobody has begun the crawl ${crawl}: give a URL to start from`;

/** Has nobody but this process ever taken part, and not even that one? */
const isAlone = ({ members, left = [] }: CrawlTable, { name, id }: Entry["process"]): boolean =>
  Object.keys(members).length + left.length === 1 && members[name]?.id === id && !members[name].hasBegun;

/**
 * What a process sent of a part is the last that it did with it: killed before it heard whether the part was given, it
 * gives it now, and fetches nothing of it before.
 */
function givenBefore(table: CrawlTable, name: string, moves: readonly Move[]): CrawlTable {
  const unheard = moves.filter(({ part, tenure }) => {
    const found = table.parts[part];
    return found.owner === name && found.phase === "held" && found.tenure === tenure - 1;
  });
  return given(
    table,
    unheard.map(({ part }) => part),
  );
}

/**
 * Looks at a folder before an engine is opened, where something is made for each name of a crawl.
 *
 * @returns name of the crawl to which it belongs; undefined: to none yet
 * @throws "option" for other names than the folder's; what the folder cannot be used for
 */
export function crawlOf(out: string, join: JoinOptions): string | undefined {
  const saved = savedIn(out);
  if (saved) checkCrawlName(join.crawl ?? saved.crawl, saved, out);
  nameOf(join, saved, out);
  return saved?.crawl;
}

/** @throws "option" for a name that no crawl has, or for another than the folder's */
function checkCrawlName(crawl: string, saved: Saved | undefined, out: string): void {
  if (!/^[\w-]{1,100}$/.test(crawl))
    throw problem.option`the name of a crawl is letters, digits, - and _; ${got(crawl)}: say --crawl`;
  if (saved && saved.crawl !== crawl)
    throw problem.option`${out} belongs to the crawl ${saved.crawl}; found ${crawl}: say --crawl ${saved.crawl}, or name another folder`;
}

/** The table and the start pages that the engine has, put back from the folder where it lost them; undefined: none. */
async function findCrawl(engine: Engine, files: SmallFiles, saved: Saved | undefined) {
  const kept = saved && files.read(TABLE_FILE);
  const table = await SharedTable.open(engine, kept && readTable(kept), mendingWith(engine, saved?.seeds ?? []));
  const seeds = table && (await readSeeds(engine, placeOf(table.value)));
  if (table && seeds) return { table, seeds };
  if (table && saved) {
    await mendingWith(engine, saved.seeds)(table.value);
    return { table, seeds: saved.seeds };
  }
  await table?.close();
  engine.tell(MISSED_TOPIC, Buffer.alloc(0));
  return undefined;
}

/** What a process says of itself and of the crawl that it would take part in. */
interface Entry {
  readonly crawl: string;
  readonly process: { readonly name: string; readonly id: string };
  readonly join: JoinOptions;
  readonly saved: Saved | undefined;
  readonly out: string;
  readonly engine: Engine;
}

/** @throws "option" where the crawl is another, was begun otherwise, is done, or has such a process already */
function checkMayEnter(table: CrawlTable, { crawl, process, join, saved, out, engine }: Entry): void {
  const { members, state, by, parts, id } = table;
  const known = members[process.name];
  if (saved && saved.crawlId !== id)
    throw problem.option`${out} belongs to a crawl ${crawl} that ${engine.address} has forgotten; another has its name now. Name another folder to take part in that. ${toResume(engine)}`;
  if (join.by !== undefined && join.by !== by)
    throw problem.option`the crawl ${crawl} was begun with --assign ${by}; found ${join.by}. Leave it out`;
  if (join.partitions !== undefined && join.partitions !== parts.length)
    throw problem.option`the crawl ${crawl} was begun with --partitions ${parts.length}; ${got(join.partitions)}. Leave it out`;
  if (known?.hasBegun && known.id !== process.id)
    throw problem.option`there is a process ${process.name} of the crawl ${crawl} already, with another folder: say --name, or go on in the folder of that one`;
  if (state === "done" && known?.id !== process.id)
    throw problem.option`the crawl ${crawl} is done. Name another: --crawl NAME; or forget it: crawlbench processes ${engine.address} --crawl ${crawl} --forget`;
}

/** Begins the crawl, unless another process is quicker. */
async function begin(
  engine: Engine,
  process: { readonly name: string; readonly id: string },
  { by = "host", partitions = 64 }: JoinOptions,
  options: CrawlOptions,
  { seeds, ...agreed }: Agreed,
): Promise<void> {
  try {
    checkBeginning({ by, partitions }, options); // what makes no sense is said before others hear of the crawl
  } catch (error) {
    await engine.drop(); // or what it keeps for a crawl would stay, of one that never was
    throw error;
  }
  const place = await writeSeeds(engine, seeds as string[], process.id);
  const settings = { ...agreed, seeds: place };
  await SharedTable.create(engine, newTable(process, { id: randomUUID(), by, partitions, settings }));
}

/** @throws "option" for what no process can begin a crawl with */
function checkBeginning(
  { by, partitions }: Required<Pick<JoinOptions, "by" | "partitions">>,
  options: CrawlOptions,
): void {
  if (!(Number.isInteger(partitions) && partitions >= 1 && partitions <= 1024))
    throw problem.option`${option("partitions")} are 1 to 1024, 64 by default; ${got(partitions)}`;
  const { delay, domainDelay = 0, addressDelay = 0 } = options.politeness ?? {};
  if (!keepsHosts(by) && delay !== 0)
    throw problem.option`by URL, several processes ask one host, and none could keep its delay: --assign host; or --delay 0, for hosts of your own`;
  if (domainDelay > 0 && by !== "domain" && by !== "top-level")
    throw problem.option`a delay between hosts of a domain needs all of them in one process: --assign domain`;
  if (addressDelay > 0)
    throw problem.option`processes that share a crawl cannot keep a delay per address: leave ${option("addressDelay")} out`;
  checkShared(crawlSettings(options, version));
}

const placeOf = ({ settings }: CrawlTable): SeedPlace => settings.seeds as SeedPlace;

const mendingWith = (engine: Engine, seeds: readonly string[]) => async (table: CrawlTable) =>
  void (await writeSeeds(engine, seeds, placeOf(table).name));

/** What an earlier run of the process left. @throws "option" for a folder of a crawl that is not shared */
function savedIn(out: string): Saved | undefined {
  const manifest = typeof out === "string" && out !== "" ? readManifest(out) : undefined;
  const state = crawlStateIn(manifest?.state, out);
  if (state === undefined) return undefined;
  if (state.neighbours === undefined)
    throw problem.option`${out} holds a crawl of one process, which cannot be joined to another: name another folder`;
  return { ...(state.neighbours as MemberState), seeds: seedsOf(state, filesIn(joinPath(out, "state"))) };
}

function nameOf({ name }: JoinOptions, saved: MemberState | undefined, out: string): string {
  if (name !== undefined && saved !== undefined && name !== saved.name)
    throw problem.option`${out} belongs to the process ${saved.name}; found --name ${name}: leave it out, or name another folder`;
  const found = name ?? saved?.name ?? `${hostname()}-${basename(resolve(out))}`.replace(/[^\w-]+/g, "-");
  if (!/^[\w-]{1,64}$/.test(found))
    throw problem.option`the name of a process is up to 64 letters, digits, - and _; ${got(found)}: say --name`;
  return found;
}
