import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { claimsCommand } from "../../src/cli/claims.js";
import type { ClaimVerdict } from "../../src/experiment/claim.js";
import { headline } from "../../src/experiment/headline.js";
import { ledgerText, readLedger } from "../../src/experiment/ledger.js";
import { filesOf, temporaryFolder } from "../crawl/pool/temporary.js";
import { root } from "./command.js";
import { said } from "./in-process.js";

const ledger = readLedger();

type Listed = ClaimVerdict & { readonly secondReadingOf?: string; readonly counts: boolean };

const listed = async (...args: string[]): Promise<Listed[]> =>
  JSON.parse((await said(claimsCommand(), [...args, "--json"])).stdout);

const tally = (verdicts: readonly ClaimVerdict[], wanted: ClaimVerdict["verdict"]): number =>
  verdicts.filter(({ verdict }) => verdict === wanted).length;

describe("crawlbench claims", () => {
  it("prints every claim of the ledger on every web, and runs nothing", async () => {
    const { stdout, error } = await said(claimsCommand(), []);
    expect(error).toBeUndefined();
    const unbroken = stdout.replace(/\n {4,}(?![✓~✗-] )/g, " ");
    for (const { claim } of ledger) expect(unbroken).toContain(claim);
    expect(stdout).toMatch(/\nThe papers' claims, measured on real webs: \d+ verdicts: agrees \d+, /);
  });

  it("keeps to a paper, an experiment and a verdict when told so", async () => {
    const of = async (...args: string[]) =>
      (await listed(...args)).map(({ counts: _, secondReadingOf: __, ...claim }): ClaimVerdict => claim);
    expect(await of("cho1998")).toEqual(ledger.filter(({ experiment }) => experiment.startsWith("cho1998/")));
    expect(await of("cho1998/graph-2")).toEqual(ledger.filter(({ experiment }) => experiment === "cho1998/graph-2"));
    const untested = ledger.filter(({ verdict }) => verdict === "cannot be tested");
    expect(untested.length).toBeGreaterThan(0);
    expect(await of("--verdict", "untested")).toEqual(untested);
  });

  it("says which verdicts the headline counts, whatever is chosen", async () => {
    const counted = (await listed()).filter(({ counts }) => counts);
    const [line] = headline(ledger);
    expect(line).toContain(`measured on real webs: ${counted.length} verdicts: agrees ${tally(counted, "agrees")},`);
    expect(counted.every(({ kind, real, source }) => kind === "measured" && real && source !== "ours")).toBe(true);
    const agreeing = await listed("--verdict", "agrees");
    expect(agreeing.filter(({ counts }) => counts)).toHaveLength(tally(counted, "agrees"));
  });

  it("has in its JSON all that the headline is counted from", async () => {
    const all = await listed();
    const named = ({ experiment, claim }: Listed, dataset?: string) => `${experiment} | ${claim} | ${dataset}`;
    const told = new Set(all.map((each) => named(each, each.dataset)));
    const theirs = all.filter(
      (each) =>
        each.kind === "measured" &&
        each.real &&
        ["cho1998", "broder2003", "shkapenyuk2001", "dorosz"].includes(each.source) &&
        !told.has(named(each, each.partOf)), // the whole has a verdict, too
    );
    // of all verdicts on a claim of a passage on a web: of the second reading, of those tested, of real crawls the first
    const ofPassage = ({ where, claim, dataset, secondReadingOf = dataset }: Listed) =>
      `${where} | ${claim.replace(", on the cross sub-trace", "")} | ${secondReadingOf}`;
    const counted = theirs.filter((each) => {
      const rivals = theirs.filter((other) => ofPassage(other) === ofPassage(each));
      const second = rivals.filter(({ secondReadingOf }) => secondReadingOf !== undefined);
      const read = second.length > 0 ? second : rivals;
      const tested = read.filter(({ verdict }) => verdict !== "cannot be tested");
      const left = tested.length > 0 ? tested : read;
      return (left.find(({ experiment }) => experiment === "broder2003/real-crawls") ?? left[0]) === each;
    });
    expect(all.filter(({ counts }) => counts)).toEqual(counted);
    const said = ["agrees", "mixed", "no difference", "disagrees", "cannot be tested"] as const;
    expect(headline(ledger)[0]).toBe(
      `The papers' claims, measured on real webs: ${counted.length} verdicts: ${said.map((verdict) => `${verdict} ${tally(counted, verdict)}`).join(", ")}.`,
    );
  });

  it("takes a verdict as it is printed, too", async () => {
    for (const [word, printed] of [
      ["no-difference", "no difference"],
      ["untested", "cannot be tested"],
    ]) {
      const found = await listed("--verdict", printed);
      expect(found).toEqual(await listed("--verdict", word));
      expect(new Set(found.map(({ verdict }) => verdict))).toEqual(new Set([printed]));
    }
  });

  it("refuses what the ledger does not know, and names what it does", async () => {
    expect((await said(claimsCommand(), ["cho1999"])).error).toMatch(
      /^the ledger has no claims of "cho1999"\. Did you mean cho1998\? It has: broder2003, cho1998, .*crawlbench reproduce --list$/,
    );
    expect((await said(claimsCommand(), ["--verdict", "true"])).error).toBe(
      '--verdict is one of agrees, mixed, no-difference, disagrees, untested; found "true"',
    );
    expect((await said(claimsCommand(), ["--out", "claims.html"])).error).toBe(
      '--out names a Markdown file, as in --out claims.md; found "claims.html"',
    );
  });

  it("suggests the paper or the experiment that is nearest to what was typed", async () => {
    expect((await said(claimsCommand(), ["cho98"])).error).toContain(" Did you mean cho1998?");
    expect((await said(claimsCommand(), ["cho1998/graf-2"])).error).toContain(" Did you mean cho1998/graph-2?");
  });

  it.each(["[]", undefined])("says how to record claims when the ledger holds %s", async (text) => {
    const path = join(temporaryFolder(), "ledger.json");
    if (text !== undefined) writeFileSync(path, text);
    expect((await said(claimsCommand(path), [])).error).toBe(
      `the ledger ${path} holds no claims yet. Record some: crawlbench reproduce all --record`,
    );
  });

  it("says of how many claims none has the verdict that was asked for", async () => {
    const path = join(temporaryFolder(), "ledger.json");
    const own = ledger.filter(({ verdict }) => verdict === "agrees").slice(0, 3);
    writeFileSync(path, ledgerText(own));
    expect((await said(claimsCommand(path), ["--verdict", "disagrees"])).stdout).toBe(
      "all: none of its 3 claims has --verdict disagrees.\n",
    );
    expect((await said(claimsCommand(path), ["--verdict", "disagrees", "--json"])).stdout).toBe("[]\n");
  });

  it("leaves no pictures where the page cannot be written", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "claims.md"));
    const { error } = await said(claimsCommand(), ["--out", join(folder, "claims.md")]);
    expect(error).toMatch(/^cannot write .*claims\.md: it is a folder; nothing was written\. Name another file$/);
    expect(filesOf(folder)).toEqual([]);
  });

  it("writes no page where its pictures have no place", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "claims"), "a file, not a folder");
    const { error } = await said(claimsCommand(), ["--out", join(folder, "claims.md")]);
    expect(error).toMatch(/^cannot write .*\.svg: EEXIST: .*; nothing was written\. Name another place$/);
    expect(filesOf(folder)).toEqual(["claims"]);
  });

  it("writes the page of docs, with a heat map per paper: docs/claims.md is what the ledger says", async () => {
    const folder = temporaryFolder();
    expect((await said(claimsCommand(), ["--out", join(folder, "claims.md")])).error).toBeUndefined();
    const written = filesOf(folder);
    expect(written).toContain("claims.md");
    expect(written).toContain("claims/cho1998.svg");
    for (const name of written) {
      const next = `${name} is not what the ledger says: crawlbench claims --out docs/claims.md`;
      expect(readFileSync(join(folder, name), "utf8") === readFileSync(join(root, "docs", name), "utf8"), next).toBe(
        true,
      );
    }
  });
});
