import { createHash } from "node:crypto";
import { canonical } from "../../base/canonical.js";
import type { Backlog } from "../../base/crew/backlog.js";
import { type CrewJob, type CrewSweep, isPlain, type Material } from "../../base/crew/crew.js";
import { errorFrom, problem } from "../../base/error.js";
import { ENGINE } from "../../base/version.js";
import type { DenseTrace } from "../../trace/url-trace.js";
import type { CacheJob } from "./cache-job.js";
import { type CacheSpec, cacheMethodOf } from "./cache-methods.js";

type MissesTask = Omit<CacheJob, "method"> & { readonly method: CacheSpec };

/** What counting misses reads of traces. */
export const traceMaterial = (traces: readonly DenseTrace[]): Material => ({
  facts: { urls: traces.map(({ urls }) => urls) },
  arrays: traces.map(({ requests }) => requests),
});

/** The traces again. */
export function tracesOfMaterial({ facts, arrays }: Material): DenseTrace[] {
  const { urls } = facts as { readonly urls: readonly number[] };
  return arrays.map((requests, i) => ({ requests, urls: urls[i] }));
}

/** Counts on traces that workers may do, those of the backlog. */
export function missesSweep(
  traces: readonly DenseTrace[],
  counts: readonly { readonly index: number; readonly job: CacheJob }[],
  backlog: Backlog,
  finish: (index: number, misses: Float64Array) => void,
): CrewSweep {
  const jobs = counts.flatMap(({ index, job }) => {
    const told = missesForCrew(job);
    return told ? [[index, told] as const] : [];
  });
  const expected = new Map(counts.map(({ index, job }) => [index, job.sizes.length * (job.ends?.length ?? 1)]));
  return {
    kind: "misses",
    name: `a trace of ${traces[0].requests.length} requests`,
    material: traceMaterial(traces),
    jobs: new Map(jobs),
    backlog,
    progress() {},
    finish(index, result) {
      if (result.length !== 8 * (expected.get(index) ?? 0))
        throw problem.option`expected ${expected.get(index)} counts, a worker sent ${result.length / 8}`;
      finish(index, new Float64Array(Uint8Array.from(result).buffer));
    },
    failed: (_index, error) => errorFrom(error),
  };
}

/** A count for a worker; undefined where it cannot be told in plain data. */
export function missesForCrew(job: CacheJob): CrewJob | undefined {
  const { method, sizes } = job;
  const task: MissesTask = { ...job, method: { name: method.name, options: method.options } };
  const span = sizes.length === 1 ? `${sizes[0]}` : `${sizes[0]} .. ${sizes[sizes.length - 1]}`;
  return isPlain(task) ? { key: keyOf(job), label: `${method.label}, ${span} entries`, task } : undefined;
}

/** The count again; undefined where this software makes another one of it. */
export async function missesOfCrew({ key, task }: CrewJob): Promise<CacheJob | undefined> {
  const given = task as MissesTask;
  const method = await cacheMethodOf(given.method);
  const job = method && { ...given, method };
  return job && keyOf(job) === key ? job : undefined;
}

/** All that a count depends on, besides its trace. */
function keyOf({ method: { name, options, create, curve }, trace, sizes, seed, ends }: CacheJob): string {
  const policy = { name, options, create: String(create), curve: String(curve) };
  const inputs = { engine: ENGINE, policy, trace, sizes, seed, ends: ends ?? [] };
  return createHash("sha256").update(canonical(inputs)).digest("hex");
}
