import { ClusterControl } from "../../src/cluster/cluster-control.js";
import type { Engine } from "../../src/cluster/engine.js";
import { type Obedience, obey } from "../../src/cluster/obey.js";
import { reportOf, tellReports } from "../../src/cluster/reports.js";
import type { Clock } from "../../src/fetch/clock.js";
import { FakeCrawl } from "../monitor/fake-crawl.js";

/** A process that obeys and reports, and crawls by hand. */
export interface Member<E extends Engine> {
  readonly name: string;
  readonly engine: E;
  readonly crawl: FakeCrawl;
  readonly obedience: Obedience;
  readonly troubles: unknown[];
  /** Tells its last report, and obeys no more. */
  leave(): Promise<void>;
}

/** Processes of one crawl, and those who watch them. */
export class Crowd<E extends Engine> {
  readonly members: Member<E>[] = [];

  constructor(
    readonly open: () => Promise<E>,
    readonly clock: Clock,
  ) {}

  async join(name: string, crawl = new FakeCrawl()): Promise<Member<E>> {
    const engine = await this.open();
    const troubles: unknown[] = [];
    const onTrouble = (error: unknown) => void troubles.push(error);
    const obedience = await obey(engine, crawl, { name, clock: this.clock, onTrouble });
    const report = () => reportOf(crawl, { name, partitions: 16, checkpoint: obedience.checkpoint });
    const endReports = tellReports(engine, this.clock, report, onTrouble);
    const leave = async () => {
      endReports();
      await obedience.end();
    };
    const member = { name, engine, crawl, obedience, troubles, leave };
    this.members.push(member);
    return member;
  }

  async watch(): Promise<ClusterControl> {
    return ClusterControl.open(await this.open(), { clock: this.clock });
  }
}
