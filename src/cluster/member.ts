import { isDeepStrictEqual } from "node:util";
import { problem } from "../base/error.js";
import type { Clock } from "../fetch/clock.js";
import type { Estate, Neighbours, SentUrl, SharedCrawl } from "../fetch/neighbours.js";
import type { End, Engine } from "./engine.js";
import { sendEstate, takeEstate } from "./hand-over.js";
import { dividedEstate, Holdings } from "./holdings.js";
import { Inbox } from "./inbox.js";
import { Outbox } from "./outbox.js";
import { again, answerRest, isAllQuiet, type Rest } from "./quiet.js";
import type { SharedTable } from "./shared-table.js";
import { arrived, begun, type CrawlTable, done, given, gone } from "./table.js";

/** Milliseconds between two looks at whether all is over. */
const LOOK_EVERY = 300;

/** What a process keeps with its snapshot. */
export interface MemberState {
  /** What tells the crawl from others, its name, and the name of the process in it. */
  readonly crawlId: string;
  readonly crawl: string;
  readonly name: string;
  /** Tells its folder from another of the same name. */
  readonly id: string;
  /** By part: how often its owner was lost, as far as links to it were sent again. */
  readonly resent: readonly number[];
}

export interface MemberParts {
  readonly engine: Engine;
  readonly clock: Clock;
  readonly table: SharedTable;
  readonly state: MemberState;
  /** Tells this run of the process from others. */
  readonly run: string;
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
  readonly #outbox: Outbox;
  readonly #inbox: Inbox;
  readonly #resent: number[];
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
  readonly #ending = new Promise<void>((resolve) => {
    this.#isEnding = resolve;
  });
  #failure: unknown;

  constructor(parts: MemberParts) {
    this.#parts = parts;
    const { engine, clock, table, state, run } = parts;
    this.#holdings = new Holdings(table.value, state.name);
    this.#outbox = new Outbox(engine, clock, `${state.name}.${run}`);
    this.#inbox = new Inbox(
      engine,
      clock,
      (urls) => this.#joined.receive(urls),
      (error) => this.#fail(error),
    );
    this.#resent = table.value.parts.map(({ lost }, part) => state.resent[part] ?? lost);
    this.#broken.catch(() => undefined);
  }

  get counts() {
    return { messages: this.#outbox.messages, bytes: this.#outbox.bytes };
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
    return { ...this.#parts.state, resent: [...this.#resent] };
  }

  async begin(crawl: SharedCrawl): Promise<void> {
    const { engine, clock, table } = this.#parts;
    this.#crawl = crawl;
    await table.change((each) => begun(each, this.#parts.state.name));
    this.#ends.push(await answerRest(engine, () => this.#rest()));
    this.#ends.push(table.onChange(() => void this.#settle()));
    this.#ends.push(again(clock, LOOK_EVERY, () => this.#look()));
    await this.#settle();
  }

  async end(): Promise<void> {
    this.#isEnding();
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
    const numbers = (isIt: (part: CrawlTable["parts"][number], number: number) => boolean) =>
      table.value.parts.flatMap((part, number) => (isIt(part, number) ? [number] : []));
    const arriving = numbers(({ owner, phase }) => owner === name && phase === "arriving");
    if (arriving.length > 0) await this.#takeOver(arriving);
    const held = numbers(({ owner, phase, next }) => owner === name && phase === "held" && next === undefined);
    await Promise.all(held.map((part) => this.#open(part)));
    const going = numbers(({ owner, phase, next }) => owner === name && phase === "held" && next !== undefined);
    if (going.length > 0) await this.#handOver(going);
    const begun = numbers(({ lost }, part) => lost > this.#resent[part]);
    if (begun.length > 0) await this.#sendAgain(begun);
    const { members, parts, state: now } = table.value;
    if (members[name] !== undefined && members[name].id !== state.id)
      throw problem.failed`another folder came to this crawl by the name of ${name} at the same time, and has it now: say --name`;
    if (members[name] === undefined && !this.hasLeft)
      throw problem.failed`${name} was given up as lost: its hosts belong to other processes now, which fetch them anew. Its folder cannot go on`;
    if (members[name]?.isLeaving && !parts.some(({ owner, next }) => owner === name || next === name)) {
      await table.change((each) => gone(each, name));
      this.hasLeft = true;
    }
    const wasOver = this.isOver;
    this.isOver = now === "done" || this.hasLeft;
    if (this.isOver !== wasOver) this.#joined.nudge();
  }

  async #takeOver(parts: readonly number[]): Promise<void> {
    const { engine, table, state } = this.#parts;
    const ours = (each: CrawlTable) => parts.filter((part) => each.parts[part].owner === state.name);
    await this.#whileHeld(async () => {
      const taken: (() => Promise<void>)[] = [];
      for (const part of parts) {
        const { tenure } = table.value.parts[part];
        this.#holdings.expect(part, tenure);
        taken.push(await takeEstate(engine, { part, tenure }, this.#joined));
      }
      await this.#joined.control.checkpoint(); // delays and robots.txt files too are on disk before a host is asked
      await table.change((each) => arrived(each, ours(each)));
      await Promise.all(taken.map((isTaken) => isTaken()));
      for (const part of ours(table.value)) this.#holdings.gain(part); // those to be handed on too
    });
  }

  /** As the crawl's own. A crawl that has ended is held no more: what was not begun then is left to the next run. */
  async #whileHeld(work: () => Promise<void>): Promise<void> {
    let isHeld = false;
    const done = this.#joined.whileHeld(async () => {
      isHeld = true;
      await work();
    });
    await Promise.race([done, this.#broken, this.#ending.then(() => (isHeld ? done : undefined))]);
  }

  async #open(part: number): Promise<void> {
    this.#holdings.expect(part, this.#parts.table.value.parts[part].tenure);
    this.#holdings.gain(part);
    await this.#inbox.open(part);
    this.#joined.nudge();
  }

  async #handOver(parts: readonly number[]): Promise<void> {
    const { engine, table, run } = this.#parts;
    const holdings = this.#holdings;
    const going = new Set(parts);
    const give = async (estate: Estate) => {
      for (const [part, share] of dividedEstate(estate, parts, holdings.partOf))
        await sendEstate(engine, { part, tenure: holdings.tenure(part) + 1, run }, share);
      const still = (each: CrawlTable) => parts.filter((part) => each.parts[part].tenure === holdings.tenure(part));
      await table.change((each) => given(each, still(each)));
    };
    await this.#whileHeld(async () => {
      await this.#inbox.shut(parts);
      holdings.lose(parts);
      await this.#joined.release((url) => going.has(holdings.partOf(url)), give);
    });
  }

  async #sendAgain(parts: readonly number[]): Promise<void> {
    const asked = new Set(parts);
    await this.#whileHeld(() => this.#joined.resend((url) => asked.has(this.#holdings.partOf(url))));
    await this.flush();
    const { parts: web } = this.#parts.table.value;
    for (const part of parts) this.#resent[part] = web[part].lost;
  }

  /** Where this process rests, it asks whether all do. */
  async #look(): Promise<void> {
    this.#crawl?.settle();
    const { engine, table } = this.#parts;
    const asked = table.value;
    const { members, parts, state } = asked;
    const moves = parts.some(({ phase, next }) => phase === "arriving" || next !== undefined);
    if (!engine.connected || state === "done" || moves || !this.#rest().isIdle) return;
    try {
      if (await isAllQuiet(engine, Object.keys(members)))
        await table.change((each) => (isDeepStrictEqual(each, asked) ? done(each) : each));
    } catch (error) {
      this.#fail(error);
    }
  }

  #rest(): Rest {
    const { state, run, table } = this.#parts;
    const isIdle = this.#joined.isIdle && this.#outbox.isEmpty && this.#inbox.isEmpty && !this.#isSettling;
    return { name: state.name, run, activity: this.#activity + this.#inbox.activity, revision: table.revision, isIdle };
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
