import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Command } from "commander";
import { openSnapshot } from "../archive/open-snapshot.js";
import { problem } from "../base/error.js";
import { given } from "../base/given.js";
import { counted, plural } from "../base/numbers.js";
import { ProgressLine } from "../base/progress-line.js";
import { type Faults, type SiteOptions, USUAL_FAULTS } from "../site/options.js";
import { reachable } from "../site/reachable.js";
import { type Listening, serve, serveSnapshot } from "../site/server.js";
import { loadOrOpen } from "../web/dataset/load.js";
import type { HowToRead } from "../web/dataset/open.js";
import { integer, number, options, port } from "./choices.js";
import { commandOf } from "./command-of.js";
import { checkNamed, print } from "./output.js";
import { makeFolderFor } from "./stored.js";
import { hyphened } from "./typed-method.js";

interface ServeFlags extends HowToRead, Partial<Faults>, Omit<SiteOptions, "faults" | "source"> {
  faults?: boolean;
  pages?: number;
  json?: boolean;
}

const SINGLE =
  "statuses transient deadHosts slowHosts slowRate robots crawlDelay traps copies encodings chunked validators change".split(
    " ",
  ) as (keyof Faults)[];

/** What says how something is, and what says that it is at all. */
const NEEDS = [
  ["crawlDelay", "robots"],
  ["slowRate", "slowHosts"],
  ["epoch", "change"],
] as const;

/** `crawlbench serve`: a web on loopback, for any crawler. */
export function serveCommand(): Command {
  return commandOf("serve", "serve a web on 127.0.0.1 as all of its hosts, for any crawler, with faults and a log", [
    "crawlbench serve campus --port 8080 --log access.tsv",
    "crawlbench serve web-NotreDame --hosts 500 --latency 50",
    "crawlbench serve campus --faults --traps 0    # the usual mix of faults, without traps",
    "crawlbench score access.tsv                   # what the crawl was worth, and whether it was polite",
  ])
    .argument("<web>", "name of the catalogue, path of a file of links, or folder of a snapshot")
    .option("--port <n>", "port; 0: any that is free", port, 0)
    .option("--log <file>", "write an access log there, for crawlbench score")
    .option("--faults", "the usual mix of faults: all of the following, dead and slow hosts included")
    .option("--statuses", "dead links and redirects as in Table 4.2 of Shkapenyuk and Suel 2001")
    .option("--transient <share>", "pages that answer 503 once (usual: 0.005)", number)
    .option("--dead-hosts <share>", "hosts that reset connections or never answer (usual: 0.02)", number)
    .option("--slow-hosts <share>", "hosts whose bodies trickle (usual: 0.02)", number)
    .option("--slow-rate <n>", "... and their bytes per second (usual: 20000)", number)
    .option("--robots", "robots.txt that differs by host: sections, delays, 404, 503, redirects, byte order marks")
    .option("--crawl-delay <s>", "... and the Crawl-delay of some of them, in seconds (usual: 1)", number)
    .option("--traps <share>", "hosts with endless calendars, sessions and folders (usual: 0.05)", number)
    .option("--copies <share>", "pages with a second URL (usual: 0.02)", number)
    .option("--encodings", "gzip and deflate for clients that accept them")
    .option("--chunked <share>", "pages sent in chunks (usual: 0.3)", number)
    .option("--validators", "ETag and Last-Modified, and 304 for conditional requests")
    .option("--change <share>", "pages that differ from one epoch to the next (default: 0)", number)
    .option("--epoch <n>", "... how many times the web has changed (default: 0)", integer)
    .option("--latency <ms>", "milliseconds before each response, median over hosts", number, 0)
    .option("--bytes <n>", "mean size of a page, bytes", number, 13_354)
    .option("--hosts <n>", "webs without URLs: hosts (default: one per 200 pages)", integer)
    .option("--outside", "add the links to pages outside the web that its authors wrote")
    .option("--no-sitemaps", "no sitemap.xml")
    .addOption(options.seed())
    .addOption(options.pages())
    .addOption(options.format())
    .addOption(options.duplicates())
    .addOption(options.selfLinks())
    .option("--json", "print one JSON line as soon as it listens: port, start, pages, hosts, reachable")
    .action(async (name: string, flags: ServeFlags) => {
      const ended = endSignal();
      const { site, reachable: reached } = await begin(name, flags);
      const { port, start, pages, hosts } = site;
      if (flags.json) print(JSON.stringify({ port, start, pages, hosts, reachable: reached }));
      else {
        print(
          `${name}: ${plural(pages, "page")} on ${plural(hosts, "host")}, all at 127.0.0.1:${port}, start ${start}` +
            (reached === undefined ? "" : `; a perfect crawler fetches ${counted(reached)}`) +
            `\n  crawlbench crawl ${start} --resolve '*=127.0.0.1:${port}' --delay 0 --contact you@example.edu --out crawl\n` +
            `  other crawlers: map host names to that address, or give it as their HTTP proxy. Ctrl-C ends`,
        );
      }
      await ended;
      await site.close();
    });
}

/** Resolves at the first signal; a second one ends the process. */
const endSignal = () =>
  new Promise<void>((settle) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => settle());
  });

async function begin(name: string, flags: ServeFlags): Promise<{ site: Listening; reachable?: number }> {
  const { port, log, seed, hosts, bytes, latency, outside, sitemaps, epoch, pages, format, duplicates, selfLinks } =
    flags;
  checkNamed("--log", log, "access.tsv");
  const single = given(Object.fromEntries(SINGLE.map((key) => [key, flags[key]])));
  const isPath = existsSync(name);
  const source = given({ web: isPath ? resolve(name) : name, pages, format, duplicates, selfLinks });
  const faults = flags.faults ? { ...USUAL_FAULTS, ...single } : single;
  const asked: SiteOptions = { port, log, seed, hosts, bytes, latency, outside, sitemaps, epoch, faults, source };
  if (isSnapshot(name)) return { site: await serveSnapshot(await openSnapshot(name), asked) };
  for (const [how, what] of NEEDS)
    if (flags[how] && !faults[what])
      throw problem.choice`--${hyphened(how)} changes nothing without --${hyphened(what)}: add that, or leave it out`;
  if (log !== undefined) makeFolderFor(log);
  const line = new ProgressLine();
  try {
    const web = await loadOrOpen(name, { format, duplicates, selfLinks, pages, onProgress: line.listener });
    const site = await serve(web, asked);
    return { site, reachable: reachable(site.content).reduce((sum, is) => sum + is, 0) };
  } finally {
    line.end();
  }
}

/** Is this the folder of a snapshot? */
export const isSnapshot = (path: string): boolean => existsSync(join(path, "snapshot.json"));
