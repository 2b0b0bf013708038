import { join as pathOf } from "node:path";
import { Random } from "../../src/base/random.js";
import { ClusterControl } from "../../src/cluster/cluster-control.js";
import { type JoinedCrawl, type JoinOptions, joinCrawl } from "../../src/cluster/join.js";
import { runJoined } from "../../src/cluster/run-joined.js";
import { SharedTable } from "../../src/cluster/shared-table.js";
import { leaving } from "../../src/cluster/table.js";
import type { CrawlOptions } from "../../src/fetch/crawl-options.js";
import type { CrawlStatus } from "../../src/fetch/status.js";
import type { FrailEngine } from "./in-memory-engine.js";
import { DELAY, type RandomWeb } from "./random-web.js";
import { SimulatedCluster } from "./simulated-cluster.js";

/** Of the network, one for the whole crew: none, or up to so many milliseconds by chance. */
function latencyOf(random: Random): (() => number) | undefined {
  const most = [0, 30, 300][random.below(3)];
  const own = new Random(random.below(2 ** 31)); // how often it is asked depends on the disk
  return most === 0 ? undefined : () => own.below(most);
}

interface Hand {
  readonly name: string;
  readonly out: string;
  readonly engine: FrailEngine;
  readonly joined: JoinedCrawl;
  readonly ended: Promise<CrawlStatus>;
  isOver: boolean;
  isStopped: boolean;
}

/** Processes that come, go, are cut off, are paused and stopped by chance. */
export class RandomCrew {
  readonly cluster: SimulatedCluster;
  /** What was done, for whoever looks for the cause of a failure. */
  readonly diary: string[] = [];
  readonly folders = new Map<string, string>();
  readonly troubles: unknown[] = [];
  readonly #hands = new Map<string, Hand>();
  readonly #random: Random;
  readonly #web: RandomWeb;
  readonly #join: JoinOptions;
  readonly #begun: number;
  #control: ClusterControl | undefined;

  constructor(random: Random, web: RandomWeb, join: JoinOptions) {
    this.#random = random;
    this.#web = web;
    this.#join = join;
    this.cluster = new SimulatedCluster(web.answer, latencyOf(random));
    this.#begun = this.cluster.clock.now();
    const redeliver = () => {
      this.cluster.server.redeliver();
      this.cluster.clock.after(1_000, redeliver);
    };
    redeliver();
  }

  /** Begins the crawl, does so many things, then lets it end. @returns the states in which processes ended last */
  async run(steps: number): Promise<string[]> {
    const { clock } = this.cluster;
    await this.#start("p0");
    this.#control = await clock.run(ClusterControl.open(this.cluster.server.open("crawl"), { clock }));
    for (let step = 0; step < steps; step++) {
      const pause = this.#random.below(3) === 0 ? this.#random.below(50) : this.#random.below(8_000);
      await clock.run(this.cluster.after(pause));
      await this.#step();
    }
    return this.#finish();
  }

  async #finish(): Promise<string[]> {
    const { clock } = this.cluster;
    this.#note("all are reconnected, the crawl proceeds");
    for (const { engine } of this.#running()) engine.reconnect();
    await clock.run(this.#control?.proceed() ?? Promise.resolve());
    for (const hand of [...this.#hands.values()]) {
      if (hand.isStopped) await this.#start(hand.name);
    }
    const all = Promise.all([...this.#hands.values()].map(({ ended }) => ended));
    const late = this.cluster.after(6 * 3_600_000).then(() => "late" as const);
    const statuses = await clock.run(Promise.race([all, late]));
    await clock.run(this.#control?.close() ?? Promise.resolve());
    if (statuses === "late") throw new Error(`the crawl did not end:\n${this.standing()}`);
    return statuses.map(({ state }) => state);
  }

  /** Where everybody stands. */
  standing(): string {
    const rows = [...this.#hands.values()].map(({ name, isOver, isStopped, engine, joined }) => {
      const { state, frontier, inFlight } = joined.crawl.status();
      return `${name}: ${isOver ? "over" : isStopped ? "stopped" : state}, ${engine.connected}, frontier ${frontier}, in flight ${inFlight}, own ${joined.member.partitions}, ${JSON.stringify(joined.table.value).slice(0, 300)}`;
    });
    return [...this.diary, ...rows].join("\n");
  }

  #pick(hands: readonly Hand[]): Hand {
    return hands[this.#random.below(hands.length)];
  }

  #running(): Hand[] {
    return [...this.#hands.values()].filter(({ isOver }) => !isOver);
  }

  #note(what: string): void {
    this.diary.push(`${this.cluster.clock.now() - this.#begun}: ${what}`);
  }

  async #step(): Promise<void> {
    const running = this.#running();
    const hand = running.length === 0 ? undefined : this.#pick(running);
    switch (this.#random.below(9)) {
      case 0:
      case 1:
        return this.#come();
      case 2:
        return hand && this.#leave(hand);
      case 3:
      case 4:
        if (hand === undefined) return;
        this.#note(`${hand.name} is ${hand.engine.connected ? "cut off" : "reconnected"}`);
        return hand.engine.connected ? hand.engine.disconnect() : hand.engine.reconnect();
      case 5:
        this.#note("a checkpoint of all");
        this.#control?.checkpoint().catch(() => undefined); // some are cut off
        return;
      case 6:
        this.#note("pause");
        return this.cluster.clock.run(this.#control!.pause());
      case 7:
        this.#note("proceed");
        return this.cluster.clock.run(this.#control!.proceed());
      default:
        return hand && this.#stopOrResume(hand);
    }
  }

  /** A process that is new, or one that left or was stopped. */
  async #come(): Promise<void> {
    const gone = [...this.#hands.values()].filter(({ isOver }) => isOver);
    if (gone.length > 0 && this.#random.below(2) === 0) return this.#start(this.#pick(gone).name);
    if (this.#hands.size < 6) return this.#start(`p${this.#hands.size}`);
  }

  async #leave(hand: Hand): Promise<void> {
    this.#note(`${hand.name} is to leave`);
    const engine = this.cluster.server.open("crawl");
    const leave = async () => {
      const table = (await SharedTable.open(engine))!;
      await table.change((each) => leaving(each, hand.name));
      await table.close();
    };
    await this.cluster.clock.run(leave());
    await engine.close();
  }

  async #stopOrResume(hand: Hand): Promise<void> {
    this.#note(`${hand.name} is stopped`);
    hand.isStopped = true;
    await hand.joined.crawl.stop();
    if (hand.engine.connected && !hand.isOver) {
      const late = this.cluster.after(3_600_000).then(() => "late" as const);
      const how = await this.cluster.clock.run(Promise.race([hand.ended, late]));
      if (how === "late") throw new Error(`${hand.name} did not stop:\n${this.standing()}`);
    }
  }

  async #start(name: string): Promise<void> {
    const { cluster } = this;
    const out = pathOf(cluster.folder, name);
    const former = this.#hands.get(name);
    if (former) await cluster.clock.run(former.ended);
    const engine = cluster.server.open("crawl");
    const options: CrawlOptions = {
      out,
      contact: "crawl@web.example",
      clock: cluster.clock,
      transport: cluster.web.transport(),
      checkpointEvery: 1_000 + this.#random.below(60_000),
      checkpointPages: 5 + this.#random.below(200),
      ...(name === "p0" &&
        former === undefined && {
          seeds: [this.#web.seed],
          scope: { within: "any" as const },
          politeness: { delay: DELAY, factor: 0 },
        }),
    };
    let joined: JoinedCrawl;
    try {
      const join = { ...(former ? {} : { name }), ...(name === "p0" && !former && this.#join) };
      joined = await cluster.clock.run(joinCrawl(engine, options, join));
    } catch (error) {
      await engine.close();
      if (/is done/.test((error as Error).message)) return;
      throw error;
    }
    this.#note(`${name} ${former ? "comes back" : "joins"}`);
    const ended = runJoined(engine, joined, cluster.clock, (error) => this.troubles.push(error)).finally(() =>
      engine.close(),
    );
    const hand: Hand = { name, out, engine, joined, ended, isOver: false, isStopped: false };
    ended.then(
      ({ state }) => {
        this.#note(`${name} ended: ${state}`);
        hand.isOver = true;
      },
      (error) => {
        this.#note(`${name} failed: ${error.stack}`);
        hand.isOver = true;
      },
    );
    this.#hands.set(name, hand);
    this.folders.set(name, out);
  }
}
