import { existsSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { repack } from "../../archive/export/repack.js";
import { besides } from "../../archive/files.js";
import { openSnapshot } from "../../archive/open-snapshot.js";
import { problem } from "../../base/error.js";
import type { ProgressListener } from "../../base/progress-event.js";
import { realCrawl } from "../../fetch/real-crawl.js";
import { NO_PAGES } from "../../fetch/scope-options.js";
import { openTransport } from "../../fetch/transport.js";
import { DocAddresses, isHtml } from "./address.js";
import { serveDocs } from "./doc-server.js";
import type { DocSet } from "./doc-sets.js";
import { FileTree } from "./file-tree.js";
import { type BuiltCounts, bestHome, countsOf } from "./measure.js";
import { LICENCES_PACKAGE, packWords } from "./pack.js";
import { aptPackages, type PackageFile, type PackageSource } from "./packages.js";

export interface BuildOptions {
  readonly sets: readonly DocSet[];
  /** Folder of the snapshot; must not exist. */
  readonly out: string;
  /** Of the web; default "debian-docs". */
  readonly name?: string;
  /**
   * What is kept of pages: all (default), or, for a web that is to be handed on with the package, the counts of their
   * words, with copyright files and licences beside them; see pack.ts.
   */
  readonly keep?: "pages" | "words";
  /**
   * Folder where packages stay for the next time; default: they are deleted with everything else that was only needed
   * on the way.
   */
  readonly keepPackages?: string;
  /** Default: aptPackages(). */
  readonly packages?: PackageSource;
  /** Requests under way at most; the result does not depend on it. Default 16. */
  readonly connections?: number;
  readonly onProgress?: ProgressListener;
  readonly signal?: AbortSignal;
}

/** What was built, and what it took. */
export interface Built extends BuiltCounts {
  readonly folder: string;
  readonly sets: readonly string[];
  /** "python3.11-doc=3.11.2-6" */
  readonly packages: readonly string[];
  /** Of packages, those kept from before not among them. */
  readonly downloadBytes: number;
  /** HTML files in the roots of the sets. */
  readonly files: number;
  /** Of the snapshot's index. */
  readonly sha256: string;
  /** Milliseconds of each part. */
  readonly milliseconds: Readonly<Record<"fetch" | "unpack" | "crawl" | "repack", number>>;
}

/** Who is responsible: the sites that are crawled stand on this machine alone. */
const CONTACT = "http://localhost/";
/** Files beside pages that documentation links to. */
const NO_DOCUMENTS =
  ".c .cc .conf .cpp .diff .h .hpp .inc .inv .ipynb .java .log .md .patch .pl .py .pyx .qch .rb .rpy .rst .sh .tac .tag .txt .xml .xsl .yaml .yml".split(
    " ",
  );

/**
 * Makes a web of documentation: fetches the packages of the sets, serves their pages on 127.0.0.1 under the names of
 * their projects' own hosts, crawls them from all home pages (see DocAddresses.entrancesOf for sets that have none),
 * and repacks what was crawled as a canonical snapshot. The same packages give the same bytes: time is that of the
 * newest page.
 *
 * @throws CrawlbenchError when packages cannot be had, or the crawl did not get everything; "failed" when
 *   `out` exists
 */
export async function buildDebianDocs(options: BuildOptions): Promise<Built> {
  const { out } = options;
  if (existsSync(out))
    throw problem.exists`${out} exists: delete it to build it anew, or name another folder: --out <dir>`;
  return besides(out, (work) => build(options, work));
}

/** @param work an empty folder for what is only needed on the way */
async function build(options: BuildOptions, work: string): Promise<Built> {
  const { sets, out, name = "debian-docs", keep = "pages" } = options;
  const { keepPackages, packages: source = aptPackages(), signal } = options;
  const milliseconds = { fetch: 0, unpack: 0, crawl: 0, repack: 0 };
  const timed = async <T>(part: keyof typeof milliseconds, job: () => Promise<T>): Promise<T> => {
    const begun = performance.now();
    const result = await job();
    milliseconds[part] = Math.round(performance.now() - begun);
    signal?.throwIfAborted();
    return result;
  };
  const ofSets = sets.flatMap(({ packages }) => packages);
  const names = [...new Set(keep === "words" ? [...ofSets, LICENCES_PACKAGE] : ofSets)].sort();
  const say = (task: string, done: number, total: number) => options.onProgress?.({ task, done, total });
  say("fetch packages", 0, names.length);
  const files = await timed("fetch", () => source.fetch(names, keepPackages ?? join(work, "packages"), signal));
  const folders = await timed("unpack", () => unpackAll(source, files, work, say, signal));
  const tree = new FileTree(folders);
  const addresses = new DocAddresses(sets, tree);
  const pages = tree.files().filter((path) => isHtml(path) && addresses.setOf(path) !== undefined);
  const crawled = join(work, "crawl");
  const homes = homesOf(sets, addresses);
  const seeds = [...new Set([...homes, ...sets.flatMap((set) => addresses.entrancesOf(set))])];
  await timed("crawl", () => crawl(addresses, seeds, crawled, pages.length, options));
  const snapshot = await openSnapshot(crawled);
  const versions = files.map(({ name, version }) => `${name}=${version}`);
  await timed("repack", async () => {
    const about = {
      name,
      sets: sets.map(({ name }) => name).join(" "),
      packages: versions.join(" "),
      start: bestHome(snapshot, homes),
    };
    const newest = pages.reduce((time, path) => Math.max(time, statSync(diskOf(tree, path)).mtimeMs), 0);
    say("repack", 0, 1);
    const time = Math.floor(newest / 1000) * 1000;
    if (keep === "words") await packWords(snapshot, out, { time, about, tree, packages: ofSets });
    else await repack(snapshot, out, { time, about, gzipLevel: 6 });
  });
  snapshot.close();
  const built = await openSnapshot(out);
  return {
    folder: out,
    sets: sets.map(({ name }) => name),
    packages: versions,
    downloadBytes: files.reduce((sum, { kept, bytes }) => sum + (kept ? 0 : bytes), 0),
    files: pages.length,
    ...countsOf(built),
    sha256: built.sha256,
    milliseconds,
  };
}

const diskOf = (tree: FileTree, path: string): string => tree.find(path)?.disk as string;

async function unpackAll(
  source: PackageSource,
  files: readonly PackageFile[],
  work: string,
  say: (task: string, done: number, total: number) => void,
  signal?: AbortSignal,
): Promise<string[]> {
  const folders = files.map(({ name }) => join(work, "tree", name));
  let next = 0;
  let done = 0;
  const worker = async () => {
    while (next < files.length && !signal?.aborted) {
      const index = next++;
      await source.unpack(files[index], folders[index], signal);
      say("unpack packages", ++done, files.length);
    }
  };
  const workers = await Promise.allSettled(Array.from({ length: Math.min(4, availableParallelism()) }, worker));
  for (const each of workers) if (each.status === "rejected") throw each.reason; // none writes any more
  return folders;
}

/** @throws CrawlbenchError for a set whose home page is not in its packages */
function homesOf(sets: readonly DocSet[], addresses: DocAddresses): string[] {
  return sets.map((set) => {
    const home = addresses.homeOf(set);
    if (home !== undefined) return home;
    throw problem.differs`set ${set.name}: no /${set.root}/${set.home} in the packages ${set.packages.join(", ")}; the sets are those of Debian 12.\n  Leave it out: --sets`;
  });
}

/**
 * Crawls breadth-first, no delay, robots.txt obeyed, files that are no pages left out. What meta elements tell search
 * engines is not obeyed: those of astropy keep them away from older versions.
 */
async function crawl(
  addresses: DocAddresses,
  seeds: readonly string[],
  out: string,
  pages: number,
  { connections = 16, onProgress, signal }: BuildOptions,
): Promise<void> {
  const server = await serveDocs(addresses);
  try {
    const resolve = [`*=http://127.0.0.1:${server.port}`];
    const transport = openTransport({ userAgent: "crawlbench", resolve, bodyLimit: 2 ** 26 });
    const status = await realCrawl({
      seeds,
      out,
      contact: CONTACT,
      connections,
      resolve,
      bodyLimit: 2 ** 26,
      politeness: { delay: 0, factor: 0 },
      metaRobots: "ignore",
      scope: {
        within: "host",
        hosts: addresses.hosts,
        suffixes: [...NO_PAGES.filter((suffix) => suffix !== ".gz"), ...NO_DOCUMENTS],
        exclude: [/(?<!\.x?html?)\.gz$/i],
      },
      trace: false,
      gzipLevel: 0,
      checkpointEvery: 600_000,
      checkpointPages: 1_000_000,
      transport: {
        close: () => transport.close(),
        fetch: ({ headers, ...request }) =>
          transport.fetch({ ...request, headers: { ...headers, Forwarded: `proto=${request.url.split(":", 1)[0]}` } }),
      },
      onStatus: (now) => onProgress?.({ task: "crawl", done: Math.min(now.pages, pages), total: pages }),
      ...(signal && { signal }),
    });
    signal?.throwIfAborted();
    const faults = Object.entries({ ...status.faults, ...status.dropped });
    if (status.state === "done" && faults.length === 0) return;
    throw problem.differs`the crawl of the documentation ended as "${status.state}" with ${faults.map(([fault, count]) => `${count} ${fault}`).join(", ") || "no faults"}; expected every page.\n  Nothing was kept: the same command begins anew; --connections 1 is gentler`;
  } finally {
    await server.close();
  }
}
