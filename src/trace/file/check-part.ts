import { problem } from "../../base/error.js";
import type { TraceAbout, TracePart } from "./block.js";

/**
 * Checks that a part goes on where the last ended, and that its columns fit each other.
 *
 * @returns URLs known after the part
 * @throws "option" that says which does not
 */
export function checkPart(
  part: TracePart,
  keeps: TraceAbout["keeps"],
  known: { readonly urls: number; readonly hosts: number },
) {
  const { requests, pages } = part;
  let urls = known.urls;
  for (let i = 0; i < requests.length; i++) {
    if (requests[i] === urls) urls++;
    else if (requests[i] > urls)
      throw misfit(
        `request ${i} is for URL ${requests[i]}, while the next new one is ${urls}: URLs are numbered as they come`,
      );
  }
  const fresh = urls - known.urls;
  const count = (name: string, column: { readonly length: number } | undefined, expected: number) => {
    if (column?.length !== expected)
      throw misfit(
        `with ${fresh} new URLs and ${pages?.ends.length ?? 0} pages, ${name} has ${expected} entries; found ${column?.length ?? "no such column"}`,
      );
  };
  const hosts = known.hosts + (part.hostKeys?.length ?? 0);
  const haveKeys = (column: Uint32Array | undefined) => {
    if (column?.some((host) => host >= hosts))
      throw misfit(`hostKeys has entries for hosts 0 .. ${hosts - 1}; found a host after these`);
  };
  if (keeps.fingerprints) count("fingerprints", part.fingerprints, 2 * fresh);
  if (keeps.hosts) {
    count("hosts", part.hosts, fresh);
    haveKeys(part.hosts);
  }
  if (keeps.pages) {
    for (const name of ["threads", "hosts", "times"] as const)
      count(`pages.${name}`, pages?.[name], pages?.ends.length ?? 0);
    haveKeys(pages?.hosts);
    if ((pages?.ends.at(-1) ?? 0) !== requests.length)
      throw misfit(
        `the last of its pages ends with the last request, ${requests.length}; found ${pages?.ends.at(-1) ?? "no page"}`,
      );
  }
  return urls;
}

const misfit = (what: string) => problem.option`a part of a trace does not fit what was written before: ${what}`;
