import { grown } from "../../base/growing.js";
import type { ChosenOf } from "../../base/method.js";
import { Random } from "../../base/random.js";
import { hostBlocks } from "./host-blocks.js";
import { drawOffsets, quick } from "./link-counts.js";
import { chosenFrom, modelOptions, share } from "./model-options.js";
import { type Digest, type ModelledWeb, modelledWeb } from "./modelled-web.js";

const OPTIONS = {
  ...modelOptions({ linksPerPage: { mean: 25, median: 10 } }),
  /** 0.753: so 81.5 % stay with one of 4 processes, Broder et al. 2003, section 4. */
  local: share(0.753, "links that stay on their host, where it has more than one page"),
  copying: share(0.7, "links on the host that are copied from an earlier page of it: navigation"),
  /** Wherever that link stands. */
  preferential: share(0.7, "links to other hosts that are copies of an earlier such link"),
  /**
   * Half of them repeat the one just before. With what chance and copying add, 0.31 to 0.33 of all references repeat
   * one, as in Broder et al. 2003, section 4. Seen with `duplicates: "keep"` only.
   */
  repeats: share(0.17, "references told to repeat one before it on the page"),
} as const;

export type HostWebOptions = ChosenOf<typeof OPTIONS>;

/** Pages of a host that each page lists: its places 8 i + 1 .. 8 i + 8 for place i. */
const LISTED = 8;

/** Prototypes that a link looks through for one to copy. */
const PROTOTYPES = 8;

/**
 * A web of hosts: their sizes follow a power law, most links stay on their host and are copied from page to page there,
 * the others find popular pages elsewhere. It is made to carry long traces: 4 million pages with 100 million links take
 * less than a minute.
 *
 * A page lists up to 8 pages of its host, so that the home page, the first of the host, reaches all of them. Each
 * further reference
 * - repeats an earlier one of the page (`repeats`),
 * - or stays on the host (`local`): as the next such link of a prototype, an earlier page of the host drawn at random,
 *   and of another one when that has no more (`copying`; after Kumar et al. 2000), else to any page of the host,
 * - or leads elsewhere: where an earlier such link led, drawn at random (`preferential`; so in-degrees from other hosts
 *   have an exponent of about 1 + 1 / preferential), else to the home page of any host or to any page, half and half.
 *
 * Shares are those of references drawn: lists come on top, and pages of hosts with one page link elsewhere only. With
 * `duplicates: "drop"`, the default, repeats and the collisions of small hosts go; `references` keeps the counts before
 * that. `start` is the home page of the largest host.
 *
 * @throws "option" for an option that is unknown or out of range
 *
 * O(n + m). 16 bytes per page and 5 per link, 4 more per link while repeats are dropped; about 100 ns per link.
 */
export function hostWeb(options: HostWebOptions = {}, digest?: Digest): ModelledWeb {
  const chosen = chosenFrom("host-web", OPTIONS, options);
  const { pages, hosts, hostExponent, linksPerPage, local, copying, preferential, repeats, seed } = chosen;
  const { duplicates, selfLinks, ...identity } = chosen;
  const random = new Random(seed);
  const firsts = hostBlocks(pages, hosts, hostExponent);
  const listed = listings(firsts);
  const drawn = drawOffsets(pages, linksPerPage, random.fork(1));
  const offsets = new Uint32Array(pages + 1);
  for (let page = 0; page < pages; page++)
    offsets[page + 1] = offsets[page] + Math.max(drawn[page + 1] - drawn[page], listed[page]);
  const targets = new Uint32Array(offsets[pages]);
  /** Positions of links to other hosts, all so far. */
  let elsewhere = new Uint32Array(1 << 16);
  let away = 0;
  const choose = random.fork(2);
  for (let host = 0; host < hosts; host++) {
    const first = firsts[host];
    const size = firsts[host + 1] - first;
    for (let page = first; page < first + size; page++) {
      const begin = offsets[page];
      let link = begin;
      for (let i = 0; i < listed[page]; i++) targets[link++] = first + (page - first) * LISTED + 1 + i;
      let source = 0;
      let sourceEnd = 0;
      for (; link < offsets[page + 1]; link++) {
        if (link > begin && choose.next() < repeats) {
          const back = choose.bits() < 0x80000000 ? 1 : 1 + quick(choose, link - begin);
          targets[link] = targets[link - back];
          continue;
        }
        if (size > 1 && (hosts === 1 || choose.next() < local)) {
          const copies = page > first && choose.next() < copying;
          for (let prototypes = 0; copies && prototypes < PROTOTYPES; prototypes++) {
            while (source < sourceEnd && !onHost(targets[source], first, size)) source++;
            if (source < sourceEnd) break;
            const prototype = first + quick(choose, page - first);
            source = offsets[prototype];
            sourceEnd = offsets[prototype + 1];
          }
          const found = copies && source < sourceEnd && onHost(targets[source], first, size);
          targets[link] = found ? targets[source++] : first + quick(choose, size);
          continue;
        }
        if (away > 0 && choose.next() < preferential) targets[link] = targets[elsewhere[quick(choose, away)]];
        else if (choose.bits() < 0x80000000) targets[link] = firsts[quick(choose, hosts)];
        else targets[link] = quick(choose, pages);
        if (away === elsewhere.length) elsewhere = grown(elsewhere, away + 1);
        elsewhere[away++] = link;
      }
    }
  }
  const drawnWeb = { model: "host-web", version: 1, options: identity, firsts, offsets, targets, start: 0 };
  return modelledWeb(drawnWeb, { duplicates, selfLinks }, digest);
}

const onHost = (page: number, first: number, size: number) => page >= first && page < first + size;

/** How many pages of its host each page lists. */
function listings(firsts: Uint32Array): Uint8Array {
  const listed = new Uint8Array(firsts[firsts.length - 1]);
  for (let host = 0; host + 1 < firsts.length; host++) {
    const size = firsts[host + 1] - firsts[host];
    for (let place = 0; place * LISTED + 1 < size; place++)
      listed[firsts[host] + place] = Math.min(LISTED, size - 1 - place * LISTED);
  }
  return listed;
}

hostWeb.declared = OPTIONS;
