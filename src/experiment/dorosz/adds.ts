import { problem } from "../../base/error.js";
import { counted, plural } from "../../base/numbers.js";
import { version } from "../../base/version.js";
import { delayCurve } from "../../figure/delay-curve.js";
import {
  type Contestant,
  type DelayRow,
  type GrownRow,
  inMeasuredFolder,
  type MeasureOptions,
  measureAdds,
} from "../../urldb/measure.js";
import { heldToMemory } from "../../urldb/memory-limit.js";
import { type Claim, testClaims } from "../claim.js";
import { type ExperimentOptions, type ExperimentResult, type LoadExperiment, resultOf } from "../experiment.js";
import { BATCH } from "./contestants.js";

/** What the claims are tested on. */
export interface Evidence<R extends DelayRow = DelayRow> {
  readonly rows: readonly R[];
  /** Why an engine did not run, by label. */
  readonly missing: ReadonlyMap<string, string>;
}

/** How many URLs, in blocks of how many, and in how much memory. */
type Counts = Pick<MeasureOptions, "start" | "add" | "block" | "memory" | "endAt">;

export interface Adds<R extends DelayRow = DelayRow> {
  readonly contestants: readonly Contestant[];
  readonly claims: readonly Claim<Evidence<R>>[];
  readonly counts: Counts;
  readonly scale: number;
}

/** Times what each contestant adds, one after the other, and tests the claims on it. */
export async function addsTo(
  experiment: LoadExperiment,
  { contestants, claims, counts, scale }: Adds<GrownRow>,
  { seed = 1, onProgress, signal }: ExperimentOptions,
): Promise<ExperimentResult> {
  const missing = new Map<string, string>();
  const rows: GrownRow[] = [];
  const bytes: Record<string, number> = {};
  const measureAll = async (folder: string) => {
    for (const [index, contestant] of contestants.entries()) {
      const { label, engine } = contestant;
      const reason = (await engine.missing?.()) ?? memoryMissing(counts);
      if (reason) {
        missing.set(label, reason);
        continue;
      }
      const measured = await measureAdds(contestant, folder, {
        ...counts,
        seed,
        ...(signal && { signal }),
        onProgress: ({ task, done, total }) =>
          onProgress?.({ task, done: index + done / total, total: contestants.length }),
      });
      rows.push(...measured.rows);
      if (measured.bytesPerUrl !== undefined) bytes[label] = Math.round(measured.bytesPerUrl);
    }
  };
  await inMeasuredFolder(measureAll).catch((error) => {
    throw signal?.aborted ? problem.stopped`${experiment.id} was stopped` : error;
  });
  const batch = Math.min(BATCH, counts.block);
  const notes = [
    `${plural(counts.start, "URL")} at the start, ${counted(counts.add)} added · batches of ${counted(batch)} · every call waits for the disk, but where the legend says otherwise`,
  ];
  return resultOf(
    experiment,
    experiment.load,
    testClaims(claims, { rows, missing }),
    rows,
    {
      ...counts,
      ...{ scale, seed, batch, durability: "sync", bytesPerUrl: bytes },
      ...{ missing: Object.fromEntries(missing), crawlbench: version },
    },
    () => delayCurve(rows, { notes }),
  );
}

/** Why so much memory cannot be had for a measurement alone. */
function memoryMissing({ memory }: Counts): string | undefined {
  if (memory === undefined) return undefined;
  try {
    heldToMemory(memory)();
  } catch (error) {
    if (error instanceof Error) return error.message;
    throw error;
  }
  return undefined;
}

/** Which of the engines are installed. */
export async function installed(contestants: readonly Contestant[]): Promise<string[]> {
  const missing = await Promise.all(contestants.map(({ engine }) => engine.missing?.()));
  return contestants.filter((_, index) => !missing[index]).map(({ label }) => label);
}
