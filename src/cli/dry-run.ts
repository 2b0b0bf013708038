import { join } from "node:path";
import { problem } from "../base/error.js";
import { inPassingFolder } from "../base/file/passing-folder.js";
import { plural } from "../base/numbers.js";
import { Crawl } from "../fetch/crawl.js";
import type { CrawlOptions } from "../fetch/crawl-options.js";
import { seedUrl } from "../fetch/crawl-settings.js";
import { isAtOrBelow } from "../fetch/politeness/name-map.js";
import { formats } from "../monitor/page/formats.js";
import { hostOf } from "../url/host.js";
import { answersOf, hintOn } from "./crawl-hint.js";
import { print, printJson, tell } from "./output.js";
import { stopOnSignals } from "./signals.js";

interface Decision {
  readonly url: string;
  readonly depth: number;
  /** Undefined: it would be fetched. */
  readonly reason?: string;
}

/** Milliseconds between robots.txt and a start page, where no delay is asked for: two requests, not a crawl. */
const DELAY = 1_000;

/** Milliseconds after which a person wonders whether anything happens. */
const LONG = 10_000;

/**
 * Asks for robots.txt and the start pages, and tells which of the URLs on them would be fetched, which not, and why.
 * Stores nothing.
 */
export function dryRun(options: CrawlOptions, json: boolean): Promise<void> {
  return inPassingFolder((folder) => dryRunIn(folder, options, json));
}

async function dryRunIn(folder: string, options: CrawlOptions, json: boolean): Promise<void> {
  const decisions: Decision[] = [];
  const seeds = options.seeds ?? [];
  const delay = options.politeness?.delay ?? DELAY;
  const crawl = await Crawl.open({
    ...options,
    out: join(folder, "snapshot"),
    store: "none",
    trace: false,
    follow: false,
    politeness: { ...options.politeness, delay },
    retry: { retries: 0 },
    onMet: (url, depth, reason) => decisions.push({ url, depth, ...(reason !== undefined && { reason }) }),
  });
  for (const said of crawl.status().proxies ?? []) process.stderr.write(`proxy for ${said}\n`);
  tell(longWait(seeds, delay));
  const signals = stopOnSignals(crawl, () => void crawl.abort()); // nothing of it is kept
  const status = await crawl.run().finally(() => signals.off());
  if (signals.count > 0) throw problem.stopped`the dry run was stopped`;
  const errors = crawl.errors().map(({ url, fault, message }) => ({ url, fault, message }));
  const failed = new Set(errors.map(({ url }) => url));
  const reasonFor = (url: string): string | undefined => {
    const host = hostOf(url).replace(/\.$/, "");
    if (status.blocked.some((name) => isAtOrBelow(host, name))) return "blocked";
    if (crawl.isDisallowed(url)) return "robots.txt";
    return failed.has(url) || failed.has(new URL("/robots.txt", url).href) ? "failed" : undefined;
  };
  const judged = decisions.map((each) => {
    const reason = each.reason ?? reasonFor(each.url);
    return reason === undefined ? each : { ...each, reason };
  });
  if (json) return printJson({ seeds, pages: status.pages, disallowed: status.disallowed, urls: judged, errors });
  print(
    [
      ...judged.map(({ url, reason }) =>
        reason === undefined ? `fetch      ${url}` : `leave out  ${url}  (${reason})`,
      ),
      ...errors.map((error) => `failed     ${error.url}  (${error.fault}: ${error.message}${hintOn(error)})`),
      ...(status.pages === 0 && Object.keys(status.statuses).length > 0
        ? [`no page came: ${answersOf(status, options.cookies === true)}`]
        : []),
      ...(status.state === "done" ? [] : ["--pages or --time ended it before all start pages were looked at"]),
      `${judged.filter(({ reason }) => reason === undefined).length} of ${plural(judged.length, "URL")} on ${plural(status.pages, "start page")} would be fetched; nothing was stored`,
    ].join("\n"),
  );
}

/** What to say of start pages that one host is asked for over a long time; undefined: nothing. */
function longWait(seeds: readonly string[], delay: number): string | undefined {
  const counts = new Map<string, number>();
  for (const url of new Set(seeds.map((seed) => seedUrl(seed))))
    counts.set(hostOf(url), (counts.get(hostOf(url)) ?? 0) + 1);
  const [host, most] = [...counts].reduce((one, other) => (other[1] > one[1] ? other : one), ["", 0]);
  if (most * delay < LONG) return undefined;
  const { duration } = formats();
  return `this takes at least ${duration(most * delay)}: ${host} is asked for ${plural(most, "start page")}, and rests ${duration(delay)} before each. For a host of your own: --delay 0`;
}
