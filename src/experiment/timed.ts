import { cpus } from "node:os";
import { momentsOf } from "../base/statistics/paired-difference.js";
import { tQuantile } from "../base/statistics/t-quantile.js";
import { isExpected } from "./paired.js";

/** Two things that were timed in one run, as a ratio: what else the machine did then weighs on both. */
export interface Ratio {
  /** What over what: "PostgreSQL / Berkeley DB". */
  readonly of: string;
  /** Geometric mean over runs. */
  readonly mean: number;
  /** Ends of its 95 % interval, by Student's t on logarithms; of a single run the ratio itself. */
  readonly low: number;
  readonly high: number;
  /** Standard deviation of the natural logarithms, with n - 1; of a single run 0. */
  readonly deviation: number;
  readonly runs: number;
}

/** Where times were measured. */
export interface Machine {
  /** Model of the processor, as the system has it: "AMD EPYC". */
  readonly processor: string;
  readonly cores: number;
  /** "v22.11.0" */
  readonly node: string;
}

export const thisMachine = (): Machine => ({
  processor: (cpus()[0]?.model ?? "unknown processor").trim(),
  cores: cpus().length,
  node: process.version,
});

/** Whether times of the one may be held against those of the other: processor, cores and Node's major version. */
export const isOfKind = (a: Machine, b: Machine): boolean =>
  a.processor === b.processor && a.cores === b.cores && majorOf(a) === majorOf(b);

const majorOf = ({ node }: Machine): string => node.split(".", 1)[0];

/** The ratio of two times or speeds of one run; none where one of them is not above 0. */
export const ratioOf = (of: string, first: number, second: number): Ratio[] => {
  const ratio = first / second;
  return ratio > 0 && Number.isFinite(ratio)
    ? [{ of, mean: ratio, low: ratio, high: ratio, deviation: 0, runs: 1 }]
    : [];
};

/** The ratios of several runs as one, with the interval of their geometric mean. */
export function pooled(ratios: readonly Ratio[]): Ratio {
  if (ratios.length === 1) return ratios[0];
  const [{ of }] = ratios;
  const { mean, deviation } = momentsOf(Float64Array.from(ratios, (ratio) => Math.log(ratio.mean)));
  const runs = ratios.length;
  const half = (tQuantile(0.975, runs - 1) * deviation) / Math.sqrt(runs);
  const [low, middle, high] = [mean - half, mean, mean + half].map(Math.exp);
  return { of, mean: middle, low, high, deviation, runs };
}

/** Whether a run's ratio lies where the recorded ones lead to expect, but for one time in a thousand. On logarithms. */
export const isExpectedRatio = (recorded: Ratio, run: Ratio): boolean =>
  recorded.runs > 1 && isExpected(onLogs(recorded), onLogs(run));

const onLogs = ({ mean, deviation, runs }: Ratio) => ({ mean: Math.log(mean), deviation, crawls: runs });
