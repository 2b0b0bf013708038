import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { claimsCommand } from "../../src/cli/claims.js";
import { readLedger } from "../../src/experiment/ledger.js";
import { filesOf, temporaryFolder } from "../run/temporary.js";
import { root } from "./command.js";
import { said } from "./in-process.js";

const ledger = readLedger();

describe("crawlbench claims", () => {
  it("prints every claim of the ledger on every web, and runs nothing", async () => {
    const { stdout, error } = await said(claimsCommand(), []);
    expect(error).toBeUndefined();
    for (const { claim } of ledger) expect(stdout).toContain(claim);
    expect(stdout).toContain(`${ledger.length} verdicts: agrees `);
  });

  it("keeps to a paper, an experiment and a verdict when told so", async () => {
    const of = async (...args: string[]) => JSON.parse((await said(claimsCommand(), [...args, "--json"])).stdout);
    expect(await of("cho1998")).toEqual(ledger.filter(({ experiment }) => experiment.startsWith("cho1998/")));
    expect(await of("cho1998/graph-2")).toEqual(ledger.filter(({ experiment }) => experiment === "cho1998/graph-2"));
    const untested = ledger.filter(({ verdict }) => verdict === "cannot be tested here");
    expect(untested.length).toBeGreaterThan(0);
    expect(await of("--verdict", "untested")).toEqual(untested);
  });

  it("refuses what the ledger does not know, and names what it does", async () => {
    expect((await said(claimsCommand(), ["cho1999"])).error).toMatch(
      /^the ledger has no claims of "cho1999"\. It has: broder2003, cho1998, .*crawlbench reproduce --list$/,
    );
    expect((await said(claimsCommand(), ["--verdict", "true"])).error).toBe(
      '--verdict is one of agrees, partly, disagrees, untested; found "true"',
    );
    expect((await said(claimsCommand(), ["--out", "claims.html"])).error).toBe(
      '--out names a Markdown file, as in --out claims.md; found "claims.html"',
    );
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
