import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openSnapshot } from "../../../src/archive/open-snapshot.js";
import type { TermRow } from "../../../src/page/text/page-terms.js";
import { termsOf } from "../../../src/page/text/terms-of.js";
import { buildDebianDocs } from "../../../src/recipe/debian-docs/build.js";
import { folderDigest } from "../../../src/web/dataset/packaged.js";
import { webOf } from "../../../src/web/snapshot/snapshot-web.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";
import { coded } from "../../fixture/problems.js";
import { LICENSED, madeUpPackages, SETS } from "./made-up.js";

const build = (out: string, keep: "pages" | "words", packages = LICENSED, connections = 16) =>
  buildDebianDocs({ sets: SETS, out, name: "small", keep, packages: madeUpPackages(packages), connections });

const without = (name: string, path: string): typeof LICENSED => {
  const { [path]: _, ...files } = LICENSED[name];
  return { ...LICENSED, [name]: files };
};

const wordsOf = (row: TermRow) =>
  Object.fromEntries(Array.from({ length: row.size }, (_, i) => [row.term(i), row.counts[i]]));

describe("a web that is packed with words alone", () => {
  const folder = temporaryFolder();
  const packed = join(folder, "packed");
  const first = build(packed, "words");

  it("is the web that is built with its pages, digest for digest, word for word", async () => {
    const whole = join(folder, "whole");
    await build(whole, "pages");
    expect((await first).sha256).toBe((await openSnapshot(whole)).sha256);
    const [small, large] = [webOf(await openSnapshot(packed)), webOf(await openSnapshot(whole))];
    expect([small.name, small.sha256, small.capabilities]).toEqual(["small", large.sha256, large.capabilities]);
    expect(small.text).toBeUndefined();
    for (let page = 0; page < small.graph.size; page++) {
      const [mine, theirs] = [small, large].map((web) => {
        const { title, body } = termsOf(web).of(page);
        return { title: wordsOf(title), body: wordsOf(body) };
      });
      expect(mine).toEqual(theirs);
    }
  });

  it("has the copyright file of each package, and the licences that those point to, and no others", async () => {
    await first;
    expect(readdirSync(packed).sort()).toEqual(["copyright", "index", "licences", "snapshot.json", "terms"]);
    expect(readdirSync(join(packed, "copyright")).sort()).toEqual(["alpha-doc", "alpha3-doc", "beta-doc", "gamma-doc"]);
    expect(readdirSync(join(packed, "licences"))).toEqual(["GPL-2"]);
    expect(readFileSync(join(packed, "licences/GPL-2"), "utf8")).toBe("the text of a licence");
  });

  it("has the same bytes whatever the order in which it was crawled", async () => {
    await first;
    const again = join(folder, "again");
    await build(again, "words", LICENSED, 1);
    expect(folderDigest(again)).toBe(folderDigest(packed));
  });

  it("is not made of a package without its copyright file, or without a licence that one points to", async () => {
    const faults = [
      without("beta-doc", "usr/share/doc/beta-doc/copyright"),
      without("base-files", "usr/share/common-licenses/GPL-2"),
    ];
    for (const [index, packages] of faults.entries())
      await expect(build(join(folder, `fault-${index}`), "words", packages)).rejects.toThrow(coded("differs"));
  });
});
