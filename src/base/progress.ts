/** One step of long work, told to whoever shows progress. */
export interface ProgressEvent {
  /** What is being done, for a person: "pagerank on campus, repeat 3 of 10". */
  readonly task: string;
  /** Units finished, 0 <= done <= total. */
  readonly done: number;
  readonly total: number;
}

/** Receives progress; called a few times per second at the most. The library itself prints nothing. */
export type ProgressListener = (event: ProgressEvent) => void;
