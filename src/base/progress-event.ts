/** One step of long work, told to whoever shows progress. */
export interface ProgressEvent {
  /** What is being done, for a person: "pagerank on campus, repeat 3 of 10". */
  readonly task: string;
  /** Units finished, 0 <= done <= total. */
  readonly done: number;
  readonly total: number;
  /** What the units are: "pages". Then a rate can be told. */
  readonly unit?: string;
  /** What is done stays when the rest is stopped: a re-run goes on from there. */
  readonly isKept?: boolean;
  /** Where several things are done at a time: how far each of them is. */
  readonly parts?: readonly { readonly name: string; readonly done: number; readonly total: number }[];
  /** Curves that grow meanwhile, each with values in [0, 1] at even steps; null where one is not known yet. */
  readonly curves?: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
}

/** Receives progress; called a few times per second at the most. */
export type ProgressListener = (event: ProgressEvent) => void;
