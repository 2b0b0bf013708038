import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findingsOf } from "../../src/experiment/findings.js";
import { experiments } from "../../src/experiment/found.js";
import { readLedger } from "../../src/experiment/ledger.js";
import { root } from "../cli/command.js";

const ledger = readLedger();
const findings = findingsOf(ledger);
const source = readFileSync(join(root, "src/experiment/findings.ts"), "utf8");

describe("findingsOf", () => {
  it("has ten findings of different names, each on experiments that there are", async () => {
    expect(new Set(findings.map(({ name }) => name)).size).toBe(10);
    const known = (await experiments()).map(({ id }) => id);
    for (const each of findings)
      expect(known).toEqual(expect.arrayContaining(each.claims.map(({ experiment }) => experiment)));
  });

  it("links to headings of the evidence", () => {
    const evidence = readFileSync(join(root, "docs/evidence.md"), "utf8");
    const headings = [...evidence.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
      heading
        .toLowerCase()
        .replace(/[^a-z0-9 -]/g, "")
        .replaceAll(" ", "-"),
    );
    expect(findings.map((each) => each.evidence).filter((link) => !headings.includes(link))).toEqual([]);
  });

  it("says in its own words no number but years: all others are taken from the ledger", () => {
    const words = [...source.matchAll(/^ {6}(?:headline|text|sure):\s*(?:`([^`]*(?:\\`[^`]*)*)`|"([^"]*)"),$/gm)].map(
      ([, template, text]) => (template ?? text).replace(/\$\{[^}]*\}/g, ""),
    );
    expect(words).toHaveLength(30);
    const webs = [...new Set(ledger.map(({ dataset }) => dataset))].sort((a, b) => b.length - a.length);
    for (const text of words) {
      const rest = webs.reduce((left, web) => left.replaceAll(web, ""), text).replace(/\((?:19|20)\d\d\)|95 %/g, "");
      expect(rest).not.toMatch(/\d|\b(?:two|three|four|five|six|seven|eight|nine|ten)\b(?! pages| equal| requests)/);
    }
  });

  it("changes with each number that was recorded", () => {
    const other = ledger.map((each) => ({ ...each, ours: each.ours.replace(/0\.\d\d\d/g, "0.111") }));
    const [before, after] = [findings, findingsOf(other)].map((all) => all.find(({ name }) => name === "ties"));
    expect(before?.text).toContain("reaches 0.312 when");
    expect(after?.text).toContain("reaches 0.111 when");
  });

  it("names no speed-up above the one that a headline calls the largest", () => {
    const found = findings.find(({ name }) => name === "more-machines");
    const [all, real] = [...(found?.headline ?? "").matchAll(/at most ([\d.]+) times/g)].map(([, most]) =>
      Number(most),
    );
    const told = [...(found?.text ?? "").matchAll(/([\d.]+)(?: times as fast)? on ([\w-]*\w)/g)];
    expect(told.map(([, , web]) => web)).toEqual(["campus", "debian-docs", "cnr-2000", "uci-ics-2019"]);
    for (const [, times, web] of told) expect(Number(times)).toBeLessThanOrEqual(web === "campus" ? all : real);
  });

  it("counts the webs of the first finding in one way, names those that a sentence adds, and tells what chance gives", () => {
    const [{ headline, text, sure }] = findings;
    expect(headline).toContain("on one real web of five,");
    expect(sure).toContain("20 crawls on each of six webs, five of them real.");
    expect(sure).toContain("which adds wb-cs-stanford and webkb-1997, PageRank order leads on two real webs of seven");
    expect(text).toContain("0.509, against 0.312 for backlink order and 0.500 by chance.");
  });

  it("tells what the crawler met on a web where a replay says otherwise, and nothing of it once the two agree", () => {
    const told = (all: typeof ledger) => findingsOf(all).find(({ name }) => name === "crawl-order-and-cache");
    expect(told(ledger)?.sure).toContain("random order was 11.1 to 17.1 off, backlink order 3.8 to 12.6.");
    const isServed = ({ experiment, dataset }: (typeof ledger)[number]) =>
      experiment === "broder2003/real-crawls" && dataset === "webkb-1997";
    expect(
      told(ledger.map((each) => (isServed(each) ? { ...each, verdict: "agrees" as const } : each))),
    ).toBeUndefined();
  });

  it("leaves out what the ledger no longer bears out, and what it does not hold", () => {
    const turned = ledger.map((each) =>
      each.experiment === "cho1998/graph-2" && each.verdict !== "cannot be tested"
        ? { ...each, verdict: "agrees" as const }
        : each,
    );
    const names = (all: typeof findings) => all.map(({ name }) => name);
    expect(names(findingsOf(turned))).toEqual(names(findings).filter((name) => name !== "page-rank-order"));
    const part = ledger.filter(({ experiment, dataset }) => experiment !== "ours/scale-out" && dataset !== "cnr-2000");
    expect(names(findingsOf(part))).not.toContain("more-machines");
    expect(findingsOf([])).toEqual([]);
  });
});
