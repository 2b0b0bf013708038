import { createHash } from "node:crypto";
import { basename, resolve } from "node:path";
import { isInOrderOfTime } from "../../archive/latest.js";
import { requireSnapshot, type Snapshot } from "../../archive/open-snapshot.js";
import { LinkFlag } from "../../archive/page-columns.js";
import { pageText } from "../../archive/page-text.js";
import { SnapshotTerms } from "../../archive/terms.js";
import { problem } from "../../base/error.js";
import { type ChosenOf, ruleOf, valuesOf, word } from "../../base/method.js";
import { plural } from "../../base/numbers.js";
import { ours } from "../../base/ours.js";
import { type Strings, StringsBuilder } from "../../base/strings.js";
import { LINK_SOURCES, type LinkSource, PAGE_SOURCES } from "../../page/html/page.js";
import type { PageText } from "../../page/html/text.js";
import { type BuiltGraph, GraphBuilder, type LinkPolicy, policyRules } from "../graph/builder.js";
import type { PageId } from "../graph/graph.js";
import type { Capability, Web } from "../web.js";
import { allLinksOf } from "./all-links.js";
import { anchorsOf } from "./link-anchors.js";
import { NOWHERE, pagesOf, throughRedirects } from "./stored-pages.js";

const SOURCES = `a list of ${LINK_SOURCES.map((source) => `"${source}"`).join(", ")}`;

const areSources = (value: unknown): boolean =>
  Array.isArray(value) && value.every((source) => LINK_SOURCES.includes(source));

const RULES = {
  /** "html" (default): URLs with a parsed HTML page of status 200. */
  pages: word(["html"], ""),
  /** "follow" (default): a link to a URL that redirects to a page leads to that page. "ignore": it leads nowhere. */
  redirects: word(["follow", "ignore"], ""),
  /** Which links count; default: those that a person follows, PAGE_SOURCES. */
  sources: ruleOf<readonly LinkSource[]>(PAGE_SOURCES, "which links count", SOURCES, areSources),
  /** Do links with rel=nofollow count? "follow" (default): yes. */
  nofollow: word(["follow", "ignore"], ""),
  ...policyRules,
} as const;

export interface WebOfOptions extends ChosenOf<typeof RULES> {}

/** A stored web that knows which rows of the snapshot its pages are. */
export interface SnapshotWeb extends Web<Capability> {
  /** Page of the snapshot (see Snapshot.pages) by page of the web. */
  readonly storedPages: Uint32Array;
}

/**
 * The stored web as the virtual crawler sees it. Its pages are the URLs with an HTML page of status 200, each as it was
 * when it was last seen so, by time; ids go by first visits. A link leads to the page whose URL it names to the letter, or to
 * which that URL redirects.
 *
 * `references` counts links by the same choice of sources, those that leave the stored web included; `found` is what
 * there was within it before the policy. The start is what `about.start` names, else the first page visited.
 *
 * @throws "no-page" when there is no such page
 *
 * O(URLs + links).
 */
export function webOf(snapshot: Snapshot, options: WebOfOptions = {}): SnapshotWeb {
  requireSnapshot("webOf", snapshot);
  const { redirects, sources, nofollow } = valuesOf("webOf", RULES, options);
  const { duplicates, selfLinks } = options; // a digest has them where they were given
  const { storedPages, pageOfUrl } = pagesOf(snapshot);
  if (storedPages.length === 0) {
    throw problem.empty`${snapshot.folder} holds no HTML page of status 200: ${plural(snapshot.captures, "capture")}, ${snapshot.pages} of them HTML`;
  }
  const leadsTo = redirects === "follow" ? throughRedirects(snapshot, pageOfUrl) : pageOfUrl;
  const counts = countedLinks(sources, nofollow, snapshot);
  const { graph, found, references } = linkGraph(snapshot, storedPages, leadsTo, counts, { duplicates, selfLinks });
  const captureOf = (page: PageId) => snapshot.columns.u32("page.capture")[storedPages[page]];
  const urls = stringsOf(storedPages.length, (page) =>
    snapshot.urls.at(snapshot.columns.u32("capture.url")[captureOf(page)]),
  );
  const capabilities: Capability[] = ["links", "urls", "titles", "anchors"];
  const { hasBodies, hasTerms } = snapshot;
  if (hasBodies || hasTerms) capabilities.push("text");
  const start = snapshot.about.start === undefined ? NOWHERE : urls.indexOf(snapshot.about.start);
  return {
    name: snapshot.about.name || basename(resolve(snapshot.folder)),
    capabilities,
    graph,
    found,
    sha256: digestOf(snapshot, { redirects, sources, nofollow, duplicates, selfLinks }),
    start: Math.max(start, 0),
    urls,
    titles: stringsOf(storedPages.length, (page) => snapshot.title(storedPages[page])),
    references,
    allLinks: () => allLinksOf(snapshot),
    ...(hasBodies && { text: ours((page: PageId): PageText => pageText(snapshot.exchange(captureOf(page)))) }),
    ...((hasBodies || hasTerms) && { terms: new SnapshotTerms(snapshot, storedPages) }),
    anchor: ours(anchorsOf(snapshot, graph, storedPages, leadsTo, counts)),
    storedPages,
  };
}

/** Does a link count, by its position in the columns of links? */
function countedLinks(sources: readonly LinkSource[], nofollow: "follow" | "ignore", { columns }: Snapshot) {
  const source = columns.u8("link.source");
  const flags = columns.u8("link.flags");
  const chosen = LINK_SOURCES.map((name) => sources.includes(name));
  const unwanted = nofollow === "ignore" ? LinkFlag.nofollow : 0;
  return (link: number): boolean => chosen[source[link]] && (flags[link] & unwanted) === 0;
}

function linkGraph(
  snapshot: Snapshot,
  storedPages: Uint32Array,
  leadsTo: Int32Array,
  counts: (link: number) => boolean,
  policy: LinkPolicy,
): BuiltGraph & { readonly references: Uint32Array } {
  const target = snapshot.columns.u32("link.target");
  const { firstLinks } = snapshot;
  const size = storedPages.length;
  const references = new Uint32Array(size);
  const builder = new GraphBuilder();
  for (let page = 0; page < size; page++) {
    const end = firstLinks[storedPages[page] + 1];
    for (let link = firstLinks[storedPages[page]]; link < end; link++) {
      if (!counts(link)) continue;
      references[page]++;
      const to = leadsTo[target[link]];
      if (to !== NOWHERE) builder.add(page, to);
    }
  }
  return { ...builder.build({ size, ...policy }), references };
}

function stringsOf(size: number, at: (page: number) => string): Strings {
  const builder = new StringsBuilder();
  for (let page = 0; page < size; page++) builder.add(at(page));
  return builder.build();
}

/** Times count where the order of the captures does not tell which is the latest. */
function digestOf(snapshot: Snapshot, options: object): string {
  const hash = createHash("sha256").update(JSON.stringify([snapshot.sha256, options]));
  if (!isInOrderOfTime(snapshot)) hash.update(snapshot.columns.bytes("capture.time.f64"));
  return hash.digest("hex");
}

export { visitOrder } from "./stored-pages.js";
