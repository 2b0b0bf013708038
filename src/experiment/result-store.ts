import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { canonical } from "../base/canonical.js";
import { codeDigest } from "../base/code-digest.js";
import { webIdentity } from "../crawl/pool/crawl-key.js";
import { defaultCacheFolder, requireWritable, writeWhole } from "../crawl/pool/crawl-store.js";
import { restoreFigure, type StoredFigure, storedFigure } from "../figure/figure.js";
import { datasets } from "../web/dataset/card.js";
import type { Web } from "../web/web.js";
import type { ClaimVerdict } from "./claim.js";
import { type Experiment, type ExperimentOptions, ExperimentResult } from "./experiment.js";
import { thisMachine } from "./timed.js";

/** Where results are kept: `results`, in the folder that `CRAWLBENCH_CACHE` names, else in `.crawlbench`. */
export const defaultResultFolder = (): string =>
  join(process.env.CRAWLBENCH_CACHE ? defaultCacheFolder() : dirname(defaultCacheFolder()), "results");

/** All that a result depends on; equal keys mean that running again would show the same. */
export type ResultKey = string;

/** What is kept of a result. */
interface StoredResult {
  readonly dataset: string;
  readonly verdicts: readonly ClaimVerdict[];
  readonly rows: readonly object[];
  readonly provenance: object;
  readonly figure: StoredFigure;
  readonly hadRuns: boolean;
}

/**
 * The key of an experiment on a web: its code and all code that it reaches, the web as it stands and its card, the choices that
 * change what it shows. Of one that measures its own load also the machine and the runtime; of one that uses databases
 * of the system, which of them are there.
 *
 * @param module file URL of the experiment
 */
export async function resultKey(
  experiment: Experiment,
  module: string | URL,
  web: Web | undefined,
  { repeats, seed, scale, putBack, copies, pagesPerHost, query }: ExperimentOptions,
): Promise<ResultKey> {
  const inputs = {
    experiment: experiment.id,
    code: codeDigest(module),
    ...(web && { web: { ...webIdentity(web), card: datasets().find(({ id }) => id === web.name) } }),
    choices: { repeats, seed: seed ?? 1, scale, putBack, copies, pagesPerHost, query },
    ...("load" in experiment && { machine: thisMachine(), uses: await experiment.uses?.() }),
  };
  return createHash("sha256").update(canonical(inputs)).digest("hex");
}

/** Results of experiments on disk, a file each under its key: what did not change is not run again. */
export class ResultStore {
  /** @param put writes a file, and says what to do where it cannot be written; default: another cache */
  constructor(
    readonly folder: string = defaultResultFolder(),
    readonly put = writeWhole,
  ) {}

  /**
   * The result filed under `key`; undefined when there is none that can be read.
   *
   * @param reused whether it is from an earlier run
   */
  find(key: ResultKey, experiment: Experiment, reused = true): ExperimentResult | undefined {
    const path = this.#path(key);
    const stored = readKept<StoredResult>(path);
    if (stored === undefined || !("png" in stored.figure)) return undefined;
    const { dataset, verdicts, rows, provenance, figure, hadRuns } = stored;
    const extras = { reused, hadRuns };
    return new ExperimentResult(
      experiment,
      dataset,
      verdicts,
      rows,
      provenance,
      async () => restoreFigure(figure),
      extras,
    );
  }

  /** Finds out before an experiment whether its result can be kept. @throws as `keep` */
  requireWritable(): void {
    requireWritable(this.folder);
  }

  /**
   * Draws its figure and files it.
   *
   * @returns the same result, whose figure is drawn
   * @throws "failed" when the disk is full or not writable; nothing is left half-written
   */
  async keep(key: ResultKey, result: ExperimentResult): Promise<ExperimentResult> {
    const { dataset, verdicts, rows, provenance } = result;
    const figure = await result.figure();
    const stored: StoredResult = {
      dataset,
      verdicts,
      rows,
      provenance,
      figure: storedFigure(figure),
      hadRuns: result.hasRuns,
    };
    keepWhole(this.#path(key), stored, this.put);
    return result.withFigure(figure);
  }

  #path(key: ResultKey): string {
    return join(this.folder, `${key}.result`);
  }
}

const digestOf = (bytes: Uint8Array): Buffer => createHash("sha256").update(bytes).digest();

/** @throws "failed" when the disk is full or not writable; nothing is left half-written */
export function keepWhole(path: string, value: unknown, put = writeWhole): void {
  const bytes = serialize(value);
  put(path, [digestOf(bytes), bytes]);
}

/**
 * What `keepWhole` wrote; undefined when there is nothing, a bit of it is not as it was, or another runtime or version
 * wrote it: then it is made again.
 */
export function readKept<T>(path: string): T | undefined {
  try {
    const content = readFileSync(path);
    const bytes = content.subarray(32);
    return digestOf(bytes).equals(content.subarray(0, 32)) ? (deserialize(bytes) as T) : undefined;
  } catch {
    return undefined;
  }
}
