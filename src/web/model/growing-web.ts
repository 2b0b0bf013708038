import { type ChosenOf, flag, type ValuesOf } from "../../base/method.js";
import { Random } from "../../base/random.js";
import type { LinkPolicy } from "../graph/builder.js";
import { hostBlocks } from "./host-blocks.js";
import { drawOffsets, quick } from "./link-counts.js";
import { modelOptions } from "./model-options.js";
import { type Digest, type ModelledWeb, modelledWeb } from "./modelled-web.js";

/** Options of models without regard to hosts. */
export const GROWING_OPTIONS = {
  ...modelOptions({ linksPerPage: 10 }),
  /**
   * Each page but the first is also linked from one that is drawn uniformly from those before it, ahead of that page's
   * own links. false: the model as published; crawls then reach little of a model whose pages link to older ones only.
   */
  spanning: { ...flag("links are added so that page 0 reaches all and a crawl can read the whole web"), default: true },
} as const;

export type GrowingOptions = ChosenOf<typeof GROWING_OPTIONS>;

/**
 * Draws one target after the other.
 *
 * @param page that links; @param index of the link on the page, 0 .. count - 1
 * @param linkAt the target of an own link of an earlier page: linkAt(page, index), where index < ownCount(page)
 */
export type DrawTarget = (page: number, index: number, rows: OwnLinks, random: Random) => number;

/** The links that pages have by the model itself, those of `spanning` left out. */
export interface OwnLinks {
  count(page: number): number;
  target(page: number, index: number): number;
}

/** A web whose links are drawn page by page, with hosts in blocks laid over it: the number of a page is its age. */
export function growingWeb(
  model: string,
  version: number,
  chosen: ValuesOf<typeof GROWING_OPTIONS> & { readonly hosts: number },
  draw: DrawTarget,
  digest?: Digest,
): ModelledWeb {
  const { pages, hosts, hostExponent, linksPerPage, seed, spanning, duplicates, selfLinks, ...own } = chosen;
  const random = new Random(seed);
  const ofParents = random.fork(1);
  const parents = new Uint32Array(spanning ? pages : 0);
  const children = new Uint32Array(pages);
  for (let page = 1; page < parents.length; page++) children[(parents[page] = quick(ofParents, page))]++;
  const offsets = drawOffsets(pages, linksPerPage, random.fork(2), (page) => children[page]);
  const targets = new Uint32Array(offsets[pages]);
  const cursor = offsets.slice(0, pages);
  for (let page = 1; page < parents.length; page++) targets[cursor[parents[page]]++] = page;
  const rows: OwnLinks = {
    count: (page) => offsets[page + 1] - offsets[page] - children[page],
    target: (page, index) => targets[offsets[page] + children[page] + index],
  };
  const ofLinks = random.fork(3);
  for (let page = 0; page < pages; page++) {
    const first = offsets[page] + children[page];
    for (let link = first; link < offsets[page + 1]; link++) targets[link] = draw(page, link - first, rows, ofLinks);
  }
  const policy: LinkPolicy = { duplicates, selfLinks };
  const options = { pages, hosts, hostExponent, linksPerPage, seed, spanning, ...own };
  const firsts = hostBlocks(pages, hosts, hostExponent);
  return modelledWeb({ model, version, options, firsts, offsets, targets, start: 0 }, policy, digest);
}
