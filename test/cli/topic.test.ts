import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSnapshotWriter } from "../../src/archive/write-snapshot.js";
import { compareCommand } from "../../src/cli/compare.js";
import { judgeCommand } from "../../src/cli/judge.js";
import { replayCommand } from "../../src/cli/replay.js";
import { NEW_YEAR, page } from "../archive/small-web.js";
import { html, record } from "../archive/warc/bytes.js";
import { filesOf } from "../crawl/pool/temporary.js";
import { Desk, FEW_HOT } from "./command.js";
import { said } from "./in-process.js";

const times = (count: number, word: string) => Array.from({ length: count }, () => word).join(" ");

/**
 * A web of ten pages, by number: title, words, and links; of the links of page 0 one has the word in its anchor, and
 * page 7 has it in its address. Links to page 1: four, from 0, 2, 3, 4; to page 2: five; to page 3: six.
 */
const pages: readonly (readonly [title: string, body: string, links: readonly number[]])[] = [
  ["Home", "", [1, 2, 3, 4, 5, 6, 7]],
  ["Computer Science", "", [3]],
  ["b", times(10, "computer"), [1, 3, 9]],
  ["c", times(11, "COMPUTER"), [1]],
  ["d", times(12, "computers"), [1, 2, 3]],
  ["e", times(10, "minicomputer"), [2, 3]],
  ["f", `${times(9, "computer")} computers`, [2, 3, 8]],
  ["Supercomputers", "", [2]],
  ["h", "", []],
  ["i", "", []],
];
const address = (number: number) => `http://u.example/${number === 7 ? "computer" : number}`;
const source = ([title, body, links]: (typeof pages)[number], number: number) =>
  `<title>${title}</title><p>${body}</p>` +
  links.map((to) => `<a href="${address(to)}">${number === 0 && to === 5 ? "Computer lab" : "x"}</a>`).join("\n");

const desk = new Desk();
const cache = process.env.CRAWLBENCH_CACHE;
beforeAll(async () => {
  process.env.CRAWLBENCH_CACHE = desk.cache;
  const records = pages.map((each, number) => record("response", address(number), html(source(each, number))));
  desk.write("ten.warc", records.join(""));
  desk.write("visits.u32", Buffer.from(Uint32Array.from(VISITS).buffer));
  desk.write("links.txt", "0 1\n1 2\n2 0\n");
  desk.write("links.u32", Buffer.alloc(4));
  const writer = await openSnapshotWriter(desk.path("visited"), { now: NEW_YEAR });
  for (const number of VISITS) writer.add(page(address(number), source(pages[number], number)));
  await writer.finish();
  await writer.close();
});
afterAll(() => {
  if (cache === undefined) delete process.env.CRAWLBENCH_CACHE;
  else process.env.CRAWLBENCH_CACHE = cache;
});

const VISITS = [0, 7, 2, 6, 1, 5, 3, 4, 8, 9];

interface Judged {
  readonly area: number;
  readonly hot: number;
  readonly hotAt: number;
  readonly importance: string;
  readonly curve: readonly { readonly performance: number }[];
}

/** From source; through dist the test of `compare` judges. */
async function judged(...args: string[]): Promise<Judged> {
  const order = ["--order", desk.path("visits.u32"), "--importance", "relevance", "--query", "computer"];
  const { stdout, stderr, error } = await said(judgeCommand(), [desk.path("ten.warc"), ...order, ...args, "--json"]);
  expect([stderr, error]).toEqual([expect.stringMatching(FEW_HOT), undefined]);
  return JSON.parse(stdout) as Judged;
}

async function ordered(...args: string[]): Promise<number[]> {
  await desk.good(["replay", "ten.warc", "--by", "similarity", "--query", "computer", ...args, "--order-out", "o.u32"]);
  return desk.order("o.u32");
}

describe("crawlbench judge --importance relevance", () => {
  it.each<[args: string, hot: readonly number[], area: number]>([
    ["", [1, 2, 3], 0.6], // (0 + 0 + 1 + 1 + 2 + 2 + 3 + 3 + 3 + 3) / 3 / 10
    ["--rule title-or-body --at-least 10", [1, 2, 3], 0.6],
    ["--relevance-rule titleorbody --relevance-at-least 10", [1, 2, 3], 0.6],
    ["--at-least 11", [1, 3], 0.5], // (4 * 0 + 2 * 1/2 + 4) / 10
    ["--backlinks 5", [2, 3], 0.6], // (0 + 0 + 4 * 1/2 + 4) / 10
    ["--backlinks 4", [1, 2, 3], 0.6],
    ["--at-least 11 --backlinks 5", [3], 0.4],
    ["--backlinks-exactly 5", [2], 0.8], // (0 + 0 + 8 * 1) / 10
    ["--backlinks-exactly 4 --words part", [1], 0.6], // (4 * 0 + 6 * 1) / 10
    ["--words stem", [1, 2, 3, 4, 6], 0.56], // (1 + 2 + 3 + 3 + 4 + 3 * 5) / 5 / 10
    ["--words stem --at-least 11", [1, 3, 4], 13 / 30], // (1 + 1 + 2 + 3 * 3) / 3 / 10
    ["--words part", [1, 2, 3, 4, 5, 6, 7], 0.6], // (1 + ... + 6 + 3 * 7) / 7 / 10
    ["--words part --backlinks 5", [2, 3], 0.6],
    ["--rule inner-product --idf none --hot 10", [2, 3], 0.6], // the product is the count of the word, title and body
    ["--rule inner-product --idf none --title-weight 10 --hot 10", [1, 2, 3], 0.6],
  ])("with %s finds the hot pages %j of ten, in the area counted by hand", async (args, hot, area) => {
    const found = await judged(...args.split(" ").filter(Boolean));
    let count = 0;
    const curve = VISITS.map((number) => (count += hot.includes(number) ? 1 : 0) / hot.length);
    expect(found.curve.map(({ performance }) => performance)).toEqual(curve);
    expect(found.hot).toBe(hot.length);
    expect(found.area).toBeCloseTo(area, 12);
    expect(found.hotAt).toBe(args.includes("--hot") ? 10 : 1);
  });

  it("is what is judged by where there is a query, and judges the visits of a crawl's own folder", async () => {
    const visited = JSON.parse(
      (await said(judgeCommand(), [desk.path("visited"), "--query", "computer", "--json"])).stdout,
    );
    expect(visited).toMatchObject({ visited: 10, hot: 3, importance: "relevance to computer" });
    expect(visited.area).toBeCloseTo(0.6, 12);
  });
});

describe("crawlbench replay --by similarity", () => {
  it("follows Figure 4 through a web traced by hand, with each ordering inside", async () => {
    // of the links of 0, that to 5 has the word in its anchor and 7 in its address: these two first, then the others as
    // found
    const figure4 = [0, 5, 7, 1, 2, 3, 4, 6, 9, 8];
    expect(await ordered("--rule", "figure4")).toEqual(figure4);
    expect(await ordered("--rule", "Figure-4", "--inside", "bfs", "--ties", "fifo")).toEqual(figure4);
    // links seen after 0, 5, 7: 2 has 3, 3 has 2; after 2: 3 has 3, 1 has 2; after 3: 1 has 3; 4, 6 and 9 have one, as
    // 8 has in the end
    expect(await ordered("--rule", "4", "--inside", "backlink")).toEqual([0, 5, 7, 2, 3, 1, 4, 6, 9, 8]);
  });

  it("follows Figure 5 there: what a hot page links to goes first, where it was not seen before", async () => {
    expect(await ordered("--rule", "figure5")).toEqual([0, 5, 7, 1, 2, 9, 3, 4, 6, 8]); // 2 is hot, 9 is seen on it
    expect(await ordered("--rule", "figure5", "--at-least", "11")).toEqual([0, 5, 7, 1, 2, 3, 4, 6, 9, 8]); // 2 is not
  });

  it("is graded unless another rule is named, and says what it did", async () => {
    const told = async (...args: string[]) =>
      desk.json(["replay", "ten.warc", "--by", "similarity", "--query", "computer", ...args]);
    expect(await told()).toMatchObject({
      ordering: "similarity graded, ties fifo, query computer",
      reached: 10,
      options: { query: "computer", rule: "graded", inside: "breadth-first", words: "whole", atLeast: 10 },
    });
    const chosen = "--rule figure5 --inside pagerank --damping 0.8 --accuracy 0.01 --ties lifo --reorder-every 2";
    const more = "--distance 3 --promote --ends both-empty --at-least 2 --words stem --language german --match any";
    expect(await told(...chosen.split(" "), ...more.split(" "))).toMatchObject({
      options: {
        rule: "figure5",
        inside: "page-rank",
        damping: 0.8,
        accuracy: 0.01,
        ties: "lifo",
        reorderEvery: 2,
        distance: 3,
        promote: true,
        atLeast: 2,
        words: "stem",
        language: "german",
        match: "any",
      },
    });
    expect(await told(..."--decay 0.1 --inherited 0.2 --anchor 0.3 --idf paper".split(" "))).toMatchObject({
      options: { rule: "graded", decay: 0.1, inherited: 0.2, anchor: 0.3, idf: "paper" },
    });
  });

  it("weighs words by their rarity on another web, --idf-from, and refuses one without text", async () => {
    const there = record("response", "http://v.example/", html(`<title>t</title>${times(4, "computer")}`));
    desk.write("there.warc", there);
    const judge = ["--rule", "inner-product", "--idf-from", desk.path("there.warc"), "--hot"];
    // computer occurs 4 times there: the product is the count of the word, title and body, divided by 16
    expect((await judged(...judge, `${10 / 16}`)).hot).toBe(2);
    expect((await judged(...judge, `${11 / 16}`)).hot).toBe(1);
    const replay = ["replay", "ten.warc", "--by", "similarity", "--query", "computer", "--json", "--idf-from"];
    const { ordering } = await desk.json<{ readonly ordering: string }>([...replay, "there.warc"]);
    expect(ordering).toMatch(/^similarity graded, ties fifo, idf from there.*, query computer$/);
    expect(await desk.refusal([...replay, "links.txt"])).toBe(
      "--idf-from is a web with text; found links, which has none. Leave it out",
    );
    expect(await desk.refusal(["judge", "ten.warc", "--query", "computer", "--idf-from", "there.warc"])).toBe(
      "relevance: --idf-from does not go with --rule title-or-body: it belongs to cosine and inner-product. Leave it out, or type: --rule cosine",
    );
  });

  it("does not begin under --ends one-empty, as the figures are printed", async () => {
    const topic = ["--by", "similarity", "--query", "computer", "--rule", "figure4", "--ends", "one-empty"];
    const refused = [
      await desk.refusal(["replay", "ten.warc", ...topic, "--order-out", "nothing.u32"]),
      await desk.refusal(["replay", "ten.warc", ...topic, "--json"]),
    ];
    expect(refused[0]).toMatchInlineSnapshot(
      `"no page was crawled: with --ends one-empty, as Figures 4 and 5 are printed, a crawl continues while both queues hold URLs, and one is empty at its start. Leave it out, or type: --ends both-empty"`,
    );
    expect(refused[1]).toBe(refused[0]);
    expect(filesOf(desk.folder)).not.toContain("nothing.u32");
  });
});

interface Compared {
  readonly summary: readonly { readonly ordering: string; readonly area: number }[];
  readonly warnings: readonly string[];
  readonly provenance: { readonly importance: { readonly label?: string } };
}

describe("crawlbench compare with a query", () => {
  const compared = (...args: string[]) =>
    desk.json<Compared>(["compare", "ten.warc", "--query", "computer", "--no-cache", ...args]);

  it("gives each ordering the area that judging its replayed order by the same query gives", async () => {
    const { summary } = await compared("--by", "similarity,bfs,backlink", "--rule", "figure5", "--backlinks", "5");
    const order = await ordered("--rule", "figure5");
    const judge = ["judge", "ten.warc", "--order", "o.u32", "--query", "computer", "--backlinks", "5"];
    expect(order).toHaveLength(10);
    expect(summary[0].area).toBe((await desk.json<Judged>(judge, { told: FEW_HOT })).area);
    expect(summary[0].area).toBeCloseTo((4 * 0 + 2 * 0.5 + 4) / 10, 12); // 2 comes fifth, 3 seventh
    expect(summary.map(({ ordering }) => ordering)).toEqual([
      "similarity figure5, inside breadth-first, query computer",
      "breadth-first",
      "backlink, ties fifo",
    ]);
  });

  it("multiplies out rules and orderings inside, and leaves choices to those who have a use for them", async () => {
    const { summary } = await compared(
      ...["--by", "similarity,page-rank", "--rule", "figure4,5,graded", "--inside", "bfs,pagerank"],
      ...["--ties", "lifo", "--damping", "0.8", "--at-least", "2", "--distance", "1", "--idf", "none"],
    );
    const parts = (label: string) => label.split(", ").sort();
    expect(summary.map(({ ordering }) => parts(ordering))).toEqual(
      [
        "similarity figure4, inside breadth-first, query computer",
        "similarity figure4, inside page-rank, accuracy 0.001, ties lifo, damping 0.8, query computer",
        "similarity figure5, inside breadth-first, at least 2, distance 1, query computer",
        "similarity figure5, inside page-rank, accuracy 0.001, ties lifo, damping 0.8, at least 2, distance 1, query computer",
        "similarity graded, ties lifo, idf none, query computer",
        "page-rank, damping 0.8, accuracy 0.001, ties lifo",
      ].map(parts),
    );
  });

  it("tells the rules of ordering and importance apart, and judges by what is named", async () => {
    const table = (...args: string[]) =>
      desk.good(["compare", "ten.warc", "--by", "similarity", "--query", "computer", "--no-cache", ...args]);
    expect(await table()).toContain("importance relevance to computer >= 1, 3 hot");
    expect(await table("--rule", "figure5", "--relevance-at-least", "11")).toContain("at least 11 >= 1, 2 hot");
    expect(await table("--rule", "figure5", "--at-least", "11")).toContain("at least 11 >= 1, 2 hot");
    expect(await table("--relevance-rule", "inner-product", "--relevance-idf", "none", "--hot", "11")).toMatch(
      /relevance to computer, inner-product, idf none >= 11, 1 hot/,
    );
    expect(await table("--importance", "backlinks", "--hot", "5")).toContain("importance backlinks >= 5, 2 hot");
    expect(await table("--by", "bfs")).toContain("relevance to computer >= 1, 3 hot");
  });

  it("shows short labels in its table and what they stand for, and says there and in JSON that the hot pages are few", async () => {
    const args = ["--by", "similarity", "--rule", "figure5", "--inside", "backlink,pagerank"];
    const all = ["compare", "ten.warc", "--query", "computer", "--no-cache", ...args];
    const lines = (await desk.good(all)).split("\n").map((line) => line.split(/ {2,}/)[0]);
    expect(lines[1]).toMatch(/^3 of 10 pages are hot: too few/);
    const below = lines.findIndex((line) => /^-+$/.test(line)) + 1;
    expect(lines.slice(below, below + 4)).toEqual([
      "similarity figure5, inside backlink",
      "similarity figure5, inside page-rank, accuracy 0.001",
      "similarity figure5, inside backlink stands for similarity figure5, inside backlink, ties fifo, query computer",
      "similarity figure5, inside page-rank, accuracy 0.001 stands for similarity figure5, inside page-rank, accuracy",
    ]);
    expect((await compared(...args)).warnings).toEqual([expect.stringMatching(/^3 of 10 pages are hot: too few/)]);
  });
});

describe("flags that do not fit", () => {
  const replay = async (...args: string[]) => (await said(replayCommand(), ["no such web", "--by", ...args])).error;
  const judge = async (...args: string[]) =>
    (await said(judgeCommand(), ["no such web", "--order", "o", ...args])).error;
  const compare = async (...args: string[]) => (await said(compareCommand(), ["no such web", "--by", ...args])).error;

  it("are refused before anything is read, by what they go with and what to type", async () => {
    const topic = ["similarity", "--query", "computer"];
    const messages = [
      await replay("similarity"),
      await replay("similarity", "--query", "!?"),
      await replay("backlink", "--query", "computer"),
      await replay("backlink", "--promote"),
      await replay(...topic, "--at-least", "11"),
      await replay(...topic, "--rule", "figure4", "--at-least", "11"),
      await replay(...topic, "--rule", "figure4", "--idf", "log"),
      await replay(...topic, "--inside", "backlink"),
      await replay(...topic, "--damping", "0.5"),
      await replay(...topic, "--rule", "figure4", "--ties", "lifo"),
      await replay(...topic, "--ties", "stable"),
      await replay(...topic, "--rule", "figure5", "--at-least", "0"),
      await replay(...topic, "--rule", "figure6"),
      await replay(...topic, "--rule", "figure4,figure5"),
      await replay(...topic, "--anchor", "2"),
      await judge("--importance", "relevance"),
      await judge("--importance", "backlinks", "--hot", "1", "--query", "computer"),
      await judge("--hot", "1", "--backlinks", "5"),
      await judge("--query", "computer", "--idf", "log"),
      await judge("--query", "computer", "--rule", "cosine", "--at-least", "11"),
      await judge("--query", "computer", "--rule", "cosine"),
      await judge("--query", "computer", "--backlinks", "0.5"),
      await judge("--query", "computer", "--backlinks", "-1"),
      await judge("--query", "computer", "--backlinks", "5", "--backlinks-exactly", "5"),
      await judge("--query", "computer", "--language", "klingon"),
      await compare("similarity,bfs"),
      await compare("bfs", "--query", "computer", "--rule", "figure4"),
      await compare("bfs", "--importance", "backlinks", "--query", "computer"),
      await compare("bfs", "--backlinks", "5"),
      await compare(...topic, "--rule", "figure4,graded", "--distance", "3"),
      await compare(...topic, "--rule", "figure4,figure5", "--distance", "0"),
      await compare(...topic, "--relevance-rule", "cosine"),
    ];
    expect(messages.join("\n")).toMatchInlineSnapshot(`
      "similarity needs a topic: --by similarity --query computer
      the query "!?" holds no word: try "computer"
      --query goes with --by similarity; found --by backlink. Leave it out, or type: --by similarity --query computer
      --promote goes with --by similarity; found --by backlink. Leave it out, or type: --by similarity --query computer
      similarity: --at-least goes with --rule figure5; the --rule is graded. Leave it out, or type: --rule figure5
      similarity: --at-least goes with --rule figure5; the --rule is figure4. Leave it out, or type: --rule figure5
      similarity: --idf goes with --rule graded; the --rule is figure4. Leave it out, or type: --rule graded
      similarity: --inside goes with --rule figure4 or figure5; the --rule is graded. Leave it out, or type: --rule figure4
      similarity: --damping goes with --rule figure4 or figure5; the --rule is graded. Leave it out, or type: --rule figure4 --inside page-rank
      similarity: --inside "breadth-first" leaves nothing to --ties; choose --inside "backlink" or "page-rank" for --ties "lifo"
      similarity: --ties "stable" go with --rule figure4 or figure5, --inside backlink, --reorder-every 1; choose --ties "fifo"
      --at-least is a number of occurrences in the body, 1 or more; found 0
      error: option '--rule <rule>' argument 'figure6' is invalid. Allowed choices are figure4, figure5, graded.
      error: option '--rule <rule>' argument 'figure4,figure5' is invalid. Allowed choices are figure4, figure5, graded.
      --anchor lies in [0, 1]; found 2
      relevance needs a topic: --importance relevance --query computer
      --query goes with --importance relevance; found --importance backlinks. Leave it out, or type: --importance relevance --query computer
      --backlinks goes with --importance relevance; found --importance backlinks. Leave it out, or type: --importance relevance --query computer
      relevance: --idf does not go with --rule title-or-body: it belongs to cosine and inner-product. Leave it out, or type: --rule cosine
      relevance: --at-least does not go with --rule cosine: it belongs to title-or-body. Leave it out, or type: --rule title-or-body
      model threshold needs G, the importance from which a page is hot: --hot 0.1
      error: option '--backlinks <n>' argument '0.5' is invalid. Expected a whole number.
      --backlinks is a number of links, 0 or more; found -1
      error: option '--backlinks-exactly <n>' cannot be used with option '--backlinks <n>'
      error: option '--language <name>' argument 'klingon' is invalid. Allowed choices are arabic, danish, dutch, english, finnish, french, german, greek, hungarian, irish, italian, norwegian, portuguese, romanian, russian, spanish, swedish, turkish.
      similarity needs a topic: --by similarity --query computer
      --rule goes with --by similarity; found --by bfs. Leave it out, or type: --by similarity --query computer
      --query goes with --by similarity; found --by bfs. Leave it out, or type: --by similarity --query computer
      --backlinks goes with --importance relevance; found --importance backlinks. Leave it out, or type: --importance relevance --query computer
      similarity: --distance goes with --rule figure5; the --rule is figure4. Leave it out, or type: --rule figure5
      --distance is a number of links, 1 to 200; found 0
      model threshold needs G, the importance from which a page is hot: --hot 0.1"
    `);
  });

  it("are no flags that have a default which every ordering shares", async () => {
    expect(await replay("similarity", "--query", "computer", "--ties", "fifo", "--reorder-every", "1")).toMatch(
      /^no dataset "no such web"/,
    );
  });
});

describe("a web without words", () => {
  it("is refused in one sentence, whoever needs them, and nothing is written", async () => {
    const before = filesOf(desk.folder);
    const query = ["--query", "computer"];
    expect(
      [
        await desk.refusal(["replay", "links.txt", "--by", "similarity", ...query, "--order-out", "never.u32"]),
        await desk.refusal(["replay", "links.txt", "--by", "similarity", "--rule", "figure4", ...query]),
        await desk.refusal(["judge", "links.txt", "--order", "links.u32", ...query]),
        await desk.refusal(["compare", "links.txt", "--by", "bfs", ...query, "--no-cache"]),
      ].join("\n"),
    ).toMatchInlineSnapshot(`
      "similarity needs urls, anchors and text; links has links only.
        Archives (WARC, WACZ) and folders of HTML pages have all. What the catalogue has: crawlbench datasets
      similarity needs urls and anchors; links has links only.
        Archives (WARC, WACZ) and folders of HTML pages have all. What the catalogue has: crawlbench datasets
      relevance needs text; links has links only.
        Archives (WARC, WACZ) and folders of HTML pages have all. What the catalogue has: crawlbench datasets
      relevance needs text; links has links only.
        Archives (WARC, WACZ) and folders of HTML pages have all. What the catalogue has: crawlbench datasets"
    `);
    expect(filesOf(desk.folder)).toEqual(before);
  });
});
