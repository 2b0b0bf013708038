import type { Backlog } from "../../base/crew/backlog.js";
import { type CrewJob, type CrewSweep, isPlain } from "../../base/crew/crew.js";
import { errorFrom, problem } from "../../base/error.js";
import type { PageId } from "../../web/graph/graph.js";
import { type PortableWeb, webMaterial } from "../../web/portable.js";
import { type CrawlJob, crawlKey } from "./crawl-key.js";
import { type MethodSpec, methodOf, specOf } from "./method-of.js";

/** A crawl as plain data. */
interface CrawlTask {
  readonly method: MethodSpec;
  readonly from: readonly PageId[];
  readonly seed: number;
}

/** What becomes of crawls that workers do. */
export interface CrawlsElsewhere {
  progress(index: number, done: number): void;
  finish(index: number, order: Uint32Array, ms: number): void;
}

/** Crawls of a web that workers may do, those of the backlog. */
export function crawlSweep(
  web: PortableWeb,
  crawls: readonly { readonly index: number; readonly job: CrawlJob }[],
  backlog: Backlog,
  { progress, finish }: CrawlsElsewhere,
): CrewSweep {
  const jobs = crawls.flatMap(({ index, job }) => {
    const told = crawlForCrew(web, job);
    return told ? [[index, told] as const] : [];
  });
  return {
    kind: "crawls",
    name: web.name,
    material: webMaterial(web),
    jobs: new Map(jobs),
    backlog,
    progress,
    finish(index, result, ms) {
      const pages = result.length / 4;
      if (!Number.isInteger(pages) || pages > web.graph.size)
        throw problem.option`an order of ${web.name} has at most ${web.graph.size} pages; a worker sent ${pages}`;
      finish(index, new Uint32Array(Uint8Array.from(result).buffer), ms);
    },
    failed: (_index, error) => errorFrom(error),
  };
}

/** A crawl for a worker; undefined where it cannot be told in plain data. */
export function crawlForCrew(web: PortableWeb, job: CrawlJob): CrewJob | undefined {
  const task: CrawlTask = { method: specOf(job.method), from: job.from, seed: job.seed };
  if (!isPlain(task)) return undefined;
  return { key: crawlKey(web, job).hash, label: `${job.method.label}, seed ${job.seed}`, task };
}

/** The crawl again; undefined where this software makes another one of it. */
export async function crawlOfCrew(web: PortableWeb, { key, task }: CrewJob): Promise<CrawlJob | undefined> {
  const { method: spec, from, seed } = task as CrawlTask;
  const method = await methodOf(spec);
  const job = method && { method, from, seed };
  return job && crawlKey(web, job).hash === key ? job : undefined;
}
