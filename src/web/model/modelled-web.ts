import { applyPolicy, type LinkPolicy } from "../graph/builder.js";
import { ComputedStrings } from "../graph/computed-strings.js";
import type { PageId } from "../graph/graph.js";
import type { Web } from "../web.js";

/** A web that was made up: its URLs name hosts, and `hostOf` says the same in numbers. */
export interface ModelledWeb extends Web<"links" | "urls"> {
  /** Number of the host of each page. */
  readonly hostOf: Uint32Array;
  /** First page of each host, and the number of pages: host h has pages firsts[h] .. firsts[h + 1] - 1. */
  readonly firsts: Uint32Array;
}

/** Makes `sha256` of a text; without one it is the text itself, for want of a hash in this folder. */
export type Digest = (text: string) => string;

/** What models hand over when all links are drawn. */
export interface Drawn {
  readonly model: string;
  /** Raised whenever the same options give another web than before. */
  readonly version: number;
  /** All choices, defaults too. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly firsts: Uint32Array;
  readonly offsets: Uint32Array;
  readonly targets: Uint32Array;
  readonly start: PageId;
}

/**
 * The web of a model: the link policy is applied, in place, and pages get addresses: http://h12.example/345 is page 345
 * of host 12.
 */
export function modelledWeb(
  { model, version, options, firsts, offsets, targets, start }: Drawn,
  policy: LinkPolicy,
  digest: Digest = (text) => text,
): ModelledWeb {
  const size = firsts[firsts.length - 1];
  const references = new Uint32Array(size);
  for (let page = 0; page < size; page++) references[page] = offsets[page + 1] - offsets[page];
  const { duplicates = "drop", selfLinks = "drop" } = policy;
  const { graph, found } = applyPolicy({ size, links: targets.length, offsets, targets }, { duplicates, selfLinks });
  const hostOf = new Uint32Array(size);
  for (let host = 0; host + 1 < firsts.length; host++) hostOf.fill(host, firsts[host], firsts[host + 1]);
  const address = (page: PageId) => `http://h${hostOf[page]}.example/${page - firsts[hostOf[page]] || ""}`;
  return {
    name: `${model}-${size}`,
    capabilities: ["links", "urls"],
    graph,
    found,
    sha256: digest(JSON.stringify({ generator: model, version, ...options, duplicates, selfLinks })),
    start,
    urls: new ComputedStrings(size, address),
    references,
    hostOf,
    firsts,
  };
}
