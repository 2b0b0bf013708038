import { requireSnapshot, type Snapshot } from "../../archive/open-snapshot.js";
import { got, problem } from "../../base/error.js";
import { requireList } from "../../base/require-list.js";
import { meanOf } from "../../base/statistics/mean-of.js";
import { pagesOf } from "../../web/snapshot/stored-pages.js";
import { estimatedRate, type Look, likeliestRate } from "../estimated-rate.js";

/** What became of the pages from one snapshot to the next. */
export interface SnapshotStep {
  /** Pages in both with the same body. */
  readonly unchanged: number;
  /** Pages in both with another body. */
  readonly changed: number;
  /** Pages of the earlier one that the later one lacks: gone, or not found again. */
  readonly gone: number;
  /** Pages of the later one that the earlier one lacks. */
  readonly added: number;
  /** Days between two fetches of a page that is in both, on the mean. */
  readonly days: number;
  /**
   * Changes per day of a page in both, were all alike: the likeliest rate; undefined where every page had changed, or
   * none is in both.
   */
  readonly rate: number | undefined;
}

/** A page that was seen at least twice. */
export interface ObservedPage {
  readonly url: string;
  /** Fetches after the first. */
  readonly looks: number;
  /** Of these, those that found another body. */
  readonly changed: number;
  /** Changes per day, with reduced bias (see `estimatedRate`), at the mean interval between its fetches. */
  readonly rate: number;
}

/** What several snapshots of one site show of how it changes. */
export interface ObservedChanges {
  /** From each snapshot to the next. */
  readonly steps: readonly SnapshotStep[];
  /** Pages that were seen twice or more, in the order in which they were first visited. */
  readonly pages: readonly ObservedPage[];
}

interface Seen {
  readonly time: number;
  readonly digest: string;
  /** Number of the snapshot. */
  readonly at: number;
}

const DAY = 86_400_000;
const DIGEST_BYTES = 20;

/**
 * Compares snapshots of one site, the oldest first, page by page: HTML pages of status 200, by URL, each as it was last
 * seen in its snapshot. A page has changed when the SHA-1 of its stored body differs; a date on the page is a change
 * too, and so is another compression of the same body. A page that answered 304 is unchanged.
 *
 * @throws "option" for fewer than two snapshots, or when a page was fetched later in an earlier snapshot
 */
export function compareSnapshots(snapshots: readonly Snapshot[]): ObservedChanges {
  requireList("compareSnapshots takes a list of snapshots, the oldest first", snapshots);
  if (snapshots.length < 2) throw problem.option`two snapshots or more are compared; ${got(snapshots.length)}`;
  const seen = new Map<string, Seen[]>();
  for (const [at, snapshot] of snapshots.entries()) {
    requireSnapshot("compareSnapshots", snapshot);
    for (const { url, ...page } of pagesIn(snapshot)) {
      const before = seen.get(url) ?? [];
      const last = before.at(-1);
      if (last && last.time >= page.time)
        throw problem.option`${url} was fetched in ${snapshot.folder} no later than in ${snapshots[last.at].folder}: name the oldest snapshot first`;
      seen.set(url, [...before, { ...page, at }]);
    }
  }
  const pages = [...seen].filter(([, times]) => times.length > 1).map(([url, times]) => observed(url, looksOf(times)));
  const steps = snapshots.slice(1).map((_, at) => stepOf([...seen.values()], at));
  return { steps, pages };
}

function* pagesIn(snapshot: Snapshot) {
  const { columns, urls } = snapshot;
  const { storedPages } = pagesOf(snapshot);
  const captures = columns.u32("page.capture");
  const urlOf = columns.u32("capture.url");
  const times = columns.f64("capture.time");
  const digests = columns.bytes("capture.digest.sha1");
  for (const page of storedPages) {
    const row = captures[page];
    const digest = digests.subarray(row * DIGEST_BYTES, (row + 1) * DIGEST_BYTES);
    yield { url: urls.at(urlOf[row]), time: times[row], digest: Buffer.from(digest).toString("hex") };
  }
}

const looksOf = (times: readonly Seen[]): Look[] =>
  times.slice(1).map(({ time, digest }, i) => ({
    since: (time - times[i].time) / DAY,
    changed: digest !== times[i].digest,
  }));

function observed(url: string, looks: readonly Look[]): ObservedPage {
  const changed = looks.filter((look) => look.changed).length;
  return { url, looks: looks.length, changed, rate: estimatedRate(looks.length, changed, meanInterval(looks)) };
}

const meanInterval = (looks: readonly Look[]) => meanOf(looks.map(({ since }) => since));

/** @param at number of the earlier snapshot */
function stepOf(pages: readonly (readonly Seen[])[], at: number): SnapshotStep {
  const looks: Look[] = [];
  let [gone, added] = [0, 0];
  for (const times of pages) {
    const before = times.find((each) => each.at === at);
    const after = times.find((each) => each.at === at + 1);
    if (before && after) looks.push(...looksOf([before, after]));
    else if (before) gone++;
    else if (after) added++;
  }
  const changed = looks.filter((look) => look.changed).length;
  const rate = looks.length > 0 ? likeliestRate(looks) : Number.NaN;
  return {
    unchanged: looks.length - changed,
    changed,
    gone,
    added,
    days: looks.length > 0 ? meanInterval(looks) : 0,
    rate: Number.isFinite(rate) ? rate : undefined,
  };
}
