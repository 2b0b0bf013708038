import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { copyingWeb } from "../../../src/web/model/copying-web.js";
import { hostWeb } from "../../../src/web/model/host-web.js";
import { preferentialWeb } from "../../../src/web/model/preferential-web.js";
import { randomWeb } from "../../../src/web/model/random-web.js";
import { rewired } from "../../../src/web/model/rewired.js";
import { shuffledPages } from "../../../src/web/model/shuffled-pages.js";

const digest = ({ graph: { offsets, targets } }: { readonly graph: { offsets: Uint32Array; targets: Uint32Array } }) =>
  createHash("sha256").update(offsets).update(targets).digest("hex").slice(0, 12);
const host = hostWeb({ pages: 500, hosts: 10 });

// Regression: own output. Who changes a generated web changes all that was measured on it.
it.each([
  ["random", randomWeb({ pages: 500 }), "8f68d81ddee0"],
  ["random, on hosts", randomWeb({ pages: 500, hosts: 7, linksPerPage: 3, seed: 5 }), "031121ee6c8e"],
  ["copying", copyingWeb({ pages: 500 }), "ae19612f316d"],
  ["copying, another seed", copyingWeb({ pages: 500, linksPerPage: 3, seed: 5 }), "ec6928116de7"],
  ["preferential", preferentialWeb({ pages: 500 }), "2aa00a0aabfe"],
  ["preferential, another seed", preferentialWeb({ pages: 500, linksPerPage: 3, seed: 5 }), "f35d5ebd361f"],
  ["of hosts", host, "fea667be3264"],
  ["of hosts, another seed", hostWeb({ pages: 500, hosts: 30, linksPerPage: 4, seed: 5 }), "8c80037198fa"],
  ["rewired", rewired(host, { seed: 2 }), "c2dcf3408217"],
  ["rewired within hosts", rewired(host, { keep: "degrees and host" }), "8574fea2dbfb"],
  ["shuffled", shuffledPages(host, { seed: 3 }), "52576b281c67"],
] as const)("a generated web is the same from version to version: %s", (_, web, expected) => {
  expect(digest(web)).toBe(expected);
});
