import { got, option, problem } from "../../base/error.js";
import { checkOptions, commonRules } from "../../base/method.js";
import { Random } from "../../base/random.js";
import type { Graph } from "../graph/graph.js";
import { requireWeb, type Web } from "../web.js";
import { type Control, controlOf, shuffleAt } from "./control.js";
import { quick } from "./link-counts.js";
import type { Digest } from "./modelled-web.js";

export interface RewiredOptions {
  /**
   * "degrees" (default): of all pages. "degrees and host": besides, links that stay on a host go on to stay on it, and
   * links that leave theirs to leave it.
   */
  readonly keep?: "degrees" | "degrees and host";
  /** Number of each page's host, for "degrees and host"; default: the `hostOf` of a modelled web. */
  readonly hostOf?: Uint32Array;
  /** Default 1. */
  readonly seed?: number;
}

/** Partners drawn for a link that chance led back to its own host, before all are looked through. */
const TRIES = 1000;

/**
 * A control: the same pages with the same numbers of links out and in, which have nothing else of the web they come
 * from. The targets of all links are put in random order, so each page keeps its number of links, and is pointed at as
 * often as before.
 *
 * Links of a page to itself and repeated links arise by chance, and are kept, since to drop them would change degrees;
 * `found` counts them. With "degrees and host" the targets of links inside one host are put in order among themselves,
 * and those of links between hosts. Where chance leads one of the latter back to its own host it is exchanged with
 * another, so that exactly the links that stayed on their host still do.
 *
 * URLs, titles and texts stay with their pages; anchor texts are dropped.
 *
 * @param digest makes `sha256` from a text that names web, control and seed; default: that text itself
 * @throws "option" when hosts are to be kept and are not known, or not of all pages
 *
 * O(n + m); 4 bytes per link, with hosts up to 12, and as many again while repeats are counted.
 */
export function rewired<W extends Web>(
  web: W,
  options: RewiredOptions = {},
  digest: Digest = (text) => text,
): Control<W> {
  requireWeb("rewired", web);
  checkOptions("rewired", options, {
    keep: ["degrees", "degrees and host"],
    hostOf: undefined,
    seed: commonRules.seed,
  });
  const { keep = "degrees", hostOf, seed = 1 } = options;
  const graph = { ...web.graph, targets: web.graph.targets.slice() };
  const random = new Random(seed);
  if (keep === "degrees") shuffleAt(graph.targets, graph.links, (index) => index, random);
  else rewireWithin(graph, hostsFor(web, hostOf), random);
  return controlOf(web, graph, `${keep} kept`, seed, digest);
}

function hostsFor(web: Web, given: Uint32Array | undefined): Uint32Array {
  const hosts = given ?? web.hostOf;
  if (hosts === undefined)
    throw problem.option`rewired: ${web.name} does not say which host a page is on: give hostOf, a number for each page`;
  if (hosts.length !== web.graph.size)
    throw problem.option`${option("hostOf", "rewired")} holds a number for each of ${web.graph.size} pages; ${got(hosts.length)}`;
  return hosts;
}

/** Permutes targets among the links of each host, and among those between hosts, in place. */
function rewireWithin({ size, offsets, targets }: Graph, hostOf: Uint32Array, random: Random): void {
  const hosts = 1 + hostOf.reduce((highest, host) => Math.max(highest, host), 0);
  /** The host that a link stays on; `hosts` for one that leaves its own. */
  const groupOf = (page: number, link: number) => {
    const host = hostOf[page];
    return hostOf[targets[link]] === host ? host : hosts;
  };
  const starts = new Uint32Array(hosts + 2);
  for (let page = 0; page < size; page++)
    for (let link = offsets[page]; link < offsets[page + 1]; link++) starts[groupOf(page, link) + 1]++;
  for (let group = 0; group <= hosts; group++) starts[group + 1] += starts[group];
  const cursor = starts.slice(0, hosts + 1);
  const between = starts[hosts];
  /** Links by group; and the host that each of those between hosts leaves. */
  const order = new Uint32Array(targets.length);
  const leaves = new Uint32Array(targets.length - between);
  for (let page = 0; page < size; page++) {
    for (let link = offsets[page]; link < offsets[page + 1]; link++) {
      const group = groupOf(page, link);
      if (group === hosts) leaves[cursor[group] - between] = hostOf[page];
      order[cursor[group]++] = link;
    }
  }
  for (let group = 0; group <= hosts; group++) {
    const first = starts[group];
    shuffleAt(targets, starts[group + 1] - first, (index) => order[first + index], random);
  }
  const target = (index: number) => targets[order[between + index]];
  for (let index = 0; index < leaves.length; index++) {
    if (hostOf[target(index)] !== leaves[index]) continue;
    const other = partnerOf(index, leaves.length, random, (other) => {
      return hostOf[target(other)] !== leaves[index] && hostOf[target(index)] !== leaves[other];
    });
    const moved = target(index);
    targets[order[between + index]] = target(other);
    targets[order[between + other]] = moved;
  }
}

/**
 * A link that fits, drawn at random; after many draws in vain the next that does, round about. There is one: links from
 * and to host A were apart before, so together they were no more than all; one of A to A leaves at least one that
 * touches A at neither end.
 */
function partnerOf(index: number, count: number, random: Random, fits: (other: number) => boolean): number {
  let other = quick(random, count);
  for (let tries = 0; tries < TRIES; tries++) {
    if (fits(other)) return other;
    other = quick(random, count);
  }
  for (let step = 0; step < count; step++) if (fits((other + step) % count)) return (other + step) % count;
  throw new Error(`link ${index} of ${count} between hosts has no partner`);
}
