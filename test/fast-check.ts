import { createRequire } from "node:module";
import type fastCheck from "fast-check";
import { depth } from "./depth.js";

// Stands in for the package of this name, by vitest.config.ts. Every run draws the same: npm test a quarter of the runs
// that a property names, but not below 25, npm run prove all of them. CRAWLBENCH_SEED=7 npm run prove draws others.

type Assert = typeof fastCheck.assert;

const { default: all } = createRequire(import.meta.url)("fast-check") as { default: typeof fastCheck };
// lengths go up to the maxLength that is named; by itself fast-check draws lists of ten at the most
all.configureGlobal({ seed: Number(process.env.CRAWLBENCH_SEED ?? 1998), defaultSizeToMaxWhenMaxSpecified: true });

const runs = (named = 100): number =>
  depth({ everyday: Math.min(named, Math.max(25, Math.ceil(named / 4))), prove: named });
const assert = ((property: Parameters<Assert>[0], options: Parameters<Assert>[1]) =>
  all.assert(property, { ...options, numRuns: runs(options?.numRuns) })) as Assert;

/** Any character. fast-check's own makes a table of them all when it is first used, which takes a second of each process. */
const character = all.nat(0x10ffff - 0x800).map(
  (number) => String.fromCodePoint(number < 0xd800 ? number : number + 0x800), // no halves of pairs
  (text) => {
    const code = typeof text === "string" ? (text.codePointAt(0) ?? -1) : -1;
    if (code < 0 || (code >= 0xd800 && code < 0xe000) || text !== String.fromCodePoint(code))
      throw new Error("no character");
    return code < 0xd800 ? code : code - 0x800;
  },
);
const string: typeof fastCheck.string = (options) =>
  all.string(options?.unit === "binary" ? { ...options, unit: character } : options);

/** A URL as `webUrl` of fast-check has it, whose table for percent-encoding is as large. */
const webUrl: typeof fastCheck.webUrl = ({ withQueryParameters = false, withFragments = false, ...others } = {}) => {
  if (Object.keys(others).length > 0) throw new TypeError("these tests ask for no other options of webUrl");
  const plain = all.constantFrom(..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!$&'()*+,;=:@");
  const unit = all.oneof({ weight: 10, arbitrary: plain }, { weight: 1, arbitrary: character.map(encodeURIComponent) });
  const behind = (mark: string, isAsked: boolean) =>
    isAsked
      ? all.option(
          all.string({ unit }).map((text) => mark + text),
          { nil: "" },
        )
      : all.constant("");
  const path = all.array(all.string({ unit }).map((segment) => `/${segment}`));
  return all
    .tuple(
      all.constantFrom("http", "https"),
      all.domain(),
      path,
      behind("?", withQueryParameters),
      behind("#", withFragments),
    )
    .map(
      ([scheme, domain, segments, query, fragment]) => `${scheme}://${domain}${segments.join("")}${query}${fragment}`,
    );
};

export default { ...all, assert, string, webUrl };
