import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { either, got, option, problem } from "../../base/error.js";
import { checkOptions } from "../../base/method.js";
import { type Progress, withStop } from "../../base/progress.js";
import type { ProgressListener } from "../../base/progress-event.js";
import type { LinkPolicy } from "../graph/builder.js";
import { type ReadOptions, readRules } from "../read/format.js";
import { type Capability, changed, findPage, type Web, type WebWith } from "../web.js";
import { findBuilt, loadBuilt } from "./built.js";
import { cardOf, type DatasetCard, isInCatalogue, isNameOfWeb } from "./card.js";
import type { CapabilitiesOf, DatasetName } from "./catalogue.js";
import { type HowToRead, type OpenOptions, open, openFiles, webDigest, webOfData } from "./open.js";
import { siteOf } from "./site.js";
import { digest, onlyOnce, textDigest } from "./source.js";
import { showingItself } from "./web-card.js";

export interface LoadOptions extends LinkPolicy {
  /** Pages of a generated web, 100 or more; default: as its card says. */
  readonly pages?: number;
  /** Seed of a generated web. */
  readonly seed?: number;
  readonly onProgress?: Progress;
}

/** The same for what may be a file, too. */
export interface LoadOrOpenOptions extends LoadOptions, HowToRead {}

/**
 * Folders where data may lie, the first that is there: CRAWLBENCH_DATA, then ../shared/data beside the working
 * directory or beside this package.
 */
export function dataFolder(): string | undefined {
  if (process.env.CRAWLBENCH_DATA) return resolve(process.env.CRAWLBENCH_DATA);
  const beside = [process.cwd(), fileURLToPath(new URL("../../../", import.meta.url))].map((folder) =>
    resolve(folder, "../shared/data"),
  );
  return beside.find((folder) => existsSync(folder));
}

/** True when every file of the dataset is on this machine, or it is generated, or was built. */
export function isAvailable(card: DatasetCard): boolean {
  const folder = dataFolder();
  const { files = [], builder } = card;
  if (builder) return findBuilt(card, folder) !== undefined;
  return files.every(({ path }) => folder !== undefined && existsSync(join(folder, path)));
}

/**
 * Loads a web of the catalogue, after a check of every file against its card. One that is built is taken as it was
 * built.
 *
 * @throws "unknown" with the names there are; "missing" with how to obtain a file; "differs" when a file or the counts
 *   are not the card's (then nothing is used)
 */
export async function load<N extends DatasetName>(name: N, options?: LoadOptions): Promise<WebWith<CapabilitiesOf<N>>>;
export async function load(name: string, options: LoadOptions = {}): Promise<Web> {
  const card = cardOf(name);
  checkOptions("load", options, { pages: undefined, seed: undefined, ...readRules });
  return withStop(`load ${card.id}`, options.onProgress, (onProgress) => loadCard(card, options, onProgress));
}

async function loadCard(card: DatasetCard, options: LoadOptions, onProgress: ProgressListener): Promise<Web> {
  const { duplicates, selfLinks } = options;
  const policy = { ...(duplicates && { duplicates }), ...(selfLinks && { selfLinks }) };
  if (card.generator) {
    const { campus } = await import("../campus/campus.js");
    const { pages = card.generator.options.pages, seed } = options;
    return showingItself(campus({ pages, ...(seed !== undefined && { seed }), ...policy }, textDigest));
  }
  refuseGenerator(card.id, options);
  if (card.builder) return loadBuilt(card, dataFolder(), policy);
  const files = await verifiedFiles(card);
  const web = await (card.format === "archive" ? openArchive : openGraph)(card, files, { ...policy, onProgress });
  checkCounts(card, web.graph.size, web.found.links);
  return card.start === undefined ? web : changed(web, { start: findPage(web, card.start) });
}

type Files = Readonly<Record<string, string>>;

async function openGraph({ id, format }: DatasetCard, files: Files, options: ReadOptions): Promise<Web> {
  const { data, sha256: digests } = await openFiles(format as NonNullable<typeof format>, files, options);
  return webOfData(id, data, webDigest(digests, options));
}

/**
 * An archive is opened as `open` would, through the same index: it is read once, and its web is made anew for each link
 * policy.
 */
const openArchive = ({ id }: DatasetCard, { archive }: Files, options: OpenOptions): Promise<Web> =>
  open(archive, { ...options, name: id });

/**
 * Path of each file by role, once all are known to be what the card says.
 *
 * @throws CrawlbenchError when a file is missing (with how to obtain it), or differs from the card (with both digests)
 */
export async function verifiedFiles(card: DatasetCard): Promise<Record<string, string>> {
  const folder = dataFolder();
  const files: Record<string, string> = {};
  for (const file of card.files ?? []) {
    const path = folder && join(folder, file.path);
    if (path === undefined || !existsSync(path)) {
      throw problem.missing`${card.id} is not on this machine: no ${path ?? `folder of data (CRAWLBENCH_DATA is not set), so no ${file.path}`}.\n  To obtain it: ${card.source.obtain}.\n  Licence: ${card.licence}. Webs that need no fetching: ${either(`load("campus")`, "campus")}`;
    }
    const bytes = statSync(path).size;
    const found = file.sha256 === null ? null : await digest(path);
    if ((file.bytes !== null && bytes !== file.bytes) || found !== file.sha256) {
      throw problem.differs`${card.id}: ${path} is not the file of the card: expected ${file.bytes} bytes with sha256 ${file.sha256}, ${got(bytes)} with ${found}. Nothing was used.\n  Delete it and obtain it again: ${card.source.obtain}`;
    }
    files[file.role] = path;
  }
  return files;
}

function refuseGenerator(web: string, { pages, seed }: LoadOptions): void {
  if (pages === undefined && seed === undefined) return;
  throw problem.option`${web} is a stored web: pages and seed are options of generated ones, ${either(`load("campus", { pages: 1000 })`, "crawlbench open campus, and elsewhere campus --pages 1000")}`;
}

function checkCounts({ id, counts }: DatasetCard, pages: number, links: number): void {
  if (pages === counts.pages && links === counts.links) return;
  throw problem.differs`${id}: expected ${counts.pages} pages and ${counts.links} links, ${got(pages)} and ${links}. Nothing was used`;
}

/**
 * A web by name of the catalogue, one host of such a web ("webkb-1997/www.cs.wisc.edu"), or else by path: for command
 * lines, where one word may be any of these.
 *
 * @throws "no-page" when the web has no such host, naming hosts that it has; "option" for "-", standard input
 */
export async function loadOrOpen(nameOrPath: string, given: LoadOrOpenOptions = {}): Promise<Web<Capability>> {
  if (nameOrPath === "-") throw onlyOnce("- is standard input");
  const { format, ...options } = given;
  const isThere = existsSync(nameOrPath) || existsSync(`${nameOrPath}.graph`);
  if (isInCatalogue(nameOrPath) || !(isThere || /[/\\.]/.test(nameOrPath))) {
    refuseFormat(nameOrPath, format);
    return load(nameOrPath as DatasetName, options);
  }
  if (!isThere && isNameOfWeb(nameOrPath)) {
    refuseFormat(nameOrPath, format);
    const [dataset, host] = nameOrPath.split("/");
    return siteOf(await load(dataset as DatasetName, options), host);
  }
  refuseGenerator(nameOrPath, options);
  const { pages: _pages, seed: _seed, ...reading } = options;
  return open(nameOrPath, { ...reading, ...(format !== undefined && { format }) });
}

function refuseFormat(web: string, format: string | undefined): void {
  if (format !== undefined)
    throw problem.option`${web} is a web of the catalogue, whose card says its format: ${option("format")} is for files, ${either(`open("links.txt", { format: "${format}" })`, `crawlbench open links.txt --format ${format}`)}`;
}
