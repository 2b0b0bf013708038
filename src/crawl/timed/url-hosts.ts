import { got, option, problem } from "../../base/error.js";
import { murmurMix } from "../../base/mix.js";
import { requireList } from "../../base/require-list.js";
import type { Strings } from "../../base/strings.js";
import { fingerprint } from "../../url/fingerprint.js";
import { hostSpan } from "../../url/host.js";

/** Hosts by number. */
export interface UrlHosts {
  /** Host of each URL. */
  readonly hostOf: Uint32Array;
  /** 32 bits of a hash of the name of each host: who owns it, see `ownerOf`. */
  readonly hostKeys: Uint32Array;
}

/**
 * Hosts by the names in the URLs, letters of either case alike, numbered as they turn up; ports do not count. O(bytes).
 */
export function hostsOfUrls(urls: Strings): UrlHosts {
  const { size, bytes, offsets } = urls;
  const hostOf = new Uint32Array(size);
  const numbers = new Map<string, number>();
  const keys: number[] = [];
  const span = { start: 0, end: 0 };
  const words = new Uint32Array(2);
  for (let url = 0; url < size; url++) {
    hostSpan(bytes, offsets[url], offsets[url + 1], span);
    const name = Buffer.from(bytes.buffer, bytes.byteOffset + span.start, span.end - span.start)
      .toString("latin1")
      .toLowerCase();
    let host = numbers.get(name);
    if (host === undefined) {
      const text = Buffer.from(name, "latin1");
      fingerprint(text, 0, text.length, words);
      host = keys.push(words[1]) - 1;
      numbers.set(name, host);
    }
    hostOf[url] = host;
  }
  return { hostOf, hostKeys: Uint32Array.from(keys) };
}

/** Hosts that have numbers but no names. @throws "option" when there is not one for each URL */
export function hostsOfNumbers(hostOf: Uint32Array, size: number): UrlHosts {
  requireList("hostOf takes a list of numbers", hostOf);
  if (hostOf.length !== size)
    throw problem.option`${option("hostOf")} holds the number of a host for each of ${size} URLs; ${got(hostOf.length)} numbers`;
  const wrong = hostOf.findIndex((host) => !(Number.isInteger(host) && host >= 0));
  if (wrong >= 0)
    throw problem.option`${option("hostOf")} holds numbers of hosts, 0, 1, ..; ${got(hostOf[wrong])} for URL ${wrong}`;
  let highest = -1;
  for (let url = 0; url < size; url++) highest = Math.max(highest, hostOf[url]);
  if (highest >= size) throw problem.option`hosts are numbered 0, 1, .. without gaps; ${got(highest)} for ${size} URLs`;
  return { hostOf, hostKeys: Uint32Array.from({ length: highest + 1 }, (_, host) => murmurMix(host + 1)) };
}
