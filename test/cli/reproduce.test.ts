import { cpSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { load } from "cheerio";
import { beforeAll, describe, expect, it } from "vitest";
import type { main } from "../../src/cli/main.js";
import type { ClaimVerdict } from "../../src/experiment/claim.js";
import { experiments } from "../../src/experiment/found.js";
import { filesOf, temporaryFolder } from "../crawl/pool/temporary.js";
import { Desk, root } from "./command.js";

interface Reproduced {
  readonly verdicts: readonly ClaimVerdict[];
  readonly turned: readonly ClaimVerdict[];
  readonly report?: string;
  readonly reused: number;
  readonly ms: number;
}

const desk = new Desk();

describe("crawlbench reproduce", () => {
  const drawRing = () =>
    writeFileSync(
      desk.path("ring.txt"),
      Array.from({ length: 30 }, (_, page) => `${page} ${(page + 1) % 30}`).join("\n"),
    );

  it("tells in JSON what one experiment found on one web, and writes no report when told so", async () => {
    const args = ["reproduce", "cho1998/graph-6", "--web", "campus-1k", "--no-report"];
    const json = await desk.json<Reproduced>(args);
    expect(json).toEqual({
      verdicts: [
        {
          experiment: "cho1998/graph-6",
          dataset: "campus-1k",
          claim: "Most pages of a small site have fewer than 10 backlinks",
          source: "cho1998",
          where: "section 6, Graph 6",
          kind: "measured",
          real: false, // campus is generated
          quote: "From this histogram we can see that most pages have fewer than 10 backlinks",
          published: "most",
          tolerance: "more than half of the pages (mixed: a third or more)",
          wouldChange: expect.any(String),
          ours: expect.stringMatching(/^\d+\.\d %$/),
          verdict: "agrees",
          because: expect.stringMatching(/^\d+ pages that the start reaches/),
        },
      ],
      turned: [],
      reused: 0,
      ms: expect.any(Number),
    });
    const again = await desk.json<Reproduced>(args);
    expect([again.verdicts, again.reused]).toEqual([json.verdicts, 1]);
    expect((await desk.json<Reproduced>([...args, "--seed", "2"])).reused).toBe(0);
    expect((await desk.json<Reproduced>([...args, "--again"])).reused).toBe(0);
    expect((await desk.json<Reproduced>([...args, "--no-cache"])).reused).toBe(0);
    expect(await desk.good(args)).toContain(
      "1 of 1 results are from before: nothing that they depend on has changed (--again runs all).",
    );
  });

  it("names the folder of a report that cannot be written, and not the cache, before it runs anything", async () => {
    desk.write("taken/results", "a file where a folder is to be");
    desk.write("file", "the same");
    const args = ["reproduce", "cho1998/graph-6", "--web", "campus-1k", "--again", "--out"];
    const before = filesOf(desk.cache);
    for (const [out, folder, file] of [
      ["taken", "taken/results", "taken/results"],
      ["file/report", "file/report", "file"],
    ]) {
      const path = desk.path(file);
      expect(await desk.refusal([...args, out])).toBe(
        `cannot write ${folder}: ENOTDIR: not a directory, access '${path}/.'; nothing was written. Name another folder`,
      );
    }
    expect(filesOf(desk.cache)).toEqual(before);
  });

  it("runs several experiments on several webs, named with spaces or commas between", async () => {
    drawRing();
    const args = ["reproduce", "cho1998/graph-6", "cho1998/section-5", "--workers", "1", "--no-report", "--web"];
    const { verdicts } = await desk.json<Reproduced>([...args, "ring.txt,campus-1k"]);
    const ran = new Set(verdicts.map(({ experiment, dataset }) => `${experiment} on ${dataset}`));
    expect([...ran].sort()).toEqual([
      "cho1998/graph-6 on campus-1k",
      "cho1998/graph-6 on ring",
      "cho1998/section-5 on campus-1k",
      "cho1998/section-5 on ring",
    ]);
    expect((await desk.json<Reproduced>([...args, "ring.txt", "campus-1k"])).verdicts).toEqual(verdicts);
  });

  it("hands --scale to what makes its own load", async () => {
    expect(await desk.refusal(["reproduce", "dorosz", "--scale", "12", "--no-report"])).toBe(
      "--scale is a share of the paper's counts, above 0 and at most 10; found 12\n  All that it takes: crawlbench reproduce --help",
    );
  });

  it("lists the experiments that the library finds", async () => {
    const expected = (await experiments()).map((each) => ({
      ...{ id: each.id, title: each.title },
      ...("alone" in each && { alone: each.alone }), // what it costs, for it is not among all
    }));
    expect(await desk.json(["reproduce", "--list"])).toEqual(expected);
    const text = await desk.good(["reproduce", "--list"]);
    for (const { id } of expected) expect(text).toContain(id);
  });

  it("prints a line an experiment where there are many, and every claim when told so", async () => {
    drawRing();
    const args = ["reproduce", "cho1998", "--web", "ring.txt", "--repeats", "1", "--no-cache", "--no-report"];
    const short = (await desk.good(args)).split("\n");
    expect(short.slice(0, 2)).toEqual([
      "cho1998/graph-1 on ring: 7 verdicts: disagrees 1, cannot be tested 6.",
      expect.stringMatching(/^cho1998\/graph-2 on ring: 8 verdicts: /), // graph-10 comes after graph-9
    ]);
    expect(short.join("\n")).not.toContain("The larger G");
    expect(short.filter((line) => /^ ?\d+\. [A-Z]/.test(line))).toHaveLength(10); // what all runs taught
    const full = await desk.good([...args, "--verbose"]);
    expect(full).toMatch(/^cho1998\/graph-1\n {2}The larger G, the faster/m);
    expect(full).toContain("\nThe papers' claims, measured on real webs: ");
  });

  it("writes a report of ten findings with its figures beside it, and prints every claim with a mark", async () => {
    const text = await desk.good(["reproduce", "cho1998/graph-6", "--web", "campus-1k", "--out", "shown"]);
    expect(text).toMatch(/✓ agrees +campus-1k +\d+\.\d %/);
    expect(text).toContain("Beside them: 1 measured on generated webs and loads; 0 on theorems");
    expect(text).toContain(`Report: ${desk.path("shown/index.html")}`);
    expect(filesOf(desk.path("shown"))).toEqual(
      [
        ...["csv", "png", "svg"].map((suffix) => `figures/cho1998-graph-6-on-campus-1k.${suffix}`),
        ...["csv", "png", "svg"].map((suffix) => `figures/claims-map-cho1998.${suffix}`),
        ...["cho1998", "glossary", "index", "ledger"].map((page) => `${page}.html`),
        "results/cho1998-graph-6-on-campus-1k.result",
        "results/report.pictures",
      ].sort(),
    );
    for (const page of ["cho1998", "glossary", "index", "ledger"])
      expect(desk.text(`shown/${page}.html`)).not.toMatch(/(src|href)="https?:/); // nothing is fetched when it is opened
    const $ = load(desk.text("shown/index.html"));
    expect($("article.finding")).toHaveLength(10);
    $("svg, style, script").remove();
    expect($("body").text().trim().split(/\s+/).length).toBeLessThanOrEqual(1450); // 1,500 with all papers
  });

  it("writes the same report with the pictures of the one before, and without them where they are damaged", async () => {
    const written = () => {
      const all = filesOf(desk.path("shown")).filter((file) => !file.startsWith("results/"));
      return all.map((file) => [file, readFileSync(desk.path(`shown/${file}`), "base64")]);
    };
    const write = () => desk.good(["reproduce", "cho1998/graph-6", "--web", "campus-1k", "--out", "shown"]);
    const first = written(); // by the test before this one
    await write();
    expect(written()).toEqual(first);
    writeFileSync(desk.path("shown/results/report.pictures"), "damaged");
    await write();
    expect(written()).toEqual(first);
  });

  it("updates its part of a report that is there, and leaves the rest", async () => {
    const run = (web: string, ...which: string[]) =>
      desk.good(["reproduce", ...which, "--workers", "1", "--web", web, "--out", "grown"]);
    cpSync(desk.path("shown"), desk.path("grown"), { recursive: true }); // of graph-6 on campus-1k
    const before = desk.text("grown/results/cho1998-graph-6-on-campus-1k.result");
    drawRing();
    await run("ring.txt", "cho1998/graph-6");
    const page = desk.text("grown/cho1998.html");
    expect([...page.matchAll(/<summary><strong>(.*?)<\/strong>/g)].map(([, web]) => web)).toEqual([
      "ring",
      "campus-1k",
    ]);
    await run("campus-1k", "ours/ties-decide", "cho1998/section-5", "cho1998/figure-3");
    expect(desk.text("grown/results/cho1998-graph-6-on-campus-1k.result")).toBe(before);
    const headings = [...desk.text("grown/cho1998.html").matchAll(/<h2 id="section-([\w-]+)"/g)].map(([, id]) => id);
    expect(headings).toEqual(["cho1998-figure-3", "cho1998-graph-6", "cho1998-section-5"]); // the paper's figures first
    expect(desk.text("grown/ours.html")).toContain('id="section-ours-ties-decide"');
    expect(desk.text("grown/index.html")).toContain('href="ours.html#section-ours-ties-decide"');
  });
});

describe("crawlbench reproduce beside a ledger", () => {
  // A copy of what the package ships, in a folder whose name needs care in URLs: its ledger is ours to write.
  const home = join(temporaryFolder(), "with a space & 100 %");
  for (const part of ["dist", "datasets", "package.json"])
    cpSync(join(root, part), join(home, part), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(home, "node_modules"));
  const ledger = join(home, "datasets/paper/verdicts.json");
  const args = ["reproduce", "cho1998/figure-3", "--workers", "1", "--no-report"]; // the quickest with a claim that disagrees
  const options: { main?: typeof main } = {};
  beforeAll(async () => {
    // by a module that Node reads itself: Vitest takes no "%" in a path
    const module = desk.write("dist/main.js", `export * from "${pathToFileURL(join(home, "dist/cli/main.js"))}";`);
    Object.assign(options, await import(desk.path(module)));
  });

  it("ends with 3 when it is strict, where any disagrees", async () => {
    rmSync(ledger, { force: true });
    const { code, stdout, stderr } = await desk.run([...args, "--strict", "--json"], options);
    expect([code, stderr]).toEqual([3, ""]);
    const { verdicts, turned } = JSON.parse(stdout) as Reproduced;
    expect(turned).toEqual([]);
    expect(verdicts.map(({ verdict }) => verdict)).toContain("disagrees");
    expect(existsSync(ledger)).toBe(false);
  });

  it("records the verdicts when told so, and then ends with 0, whatever disagrees", async () => {
    const { verdicts, turned } = await desk.json<Reproduced>([...args, "--record"], {
      ...options,
      told: /^Recorded: \d+ claims in .*verdicts\.json\n$/,
    });
    expect(turned).toEqual([]);
    expect(JSON.parse(readFileSync(ledger, "utf8"))).toEqual(verdicts);
    // its web is generated: the headline counts none
    expect(await desk.json(["claims", "--json"], options)).toEqual(
      verdicts.map((each) => ({ ...each, counts: false })),
    );
  });

  it("ends with 3 when a claim disagrees that agreed in the ledger, and names it", async () => {
    const recorded: ClaimVerdict[] = JSON.parse(readFileSync(ledger, "utf8"));
    const turned = recorded.findIndex(({ verdict }) => verdict === "disagrees");
    const enter = (verdict: ClaimVerdict["verdict"]) =>
      writeFileSync(ledger, JSON.stringify(recorded.with(turned, { ...recorded[turned], verdict })));
    enter("agrees");
    const { code, stdout, stderr } = await desk.run(args, options);
    expect([code, stderr]).toEqual([3, ""]);
    const { experiment, dataset, claim } = recorded[turned];
    expect(stdout).toContain(`Agreed before, disagrees now: ${experiment} on ${dataset}: ${claim}`);
    const json = JSON.parse((await desk.run([...args, "--json"], options)).stdout) as Reproduced;
    expect(json.turned.map((each) => each.claim)).toEqual([claim]);
    enter("mixed"); // what else is no turn: test/experiment/ledger.test.ts
    expect((await desk.json<Reproduced>(args, options)).turned).toEqual([]);
  });
});
