import { got, option, problem } from "../base/error.js";
import type { Web } from "../web/web.js";
import type { Addresses } from "./address.js";
import { GeneratedAddresses } from "./generated-addresses.js";
import { OwnAddresses } from "./own-addresses.js";

export interface AddressOptions {
  /** For webs without URLs: hosts that the pages are spread over; default one per 200 pages. */
  readonly hosts?: number;
  readonly seed?: number;
}

/**
 * The addresses of a web: its own URLs where it has them, https ones as http; generated ones where it has none.
 *
 * @throws "option" for a number of hosts that makes no sense, or for a web that brings its own hosts
 */
export function addressesOf(web: Web, { hosts, seed = 1 }: AddressOptions = {}): Addresses {
  const { size } = web.graph;
  if (web.urls) {
    if (hosts !== undefined)
      throw problem.option`${web.name} has URLs, and so its own hosts: ${option("hosts")} is an option of webs without URLs`;
    return new OwnAddresses(web.name, web.urls);
  }
  const count = hosts ?? Math.max(1, Math.round(size / 200));
  if (!Number.isInteger(count) || count < 1 || count > size)
    throw problem.option`${option("hosts")} is a whole number from 1 to the ${size} pages of ${web.name}; ${got(count)}`;
  return new GeneratedAddresses(web.name, size, count, seed);
}
