import { setImmediate } from "node:timers/promises";
import { cellSignal } from "../base/cell-signal.js";
import { problem } from "../base/error.js";
import type { ProgressListener } from "../base/progress-event.js";
import { termsOf } from "../page/text/terms-of.js";
import { type Capability, requireCapabilities, type Web } from "../web/web.js";

/** What reads text, or does not. */
interface Reader {
  readonly name: string;
  readonly needs: readonly Capability[];
}

export interface CountTermsOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ProgressListener | undefined;
}

/**
 * Counts the terms of a web with progress, where a method reads text: else each page would be counted when it is first
 * asked for, without a word about how far it is.
 *
 * @throws "no-page" when the web lacks what a method needs; "stopped" when told to stop
 */
export async function countTerms(
  web: Web,
  readers: readonly Reader[],
  { signal = cellSignal(), onProgress }: CountTermsOptions = {},
): Promise<void> {
  for (const { name, needs } of readers) requireCapabilities(web, needs, name);
  await setImmediate(); // Ctrl-C arrives here
  if (signal?.aborted) throw problem.stopped`stopped when ${web.name} was loaded`;
  if (!readers.some(({ needs }) => needs.includes("text"))) return;
  await termsOf(web).ready?.((event) => {
    if (signal?.aborted)
      throw problem.stopped`counting the terms of ${web.name} was stopped after ${event.done} of ${event.total} pages`;
    onProgress?.(event);
  });
}
