import { isDeepStrictEqual } from "node:util";
import { problem } from "../base/error.js";
import type { SmallFiles } from "../base/file/small-files.js";
import type { Clock } from "../fetch/clock.js";
import type { Estate, Neighbours, SentUrl, SharedCrawl } from "../fetch/neighbours.js";
import { answerClaims, reconcile, runOf } from "./claims.js";
import type { End, Engine } from "./engine.js";
import { forgetEstate, type Move, movesIn, sendEstate, sendKept, takeEstate } from "./hand-over.js";
import { dividedEstate, Holdings } from "./holdings.js";
import { Inbox } from "./inbox.js";
import { Outbox } from "./outbox.js";
import { again, answerRest, isAllQuiet, type Rest } from "./quiet.js";
import { ReceivedAccount } from "./received-account.js";
import { SentAccount, type SentRows } from "./sent-account.js";
import type { SharedTable } from "./shared-table.js";
import { arrived, begun, type CrawlTable, done, given, gone, hasParts, tableBytes } from "./table.js";

/** Milliseconds between two looks at whether all is over. */
const LOOK_EVERY = 300;

/** Milliseconds between two looks at whether the engine still has the table, and owners what was sent to them. */
const CHECK_EVERY = 10_000;

/**
 * So often what an owner lacks is sent again, as long apart as two checks: an engine that was made anew may lose it for
 * a while. Then something else than the engine loses it.
 */
const ATTEMPTS = 5;

/** Topic of those who wait for a part that was given to them, and does not come. */
const MOVE_TOPIC = "moves";

/** File that holds the table as this process knows it. */
export const TABLE_FILE = "table.json";

/** What a process keeps with its snapshot. */
export interface MemberState {
  /** What tells the crawl from others, its name, and the name of the process in it. */
  readonly crawlId: string;
  readonly crawl: string;
  readonly name: string;
  /** Tells its folder from another of the same name. */
  readonly id: string;
  /** What it sent, and nobody has confirmed. */
  readonly sent: SentRows;
}

export interface MemberParts {
  readonly engine: Engine;
  readonly clock: Clock;
  readonly table: SharedTable;
  readonly state: MemberState;
  /** What it keeps beside its snapshot. */
  readonly files: SmallFiles;
  /** Tells this run of the process from others. */
  readonly run: string;
  /** It has stored nothing yet. */
  readonly isNew: boolean;
}

/**
 * One process of a crawl that several share: fetches the parts of the web that the table says are its own, sends on
 * what belongs to others, hands parts over as the table asks for, and notices when nothing is left anywhere.
 */
export class Member implements Neighbours {
  isOver = false;
  /** It has handed over all that it had, and is no longer of the crawl. */
  hasLeft = false;
  readonly #parts: MemberParts;
  readonly #holdings: Holdings;
  readonly #sent: SentAccount;
  readonly #received: ReceivedAccount;
  readonly #outbox: Outbox;
  readonly #inbox: Inbox;
  /**
   * By part: how often its owner was lost, as far as this run has sent links to it again. What is known of its URLs
   * since is in memory alone, so that the next run does it anew.
   */
  readonly #resent: number[];
  /** Parts whose owners lack what was sent to them; how often that was sent again, and when last. */
  readonly #lacking = new Set<number>();
  readonly #attempts = new Map<number, { readonly count: number; readonly at: number }>();
  /** Serial of the table that is on disk. */
  #kept = 0;
  #checked = 0;
  readonly #ends: (() => unknown)[] = [];
  #activity = 0;
  #crawl: SharedCrawl | undefined;
  #settling: Promise<void> = Promise.resolve();
  #isSettling = false;
  #cut: ((error: unknown) => void) | undefined;
  readonly #broken = new Promise<never>((_, reject) => {
    this.#cut = reject;
  });
  #isEnding: () => void = () => {};
  #isEnded = false;
  readonly #ending = new Promise<void>((resolve) => {
    this.#isEnding = resolve;
  });
  #failure: unknown;

  constructor(parts: MemberParts) {
    this.#parts = parts;
    const { engine, clock, table, state, files, run, isNew } = parts;
    this.#holdings = new Holdings(table.value, state.name);
    this.#sent = new SentAccount(runOf(state.name, run), state.sent);
    const crawl = `crawlbench processes ${engine.address} --crawl ${state.crawl}`;
    this.#received = new ReceivedAccount(files, `${crawl} --send-again`);
    this.#outbox = new Outbox(engine, clock, this.#sent, (part) => table.value.parts[part].lost);
    this.#inbox = new Inbox(engine, clock, this.#received, {
      receive: (urls) => this.#joined.receive(urls),
      knows: (url) => this.#joined.knows(url),
      isEarly: (part, lost) => lost > this.#holdings.lost(part),
      failed: (error) => this.#fail(error),
    });
    this.#resent = table.value.parts.map(({ lost }) => (isNew ? lost : 0));
    this.#broken.catch(() => undefined);
  }

  get counts() {
    return { messages: this.#outbox.messages, bytes: this.#outbox.bytes };
  }

  get isDone(): boolean {
    return this.#parts.table.value.state === "done" || this.hasLeft;
  }

  /** Parts that are fetched here. */
  get partitions(): number {
    return this.#holdings.count;
  }

  isOwn(url: string): boolean {
    return this.#holdings.isOwn(url);
  }

  tenureOf(url: string): number {
    return this.#holdings.tenureOf(url);
  }

  send(found: SentUrl): void {
    this.#activity++;
    this.#outbox.send(this.#holdings.partOf(found.url), found);
  }

  async flush(): Promise<void> {
    await Promise.race([this.#outbox.flush(), this.#broken]);
  }

  cut(): void {
    this.#cut?.(problem.stopped`the crawl was stopped without waiting for the engine`);
  }

  save(): MemberState {
    this.#received.save();
    return { ...this.#parts.state, sent: this.#sent.save() };
  }

  saved(): Promise<void> {
    return this.#received.saved();
  }

  async opened(): Promise<void> {
    await this.#keepTable(); // before anything that is stored refers to it
  }

  async begin(crawl: SharedCrawl): Promise<void> {
    const { engine, clock, table } = this.#parts;
    this.#crawl = crawl;
    crawl.recall(this.#received.recall());
    await table.change((each) => begun(each, this.#parts.state));
    this.#ends.push(await answerRest(engine, () => this.#rest()));
    this.#ends.push(await answerClaims(engine, this.#received, (part) => this.#answersFor(part)));
    this.#ends.push(await engine.listen(MOVE_TOPIC, (body) => this.#sendMoveAgain(body)));
    this.#ends.push(table.onChange(() => void this.#settle()));
    this.#ends.push(again(clock, LOOK_EVERY, () => this.#look()));
    await this.#settle();
  }

  async end(): Promise<void> {
    this.#isEnding();
    this.#isEnded = true;
    for (const end of this.#ends.splice(0).reverse()) await (end as End)();
    await Promise.race([this.#settling, this.#broken]);
    await Promise.race([this.#inbox.shut(), this.#broken]);
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Does what the table asks for, until it asks for nothing more: one change after the other. */
  #settle(): Promise<void> {
    this.#settling = this.#settling.then(async () => {
      if (this.#failure !== undefined) return;
      this.#isSettling = true;
      try {
        await this.#follow();
      } catch (error) {
        this.#fail(error);
      } finally {
        this.#activity++;
        this.#isSettling = false;
      }
    });
    return this.#settling;
  }

  async #follow(): Promise<void> {
    const { table, state } = this.#parts;
    const { name } = state;
    table.checkName();
    const numbers = async (isIt: (part: CrawlTable["parts"][number], number: number) => boolean) => {
      const { parts } = await this.#keepTable();
      return parts.flatMap((part, number) => (isIt(part, number) ? [number] : []));
    };
    const arriving = await numbers(({ owner, phase }) => owner === name && phase === "arriving");
    if (arriving.length > 0) await this.#takeOver(arriving);
    const anew = await numbers(
      ({ owner, phase, tenure }, part) => owner === name && phase === "held" && tenure > this.#holdings.tenure(part),
    );
    if (anew.length > 0) await this.#beginAnew(anew);
    // what began anew while this worked is the next round's
    const isReady = ({ owner, phase, tenure }: CrawlTable["parts"][number], part: number) =>
      owner === name && phase === "held" && tenure <= this.#holdings.tenure(part);
    const held = await numbers((each, part) => isReady(each, part) && each.next === undefined);
    await Promise.all(held.map((part) => this.#open(part)));
    const going = await numbers((each, part) => isReady(each, part) && each.next !== undefined);
    if (going.length > 0) await this.#handOver(going);
    await this.#forgetMoves();
    const again = await numbers(({ lost }, part) => lost > this.#resent[part] || this.#lacking.has(part));
    if (again.length > 0 && table.value.state === "running") await this.#sendAgain(again);
    const { members, left = [], state: now } = table.value;
    if (members[name] !== undefined && members[name].id !== state.id)
      throw problem.failed`another folder came to this crawl by the name of ${name} at the same time, and has it now: say --name; or, where there is none, type it again`;
    if (members[name] === undefined && left.includes(name)) this.hasLeft = true; // it did not live to hear of it
    if (members[name] === undefined && !this.hasLeft)
      throw problem.failed`${name} was given up as lost: its hosts belong to other processes now, which fetch them anew. Its folder cannot go on`;
    if (members[name]?.isLeaving && !hasParts(table.value, name) && this.#sent.isSettled) {
      await table.change((each) => gone(each, name));
      this.hasLeft = true;
    }
    const wasOver = this.isOver;
    this.isOver = now !== "running" || this.hasLeft;
    if (this.isOver !== wasOver) this.#joined.nudge();
  }

  async #takeOver(parts: readonly number[]): Promise<void> {
    const { engine, clock, table, state } = this.#parts;
    const taker = {
      engine,
      clock,
      crawl: this.#joined,
      account: this.#received,
      ask: (move: Move) => engine.tell(MOVE_TOPIC, Buffer.from(JSON.stringify(move))),
      isComing: ({ part, tenure }: Move) => {
        const found = table.value.parts[part];
        if (this.#isEnded || this.#failure !== undefined) return false; // another run takes it
        if (table.value.state !== "running") return false; // nobody will send it
        return found.owner === state.name && found.phase === "arriving" && found.tenure === tenure;
      },
    };
    const come: Move[] = [];
    const isOurs = (each: CrawlTable, { part, tenure }: Move) =>
      each.parts[part].owner === state.name && each.parts[part].tenure === tenure;
    const ours = (each: CrawlTable) => come.filter((move) => isOurs(each, move)).map(({ part }) => part);
    const moves = parts.map((part) => ({ part, tenure: table.value.parts[part].tenure }));
    for (const part of parts) this.#expect(part); // now: one that is begun anew before its turn comes is to be seen as such
    await this.#whileHeld(async () => {
      for (const move of moves) if (taker.isComing(move) && (await takeEstate(taker, move))) come.push(move);
      if (come.length === 0) return;
      await this.#joined.control.checkpoint(); // delays and robots.txt files too are on disk before a host is asked
      await table.change((each) => arrived(each, ours(each)));
      await this.#keepTable(); // before any URL of them is handed out: the next run would take it for another's
      for (const part of ours(table.value)) this.#holdings.gain(part); // those to be handed on too
    });
  }

  /**
   * As the crawl's own. A crawl that has ended is held no more: what was not begun then is left to the next run.
   *
   * @returns was it done?
   */
  async #whileHeld(work: () => Promise<void>): Promise<boolean> {
    let isHeld = false;
    const done = this.#joined.whileHeld(async () => {
      isHeld = true;
      await work();
    });
    await Promise.race([done, this.#broken, this.#ending.then(() => (isHeld ? done : undefined))]);
    return isHeld;
  }

  /** Pages of parts that it has now were on a disk that is lost: what is known of their URLs holds no more. */
  async #beginAnew(parts: readonly number[]): Promise<void> {
    const asked = new Set(parts);
    const change = () => {
      for (const part of parts) this.#expect(part);
    };
    await this.#whileHeld(() => this.#joined.beginAnew((url) => asked.has(this.#holdings.partOf(url)), change));
  }

  #expect(part: number): void {
    this.#holdings.expect(part, this.#parts.table.value.parts[part]);
  }

  async #open(part: number): Promise<void> {
    this.#expect(part);
    this.#holdings.gain(part);
    await this.#inbox.open(part);
    this.#joined.nudge();
  }

  async #handOver(parts: readonly number[]): Promise<void> {
    const { engine, table, files } = this.#parts;
    const holdings = this.#holdings;
    const going = new Set(parts);
    const give = async (estate: Estate) => {
      for (const [part, share] of dividedEstate(estate, parts, holdings.partOf))
        await sendEstate(
          { engine, files },
          { part, tenure: holdings.tenure(part) + 1 },
          share,
          this.#received.of(part),
        );
      const still = (each: CrawlTable) => parts.filter((part) => each.parts[part].tenure === holdings.tenure(part));
      await table.change((each) => given(each, still(each))); // the next run does it where this one is killed before
      await this.#received.forget(parts);
    };
    await this.#whileHeld(async () => {
      await this.#inbox.shut(parts);
      holdings.lose(parts);
      await this.#joined.release((url) => going.has(holdings.partOf(url)), give);
    });
  }

  async #sendAgain(parts: readonly number[]): Promise<void> {
    const asked = new Set(parts);
    const former = this.#sent.claims.filter(([part]) => asked.has(part));
    if (!(await this.#whileHeld(() => this.#joined.resend((url) => asked.has(this.#holdings.partOf(url)))))) return;
    await this.flush();
    this.#sent.confirm(former); // no sooner: a kill in between leaves claims for which all is sent again
    const { parts: web } = this.#parts.table.value;
    for (const part of parts) this.#resent[part] = web[part].lost;
    for (const part of parts) this.#lacking.delete(part);
  }

  /** What it knows of who owns what is on its own disk before it goes by it. @returns what is on disk */
  async #keepTable(): Promise<CrawlTable> {
    const { table, files } = this.#parts;
    while (table.value.serial !== this.#kept) {
      const { value } = table;
      await files.replace(TABLE_FILE, tableBytes(value));
      this.#kept = value.serial;
    }
    return table.value;
  }

  /** Deletes what was kept of parts that have arrived. */
  async #forgetMoves(): Promise<void> {
    const { files, state } = this.#parts;
    for (const move of movesIn(files)) {
      const { parts } = await this.#keepTable();
      const { tenure, phase, owner } = parts[move.part];
      const isOver = tenure > move.tenure || (phase === "held" && (tenure === move.tenure || owner === state.name));
      if (isOver) await forgetEstate(files, move);
    }
  }

  /** Somebody waits for a part that was given to it, and the engine has lost what was sent. */
  #sendMoveAgain(body: Uint8Array): undefined {
    const { engine, files } = this.#parts;
    const move = JSON.parse(Buffer.from(body).toString()) as Move;
    this.#activity++;
    sendKept(engine, files, move).catch((error) => this.#fail(error));
  }

  /** Has it the account of a part? Not while the part comes or goes. */
  #answersFor(part: number): boolean {
    const { owner, phase } = this.#parts.table.value.parts[part];
    return owner === this.#parts.state.name && phase === "held" && this.#holdings.has(part);
  }

  /** Where this process rests, it asks whether all have what it sent, and whether all rest. */
  async #look(): Promise<void> {
    this.#crawl?.settle();
    const { engine, clock, table } = this.#parts;
    const { state } = table.value;
    const rests = this.#rests;
    if (!engine.connected || state !== "running" || (!rests && clock.now() - this.#checked < CHECK_EVERY)) return;
    this.#checked = clock.now();
    try {
      await table.check();
      await this.#reconcile();
      if (rests) await this.#endIfQuiet();
    } catch (error) {
      this.#fail(error);
    }
  }

  async #reconcile(): Promise<void> {
    const { engine, table, state } = this.#parts;
    const wasSettled = this.#sent.isSettled;
    const lacks = await reconcile(engine, this.#sent, { name: state.name, names: Object.keys(table.value.members) });
    for (const [part] of lacks) if (!this.#lacking.has(part)) this.#tryAgain(part);
    if (this.#sent.isSettled) this.#attempts.clear();
    if (lacks.length > 0 || this.#sent.isSettled !== wasSettled) await this.#settle();
  }

  #tryAgain(part: number): void {
    const now = this.#parts.clock.now();
    const { count, at } = this.#attempts.get(part) ?? { count: 0, at: Number.NEGATIVE_INFINITY };
    if (now - at < CHECK_EVERY) return;
    this.#attempts.set(part, { count: count + 1, at: now });
    this.#lacking.add(part);
    if (count < ATTEMPTS) return;
    const { owner } = this.#parts.table.value.parts[part];
    throw problem.unreconciled`${owner} has not got URLs that ${this.#parts.state.name} sent to it ${ATTEMPTS} times over, though nothing is under way: the folder of ${owner} may be an older copy. Start ${owner} again; or, if its disk is lost, crawlbench processes ${this.#parts.engine.address} --crawl ${this.#parts.state.crawl} --lost ${owner}`;
  }

  async #endIfQuiet(): Promise<void> {
    const { engine, table } = this.#parts;
    const asked = table.value;
    const { members, parts } = asked;
    const moves = parts.some(({ phase, next }) => phase === "arriving" || next !== undefined);
    if (moves || !this.#rest().isIdle) return;
    if (await isAllQuiet(engine, Object.keys(members)))
      await table.change((each) => (isDeepStrictEqual(each, asked) ? done(each) : each));
  }

  /** Nothing is to be done here. What was sent may not have been confirmed. */
  get #rests(): boolean {
    return this.#joined.isIdle && this.#outbox.isEmpty && this.#inbox.isEmpty && !this.#isSettling;
  }

  #rest(): Rest {
    const { state, run, table } = this.#parts;
    const isIdle = this.#rests && this.#sent.isSettled;
    const { serial } = table.value;
    return { name: state.name, run, activity: this.#activity + this.#inbox.activity, serial, isIdle };
  }

  get #joined(): SharedCrawl {
    if (this.#crawl === undefined) throw new TypeError("the crawl has not begun");
    return this.#crawl;
  }

  #fail(error: unknown): void {
    this.#failure ??= error;
    this.#crawl?.control.stop().catch(() => undefined);
  }
}
