import type { Random } from "../../base/random.js";
import type { BuiltGraph, LinkPolicy } from "../graph/builder.js";
import { Elsewhere } from "./elsewhere.js";
import type { Plan } from "./plan.js";
import { Rows } from "./rows.js";
import { pageAt, placeOf, type Section } from "./section.js";

/** Writes the links of every page, in document order: navigation bar, content, footer. O(n + m). */
export function writeLinks(
  { pages, sections, home }: Plan,
  policy: LinkPolicy,
  random: Random,
): BuiltGraph & { readonly references: Uint32Array } {
  const rows = new Rows(pages, policy);
  const elsewhere = new Elsewhere(sections, random);
  const sites = new Map<Section["host"], number[]>();
  for (const section of sections) if (section.directory === "/") sites.set(section.host, siteBar(section));
  const top = [home.first];
  for (let place = 1; place <= Math.min(4, 1 + pages / 1000) && place < home.live; place++)
    top.push(pageAt(home, place));
  for (const section of sections) {
    const site = sites.get(section.host) ?? [];
    const bar = Array.from({ length: section.bar }, (_, i) => pageAt(section, i + 1));
    for (let page = section.first; page < section.first + section.size; page++) {
      rows.end(writePage(rows, elsewhere, section, page, top, site, bar, random));
    }
  }
  return rows.build();
}

/** What the template of a host links to: its home page and the first sections that it lists, at most three. */
function siteBar({ host, first, children }: Section): number[] {
  const main = children.filter((child) => child.host === host).slice(0, Math.min(3, Math.floor(host.pages / 80)));
  return [first, ...main.map((child) => child.first)];
}

/** @returns the number of links to pages outside */
function writePage(
  rows: Rows,
  elsewhere: Elsewhere,
  section: Section,
  page: number,
  top: readonly number[],
  site: readonly number[],
  bar: readonly number[],
  random: Random,
): number {
  const { kind, style, first, live, parent, children } = section;
  const place = placeOf(section, page);
  const { branching } = style;
  const leaf = place > section.bar && (branching === 0 || place * branching + 1 >= live);
  if (leaf && random.next() < kind.plain) return 0;

  // navigation bar
  if (section.linksTop) for (const target of top) rows.link(target);
  if (section.linksSite) for (const target of site) rows.link(target);
  if (place === 0 && parent) rows.link(parent.first);
  if (place > 0) rows.link(first);
  for (const target of bar) rows.link(target);

  // content
  const below = branching === 0 ? (place === 0 ? live - 1 : 0) : Math.min(branching, live - 1 - place * branching);
  const twice = random.next() < 0.3; // an icon and a caption, both linked
  for (let i = 1; i <= below; i++) {
    const target = pageAt(section, place * branching + i);
    rows.link(target);
    if (twice) rows.link(target);
  }
  const listing = Math.min(live, Math.ceil(children.length / 40));
  if (place < listing) for (let i = place; i < children.length; i += listing) rows.link(children[i].first);
  if (branching > 0 && place > 0) rows.link(pageAt(section, Math.floor((place - 1) / branching)));
  if (style.sequence) {
    if (place > 1 && place < live) rows.link(pageAt(section, place - 1));
    if (place + 1 < live) rows.link(pageAt(section, place + 1));
  }
  for (let i = count(style.related, random); i > 0 && live > 1; i--) {
    const { window } = style;
    if (window === undefined) rows.link(pageAt(section, random.below(live)));
    else if (place > 0) rows.link(pageAt(section, Math.max(0, place - 1 - random.below(window))));
  }
  for (let i = count(kind.cross, random); i > 0; i--) rows.link(elsewhere.draw(section));
  const outside = count(kind.outside, random);

  // footer
  if (place > 0) rows.link(first);
  if (section.linksSite) for (const target of site) rows.link(target);
  if (section.linksAgain) for (const target of bar) rows.link(target);
  return outside;
}

/** A geometric number, 0, 1, 2, ..., with this mean. */
function count(mean: number, random: Random): number {
  const more = mean / (1 + mean);
  let found = 0;
  while (random.next() < more) found++;
  return found;
}
