import type { Face } from "../base/face/face.js";
import { showing } from "../base/face/result.js";
import { counted, inPercent, plural } from "../base/numbers.js";
import type { UrlTrace } from "./url-trace.js";

/** What a person wants to know of a trace: its length, its URLs, what it knows besides, and what of its file was left out. */
function traceFace({
  name,
  requests,
  urls,
  hostKeys,
  pages,
  processes = 1,
  process = 0,
  skipped,
  notes,
}: UrlTrace): Face {
  const repeated = 1 - urls / Math.max(1, requests.length);
  const known = [
    hostKeys && plural(hostKeys.length, "host"),
    pages && plural(pages.ends.length, "page"),
    processes > 1 && `process ${process} of ${processes}`,
  ].filter(Boolean);
  return {
    say: `${name}: ${plural(requests.length, "request")} for ${plural(urls, "URL")}; ${inPercent(repeated)} of them repeat one`,
    notes: [
      ...(known.length > 0 ? [`It knows ${known.join(", ")}.`] : []),
      ...(skipped
        ? [`${plural(skipped.count, "line")} left out, the first: line ${counted(skipped.first.line)}.`]
        : []),
      ...(notes ?? []),
    ],
  };
}

/** The same trace, which shows itself without its arrays. */
export const showingTrace = showing(traceFace);
