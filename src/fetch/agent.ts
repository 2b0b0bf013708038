import { either, got, problem } from "../base/error.js";
import { parseUrl } from "../url/parse.js";
/** Who crawls, as servers are told and as robots.txt names it. */
export interface Agent {
  /** Value of the header User-Agent. */
  readonly userAgent: string;
  /** What robots.txt calls it. RFC 9309, section 2.2.1. */
  readonly productToken: string;
  /** Value of the header From, where the contact is a mail address. */
  readonly from?: string;
}

/**
 * Makes a User-Agent that says whom to turn to: "crawlbench/0.1.0 (+https://example.edu/crawl)". Shkapenyuk and Suel
 * 2001, section 1.3: a crawler supplies a contact URL.
 *
 * @param contact http(s) URL of a page about the crawl, or a mail address
 * @param product name and version, "crawlbench/0.1.0"; the name is what robots.txt rules are looked up by
 * @throws "option" when there is no contact, or what is given is neither
 */
export function agentOf(contact: string | undefined, product: string): Agent {
  const given = contact?.trim() ?? "";
  if (given === "")
    throw problem.option`a crawl needs a contact, which servers read in the User-Agent: ${either(`contact: "https://you.example/crawl"`, "--contact https://you.example/crawl")}, or a mail address`;
  const mail = /^(?:mailto:)?([^\s@<>()]+@[^\s@<>()]+\.[^\s@<>().]+)$/.exec(given)?.[1];
  const page = /^https?:\/\/[^\s<>()]+$/i.test(given) && parseUrl(given) ? given : undefined;
  if (mail === undefined && page === undefined)
    throw problem.option`the contact is a http(s) URL or a mail address; ${got(contact)}`;
  const name = /^([A-Za-z_-]+)(?:\/[\x21-\x7e]+)?$/.exec(product)?.[1];
  if (name === undefined)
    throw problem.option`the agent is a name of letters, "-" and "_", and perhaps a version: "crawlbench/0.1"; ${got(product)}`;
  const where = page ?? `mailto:${mail}`;
  return { userAgent: `${product} (+${where})`, productToken: name, ...(mail && { from: mail }) };
}
