import { inspect } from "node:util";
import type { Crew } from "../base/crew/crew.js";
import { got, option, problem } from "../base/error.js";
import type { Face } from "../base/face/face.js";
import { type Inspecting, Result } from "../base/face/result.js";
import type { ProgressListener } from "../base/progress-event.js";
import { type DataFrame, frameOf } from "../base/rows/frame.js";
import type { Comparison } from "../crawl/compare/comparison.js";
import type { Importance } from "../crawl/importance/importance.js";
import type { JudgeOptions } from "../crawl/judge.js";
import type { Figure } from "../figure/figure.js";
import type { Capability, Web } from "../web/web.js";
import type { ClaimTests, ClaimVerdict } from "./claim.js";
import { claimTable, verdictItem } from "./claim-table.js";

export interface ExperimentOptions {
  /** Crawls per ordering, from drawn start pages; default 3. */
  readonly repeats?: number;
  readonly seed?: number;
  /** Crawls at a time. */
  readonly workers?: number;
  /** Workers of other machines that help: `await openCrew("nats://...")`. */
  readonly crew?: Crew;
  /** Keep crawls and results on disk and take them from there: true (default), false, or a folder for the crawls. */
  readonly cache?: boolean | string;
  /**
   * Share of the paper's counts, for experiments that make their own load or choose their threads; default 0.05, of
   * threads 0.2.
   */
  readonly scale?: number;
  /**
   * Share of the links that repeat one on the same page, put back in webs whose source dropped repeats, in [0, 1);
   * default 0.317, as Broder et al. 2003 counted in section 4.2. Experiments on caches and on many processes alone
   * take it.
   */
  readonly putBack?: number;
  /**
   * Copies of the web, side by side, that a crawl of many threads runs on; default as many as let all threads find
   * hosts. Experiments on caches and on many processes alone take it.
   */
  readonly copies?: number;
  /**
   * Pages of a host in the mean, of webs that do not name their hosts: these are inferred then, see `inferredHosts`;
   * default 460. Experiments on caches and on many processes alone take it.
   */
  readonly pagesPerHost?: number;
  /** What crawls for a topic look for, in place of the topics of the web's card. */
  readonly query?: string;
  readonly onProgress?: ProgressListener;
  readonly signal?: AbortSignal;
}

/**
 * What of the options `compare` takes: a share of the paper's counts says nothing to crawls of a whole web, and a query
 * is in the methods.
 */
export const forCompare = ({ scale, putBack, copies, pagesPerHost, query, ...options }: ExperimentOptions) => options;

/** How the hosts of a web are inferred that does not name them, where that is asked for. */
export const inferring = ({ urls }: Web, pagesPerHost: number | undefined): { readonly pagesPerHost?: number } =>
  urls || pagesPerHost === undefined ? {} : { pagesPerHost };

/** Share of the paper's counts where none is asked for. */
export const SCALE = 0.05;

/** @param unit what scale 1 stands for: "the paper's counts". @throws "option" for a scale that is none */
export function checkScale(scale: number, unit: string): void {
  if (scale > 0 && scale <= 10) return;
  throw problem.option`${option("scale")} is a share of ${unit}, above 0 and at most 10; ${got(scale)}`;
}

/** Crawls per ordering unless asked otherwise: enough to be held against the ledger's twenty, few enough to wait for. */
export const REPEATS = 3;

/** What else belongs to a result. */
export interface ResultExtras {
  /** True when it was not run again, for nothing that it depends on has changed. */
  readonly reused?: boolean;
  /** The crawls that it judges. */
  readonly runs?: Comparison;
  /** Whether there were such crawls when it was stored. */
  readonly hadRuns?: boolean;
}

/** What an experiment showed on one web. In a notebook it draws its figure, with the verdicts below. */
export class ExperimentResult extends Result {
  #picture: Figure | undefined;

  constructor(
    readonly experiment: Pick<Experiment, "id" | "title" | "paper">,
    readonly dataset: string,
    readonly verdicts: readonly ClaimVerdict[],
    /** Tidy rows behind the figure. */
    readonly rows: readonly object[],
    readonly provenance: object,
    readonly figure: () => Promise<Figure>,
    private readonly extras: ResultExtras = {},
  ) {
    super();
  }

  /** True when it was not run again, for nothing that it depends on has changed. */
  get reused(): boolean {
    return this.extras.reused === true;
  }

  /** Whether it judges crawls by several orderings: `runs`. */
  get hasRuns(): boolean {
    return this.extras.runs !== undefined || this.extras.hadRuns === true;
  }

  /**
   * The crawls that the figure judges.
   *
   * @throws "lacks" for an experiment that compares no orderings, or a result that was taken from disk
   */
  get runs(): Comparison {
    if (this.extras.runs) return this.extras.runs;
    throw problem.lacks`${this.experiment.id} holds no crawls of a comparison: its rows are in rows, as a frame in frame()`;
  }

  /** What if? The same crawls under another importance, threshold or model; see `Comparison.judge`. */
  judge(importance?: Importance, options?: JudgeOptions): Comparison {
    return this.runs.judge(importance, options);
  }

  /** The claims with their verdicts. */
  get claims(): readonly ClaimVerdict[] {
    return this.verdicts;
  }

  /** The rows behind the figure as a danfo DataFrame. */
  frame(): Promise<DataFrame> {
    return frameOf(this.rows);
  }

  /** The same result with other words on what its verdicts rest on. */
  withVerdicts(verdicts: readonly ClaimVerdict[]): ExperimentResult {
    const { experiment, dataset, rows, provenance, figure, extras } = this;
    return new ExperimentResult(experiment, dataset, verdicts, rows, provenance, figure, extras);
  }

  /** The same result with its figure at hand. */
  withFigure(figure: Figure): ExperimentResult {
    const { experiment, dataset, verdicts, rows, provenance, extras } = this;
    return new ExperimentResult(experiment, dataset, verdicts, rows, provenance, async () => figure, extras);
  }

  /** Draws the figure, so that a notebook can show it. @returns this */
  async drawn(): Promise<this> {
    this.#picture = await this.figure();
    return this;
  }

  table(): string {
    return `${this.experiment.title}, on ${this.dataset}\n${claimTable(this.verdicts)}`;
  }

  toString(): string {
    return this.table();
  }

  override [inspect.custom](depth: number | null, options: Inspecting): string {
    if (depth === options.depth) this.#picture?.display();
    return super[inspect.custom](depth, options);
  }

  face(): Face {
    return { say: `${this.experiment.title}, on ${this.dataset}`, items: this.verdicts.map(verdictItem) };
  }
}

/** What an experiment showed on a dataset, its claims tested; the arguments are those of `ExperimentResult`. */
export function resultOf(
  experiment: Experiment,
  dataset: string,
  tests: ClaimTests | readonly ClaimTests[],
  rows: readonly object[],
  provenance: object,
  figure: () => Promise<Figure>,
  extras?: ResultExtras,
): ExperimentResult {
  const verdicts = [tests].flat().flatMap((test) => test(experiment, dataset));
  return new ExperimentResult(experiment, dataset, verdicts, rows, provenance, figure, extras);
}

interface AnyExperiment {
  /** Folder and file: "cho1998/graph-2". */
  readonly id: string;
  readonly title: string;
  /** What the paper did and says, in our words, with its section; for our own: what it leaves out. */
  readonly paper: string;
  /** What it costs, of one that is run when it is named, and not among all or its family. */
  readonly alone?: string;
  /**
   * Of one whose times are measured, or whose numbers depend on when answers came: the runs that the ledger rests on;
   * default 5, or 1 of what is run by its name.
   */
  readonly runs?: number;
}

/** One reproduced figure, or one of our own, that crawls a web: data, grid, run, claims, verdicts. */
export interface WebExperiment extends AnyExperiment {
  /** Which datasets it runs on: those whose card lists this family. */
  readonly suits: "cho1998" | "cho1998-small-site" | "cho1998-topic" | "broder2003" | "freshness";
  /** False where its numbers depend on when answers came; default true. */
  readonly repeatable?: false;
  /** What a web must carry besides its links; nothing unless said. */
  readonly needs?: readonly Capability[];
  /** Why it cannot run on a web, in words: too large for what it computes. Not asked where nothing refuses webs. */
  refuses?(web: Web): string | undefined;
  run(web: Web, options?: ExperimentOptions): Promise<ExperimentResult>;
}

/** One that makes its own load, and needs no web. */
export interface LoadExperiment extends AnyExperiment {
  /** What stands where others name a dataset: "dorosz-load". */
  readonly load: string;
  /**
   * Its numbers are the same each time, on any machine: no clock has a part in them. Default false: times were
   * measured.
   */
  readonly repeatable?: boolean;
  /** It measures no times either, and mostly waits for answers: it runs beside those that are repeatable. */
  readonly waits?: true;
  /** What of this machine it uses besides Node, where that may change: the databases that are installed. */
  uses?(): Promise<readonly string[]>;
  run(options?: ExperimentOptions): Promise<ExperimentResult>;
}

export type Experiment = WebExperiment | LoadExperiment;
