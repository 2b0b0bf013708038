import { isProblem, problem } from "../base/error.js";
import type { ProgressListener } from "../base/progress-event.js";
import { ProgressLine } from "../base/progress-line.js";
import { EXIT } from "./exit.js";
import { print } from "./output.js";
import { SIGNALS } from "./signals.js";

/**
 * Runs work that Ctrl-C stops in good order: what is finished is kept, where there is a cache. A second Ctrl-C ends the
 * process.
 *
 * @param work may `say` lines of text while the live line is shown
 * @param cached whether there is one, for the message
 * @throws "stopped" that says how to go on
 */
export async function stoppable<T>(
  cached: boolean,
  work: (signal: AbortSignal, onProgress: ProgressListener, say: (text: string) => void) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const line = new ProgressLine();
  const stop = () => (controller.signal.aborted ? process.exit(EXIT.stopped) : controller.abort());
  for (const signal of SIGNALS) process.on(signal, stop);
  try {
    return await work(controller.signal, line.listener, (text) => {
      line.end(); // it comes again below the text
      print(text);
    });
  } catch (error) {
    if (!isProblem(error, "stopped")) throw error;
    const next = cached
      ? "Finished crawls are kept: run the same command to resume"
      : "Nothing was kept, for want of a cache: the same command begins anew";
    throw problem.stopped`${error}. ${next}.`;
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
    line.end();
  }
}
