import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readLedger } from "../../src/experiment/ledger.js";
import { root } from "../cli/command.js";
import { COUNTS, TABLES } from "./evidence-tables.js";
import { sentencesOf, unknown } from "./ledger-numbers.js";

// docs/evidence.md: its tables are written from the ledger (npx vitest run test/docs/evidence -u), and each number of its
// text is one that the ledger has for the experiments named below the heading, on the webs that the sentence names.

const ledger = readLedger();
const text = readFileSync(join(root, "docs/evidence.md"), "utf8");
const parts = text.split(/^(?=## )/m);
const [introduction, ...sections] = parts;
const titleOf = (section: string) => section.slice(3, section.indexOf("\n"));
const ELSEWHERE = "*Not in the ledger:*";

/** Paragraphs, lists and tables of a section, without its heading. */
const blocksOf = (section: string): string[] => section.trim().split(/\n\n+/).slice(1);
const isTable = (block: string) => block.startsWith("|");
/** Blocks with numbers of another run: a paragraph that says so, and a table right behind it. */
const isElsewhere = (block: string, before = "") =>
  block.startsWith(ELSEWHERE) || (isTable(block) && before.startsWith(ELSEWHERE));
const ownBlocks = (section: string) => {
  const blocks = blocksOf(section);
  return blocks.filter((block, at) => !isElsewhere(block, blocks[at - 1]));
};

const experimentsOf = (section: string): string[] => {
  const [line = ""] = blocksOf(section);
  return line.startsWith("*In the ledger: ") ? [...line.matchAll(/`([^`]+)`/g)].map(([, id]) => id) : [];
};

describe("docs/evidence.md", () => {
  it("names experiments of the ledger below each heading", () => {
    const ids = new Set(ledger.map(({ experiment }) => experiment));
    for (const section of sections) {
      const named = experimentsOf(section);
      expect(named.length, titleOf(section)).toBeGreaterThan(0);
      expect(named.filter((id) => !ids.has(id))).toEqual([]);
    }
  });

  it("has the tables that the ledger gives, and no others but of runs that it names", async () => {
    const written = sections.map((section) => {
      const [, tables] = Object.entries(TABLES).find(([begin]) => titleOf(section).startsWith(begin)) ?? ["", []];
      const blocks = blocksOf(section);
      let at = 0;
      const all = blocks.map((block, place) =>
        isTable(block) && !isElsewhere(block, blocks[place - 1])
          ? (tables[at++] ?? `no table ${at} in evidence-tables.ts`)
          : block,
      );
      expect([titleOf(section), at]).toEqual([titleOf(section), tables.length]);
      return [`## ${titleOf(section)}`, ...all].join("\n\n");
    });
    expect(Object.keys(TABLES)).toHaveLength(sections.length);
    await expect(`${[introduction.trim(), ...written].join("\n\n")}\n`).toMatchFileSnapshot(
      join(root, "docs/evidence.md"),
    );
  });

  it.each(sections.map((section) => [titleOf(section), section]))(
    "%s: has no number that the ledger has not",
    (_, section) => {
      const named = new Set(experimentsOf(section));
      const records = ledger.filter(({ experiment }) => named.has(experiment));
      const sentences = ownBlocks(section)
        .slice(1)
        .filter((block) => !isTable(block))
        .flatMap(sentencesOf);
      expect(sentences.flatMap((sentence) => unknown(sentence, records))).toEqual([]);
    },
  );

  it("introduces itself with numbers of the ledger's", () => {
    expect(sentencesOf(introduction).flatMap((sentence) => unknown(sentence, ledger))).toEqual([]);
  });

  it("says of each number of another run which run it was", () => {
    const others = sections.flatMap(blocksOf).filter((block) => block.startsWith(ELSEWHERE));
    expect(others.length).toBeLessThan(8);
    for (const block of others)
      expect(block).toMatch(/`crawlbench reproduce \S+`|notebooks? `|\]\(\.\.\/bench\/README\.md\)/);
  });

  it("counts webs as the ledger does", () => {
    const page = text.replace(/\s+/g, " ");
    expect(COUNTS.filter((count) => !page.includes(count))).toEqual([]);
  });
});

describe("the check of numbers", () => {
  const records = ledger.filter(({ experiment }) => experiment === "cho1998/graph-2");

  it("knows what was recorded on the web that a sentence names, to the last digit and with its sign", () => {
    expect(unknown("PageRank order has 0.509 on web-NotreDame in 1999, as Graph 2 shows.", records)).toEqual([]);
    expect(unknown("It has 0.51 on web-NotreDame.", records)).toHaveLength(1);
    expect(unknown("It has 0.509 on cnr-2000.", records)).toHaveLength(1);
    expect(unknown("The lead is +0.197 on web-NotreDame.", records)).toEqual([]);
    expect(unknown("The lead is -0.197 on web-NotreDame.", records)).toHaveLength(1);
    expect(unknown("uci-ics-2019 has 0.867.", records)).toHaveLength(1);
    expect(unknown("Of 1,742 pages 2633 are hot.", records)).toHaveLength(1);
  });
});
