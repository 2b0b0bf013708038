import { CellLine } from "./cell-line.js";
import { cellSignal } from "./cell-signal.js";
import { inNotebook } from "./display.js";
import { problem } from "./error.js";
import type { ProgressListener } from "./progress-event.js";
import { ProgressLine } from "./progress-line.js";

/** Who is told of progress: a function, or with false nobody. Unless told: the cell, or the terminal. */
export type Progress = ProgressListener | false;

/** Who is told of work under way, by work: of what is done inside it, too. Works side by side end in any order. */
const underWay = new Map<object, ProgressListener>();

const nobody: ProgressListener = () => {};

/**
 * Does long work with its progress shown: by the caller's own function where there is one; else, in a notebook, in a
 * line of the cell, and in a script on its terminal, if it has one. Work inside other work is shown by that.
 *
 * @param what the work, in the few words that stay when it is done
 */
export async function withProgress<T>(
  what: string,
  given: Progress | undefined,
  work: (onProgress: ProgressListener) => Promise<T>,
): Promise<T> {
  const outer = [...underWay.values()].at(-1);
  const own = given === undefined && outer === undefined ? lineFor(what) : undefined;
  const listener = given === false ? nobody : (given ?? outer ?? own?.listener ?? nobody);
  const self = {};
  underWay.set(self, listener);
  let isDone = false;
  try {
    const result = await work(listener);
    isDone = true;
    return result;
  } finally {
    underWay.delete(self);
    own?.end(isDone);
  }
}

/**
 * As `withProgress`, for work that looks at no signal: what ■ stops in a notebook ends when it next tells how far it
 * is.
 *
 * @throws "stopped"; what `work` throws
 */
export function withStop<T>(
  what: string,
  given: Progress | undefined,
  work: (onProgress: ProgressListener) => Promise<T>,
): Promise<T> {
  const signal = cellSignal();
  return withProgress(what, given, (onProgress) =>
    work((event) => {
      if (signal?.aborted) throw problem.stopped`${what}: stopped`;
      onProgress(event);
    }),
  );
}

function lineFor(what: string): CellLine | ProgressLine | undefined {
  if (inNotebook()) return new CellLine(what);
  return process.stderr.isTTY ? new ProgressLine() : undefined;
}
