import type { Face } from "../../base/face/face.js";
import { counted, inPercent, inWhole } from "../../base/numbers.js";
import type { UrlTrace } from "../../trace/url-trace.js";
import type { DownloadLog } from "./download-log.js";

/** What a timed replay recorded. */
export interface TimedReplay {
  /** Of each process: what its host splitter met, in order. */
  readonly traces: readonly UrlTrace[];
  /** Of each trace: the URL behind each of its numbers: copy times `LinkedUrls.size` plus URL of the web. */
  readonly urlIds: readonly Uint32Array[];
  /** Downloads that ended. */
  readonly downloads: number;
  /** Those of stored URLs: the others showed nothing. */
  readonly pages: number;
  /** How long the crawl took, in its own time. */
  readonly milliseconds: number;
  /**
   * Of each process: hosts with a request under way or a URL in their queue, in the mean over the requests that it
   * recorded.
   */
  readonly openHosts: readonly number[];
  /** The same in the mean over time: less, since a crawl of few hosts at its end takes long. */
  readonly openHostsOverTime: readonly number[];
  /** Of each process: most hosts open at once. */
  readonly peakOpenHosts: readonly number[];
  /** Share of all threads' time in which they had nothing that they might ask for; in [0, 1]. */
  readonly idle: number;
  /** The same of each process: 1 for one that owns nothing. */
  readonly idleShares: readonly number[];
  /** What was assumed, for whoever shows results. */
  readonly assumptions: { readonly hosts: string; readonly repeats: string; readonly latency: string };
  readonly log?: DownloadLog;
}

const said = ({ traces, downloads, pages, milliseconds, idle }: TimedReplay): string =>
  `${traces[0].name}${traces.length > 1 ? ` in each of ${traces.length} processes` : ""}: ${counted(downloads)} downloads, ${counted(pages)} of them of stored pages, in ${inTime(milliseconds / 1000)} of virtual time; threads idle ${inPercent(idle)} of it`;

const inTime = (seconds: number): string =>
  seconds < 7200 ? `${inWhole(seconds)} s` : `${inWhole(seconds / 3600)} hours`;

const rowsOf = ({ traces, openHosts, peakOpenHosts, idleShares }: TimedReplay): object[] =>
  traces.map(({ requests, urls }, process) => ({
    process,
    requests: requests.length,
    URLs: urls,
    "hosts open, mean": openHosts[process].toFixed(1),
    "at most": peakOpenHosts[process],
    idle: inPercent(idleShares[process]),
  }));

const assumed = ({ assumptions: { hosts, repeats, latency } }: TimedReplay): string =>
  `Assumed: hosts ${hosts}; repeats ${repeats}; latency ${latency}.`;

/** What a crawl in virtual time shows of itself: what each process met. */
export const timedFace = (replay: TimedReplay): Face => ({
  say: said(replay),
  tables: [{ rows: rowsOf(replay) }],
  notes: [assumed(replay)],
});
