import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CrawlbenchError } from "../../../src/base/error.js";
import { edgeList } from "../../../src/web/read/edge-list.js";
import { pairsOf } from "../../fixture/pairs.js";
import { KEEP, pairs, plain, stream } from "./text.js";

const read = async (text: string, options = {}) => plain(await edgeList.read(stream(text), options));
const failure = (text: string): Promise<CrawlbenchError> =>
  edgeList.read(stream(text)).then(
    () => expect.fail(`read ${JSON.stringify(text)}`),
    (error) => error,
  );

describe("edgeList", () => {
  it("numbers pages by ascending id where the file leaves gaps, and keeps the ids", async () => {
    expect(await read("7 4294967294\n# comment\n7 3\n")).toMatchObject({
      size: 3,
      links: pairsOf("1,2 1,0"),
      ids: [3, 7, 4294967294],
    });
  });

  it("has no ids where pages are numbered 0 .. n - 1", async () => {
    expect((await read("2 0\n1 2\n")).ids).toBeUndefined();
  });

  it("keeps the ids 1 .. n", async () => {
    expect((await read("1 2\n2 3\n")).ids).toEqual([1, 2, 3]);
  });

  it("takes tabs, blanks, commas, a weight and a time, and says that these are not read", async () => {
    const text = "0\t1 1 2\n 1  2 0.5 -1 \n2,0, -3e2 ,1234567\n";
    expect((await read(text)).links).toEqual(pairsOf("0,1 1,2 2,0"));
    const ignored = async (file: string) => (await edgeList.read(stream(file))).ignored;
    expect(await ignored(text)).toEqual(["columns 3 and 4"]);
    expect(await ignored("start end weight\n0 1 5\n")).toEqual(['the heading "start end weight"', "column 3"]);
    expect(await ignored("0 1\n")).toBeUndefined();
  });

  it("takes attributes in braces for the third column, and names the first that are some", async () => {
    // networkx.write_edgelist, without and with data
    const text = "0 1 {}\n1 2 {'weight': 3.5, 'by': 'x y'}\n2 0 {}\n";
    expect(edgeList.sniff(new TextEncoder().encode(text), "web.edgelist")).toBe(true);
    expect((await read(text)).links).toEqual(pairsOf("0,1 1,2 2,0"));
    const ignored = async (file: string) => (await edgeList.read(stream(file))).ignored;
    expect(await ignored(text)).toEqual(["attributes of links, \"{'weight': 3.5, 'by': 'x y'}\""]);
    expect(await ignored("0 1 {}\n1 2 {}\n")).toBeUndefined();
    const cut = await failure("0 1 {}\n1 2 {'weight'");
    expect(cut.message).toMatch(/line 2: expected two page numbers .*, then attributes in braces/);
    const uneven = await failure("0 1 {}\n1 2\n");
    expect(uneven.message).toMatch(/line 2: expected 3 numbers, as in the lines before/);
  });

  it("says where a file of KONECT has other counts than it tells, as one that was cut", async () => {
    const ignored = async (head: string) => (await edgeList.read(stream(`${head}1 2\n2 3\n`))).ignored;
    expect(await ignored("% asym unweighted\n% 2 3 3\n")).toBeUndefined();
    expect(await ignored("% asym unweighted\n")).toBeUndefined();
    expect(await ignored("% 9 3 3\n")).toBeUndefined(); // any comment
    for (const counts of ["% 9 3 3", "%2 4 4"])
      expect(await ignored(`% asym unweighted\n${counts}\n`)).toEqual([
        `the counts of links and pages, "${counts}": there are 2 and 3`,
      ]);
  });

  it("says that links are read one way where a comment says that they have no direction", async () => {
    const ignored = async (file: string) => (await edgeList.read(stream(file))).ignored;
    for (const comment of ["% sym unweighted", "# Undirected graph: ../../data/output/dblp.ungraph.txt"]) {
      expect((await read(`${comment}\n1 2\n2 3\n`)).links).toEqual(pairsOf("0,1 1,2"));
      expect(await ignored(`${comment}\n1 2\n`)).toEqual([
        `that links have no direction, ${JSON.stringify(comment)}: each is one way, as written`,
      ]);
    }
    for (const comment of ["% asym unweighted", "% symbols", "# Directed graph (each unordered pair of nodes once)"])
      expect(await ignored(`${comment}\n1 2\n`), comment).toBeUndefined();
  });

  it("refuses a bipartite graph of KONECT, whose columns are numbered each on its own", async () => {
    const error = await failure("% bip unweighted\n% 2 2 2\n1 1\n2 1\n");
    expect(error.message).toMatch(/line 1: expected one numbering of all pages, found "% bip unweighted"\n.*KONECT/);
  });

  it("refuses a heading that puts the two pages into other columns than the first, from and to", async () => {
    for (const words of [
      ...["target,source", '"target","source"', "ToNodeId FromNodeId", "TargetId\tSourceId", "to_node from_node"],
      ...["id,source,target", "# ToNodeId\tFromNodeId", "% target source weight"],
    ])
      expect((await failure(`${words}\n0,1,2\n`)).message).toMatch(/line 1: expected a heading .*FROM in column 1/);
    expect((await read("source target weight\n0 1 5\n")).links).toEqual(pairsOf("0,1"));
    for (const comment of [
      "# FromNodeId ToNodeId",
      "# From left to right",
      "% to and from",
      "# to whom it may concern",
    ])
      expect((await read(`${comment}\n0 1\n`)).links, comment).toEqual(pairsOf("0,1"));
  });

  it("refuses two words for the pages above three numbers, of which the first may number the rows", async () => {
    const error = await failure(" source target\n0 1 2\n");
    expect(error.message).toMatch(/line 2: expected 2 numbers at the most, as many as .* words in the heading/);
    for (const text of ["from to weight time\n0 1 5 9\n", '"from" "to" "weight in kg"\n0 1 5\n'])
      expect((await read(text)).links, text).toEqual(pairsOf("0,1"));
  });

  it("takes a first line that counts the pages and links below for no link, and says so", async () => {
    const fromZero = await edgeList.read(stream("6 4\n0 1\n1 2\n2 3\n3 0\n"));
    expect(plain(fromZero)).toMatchObject({ size: 6, links: pairsOf("0,1 1,2 2,3 3,0"), ids: undefined });
    expect(fromZero.ignored).toEqual(['the first line, "6 4", as a link: it counts pages and links']);
    const fromOne = await edgeList.read(stream("6 4\n1 2\n2 3\n3 6\n6 1\n"));
    expect(plain(fromOne)).toMatchObject({ size: 6, ids: [1, 2, 3, 4, 5, 6], links: pairsOf("0,1 1,2 2,5 5,0") });
  });

  it.each([
    "6 3\n0 1\n1 2\n2 3\n",
    "6 4\n0 1\n1 2\n2 3\n",
    "5 4\n0 1\n1 2\n2 3\n3 5\n",
    "5 4\n1 5\n0 2\n2 3\n3 1\n",
    "# Nodes: 7 Edges: 5\n6 4\n0 1\n1 2\n2 3\n3 0\n",
  ])(
    "takes the first line of %j for a link: too few follow, not as many, from both 0 and n, or a heading counts them",
    async (text) => {
      const data = await edgeList.read(stream(text));
      const [first, second] = text
        .split("\n")
        .filter((line) => /^\d/.test(line))[0]
        .split(" ")
        .map(Number);
      const own = (page: number) => data.ids?.[page] ?? page;
      expect(pairs(data.graph).map((link) => link.map(own))).toContainEqual([first, second]);
      expect(data.ignored).toBeUndefined();
    },
  );

  it("refuses lines of several lengths, which may be an adjacency list, and words that are no heading", async () => {
    expect((await failure("0 1 2\n1 2\n")).message).toMatch(/line 2: expected 3 numbers, as in the lines before/);
    for (const cut of ["0 1 5\n1 2 5\n2 3 5\n3 0\n", "0 1\n1 2\n2 3\n3"])
      expect((await failure(cut)).message, cut).toMatch(/line 4: .*first line: # adjacency list$/s);
    expect((await failure("0 1\nstart end\n")).message).toMatch(/line 2: expected two page numbers/);
    expect((await failure("a b\nc d\n0 1\n")).message).toMatch(/line 2: expected two page numbers/);
  });

  it("takes a last line without a newline where no heading counts the links", async () => {
    expect((await read("0 1\n1 0")).links.length).toBe(2);
  });

  it("has as many pages as the heading says, when their numbers are below that", async () => {
    expect(await read("# Nodes: 5 Edges: 1\n0 2\n")).toMatchObject({ size: 5, ids: undefined });
  });

  it("has the pages that links name, when their numbers reach above the heading's count", async () => {
    expect(await read("# Nodes: 5 Edges: 2\n1 5\n5 2\n")).toMatchObject({ size: 5, ids: [1, 2, 3, 4, 5] });
    expect(await read("# Nodes: 5 Edges: 1\n0 5\n")).toMatchObject({ size: 2, ids: [0, 5] });
    expect(await read("# Nodes: 5 Edges: 1\n0 9\n")).toMatchObject({ size: 2, ids: [0, 9] });
  });

  it("drops repeats and self-links, or keeps them, and counts them either way", async () => {
    const text = "0 0\n0 1\n0 1\n";
    const found = { links: 3, selfLinks: 1, duplicates: 1 };
    expect(await read(text)).toMatchObject({ links: [[0, 1]], found });
    expect((await read(text, KEEP)).links.length).toBe(3);
  });

  it("says that the file is cut when it has fewer links than its heading says, not when it has more", async () => {
    const error = await failure("# Nodes: 2 Edges: 3\n0 1\n1 0\n");
    expect(error.message).toMatch(/line 3: expected 3 links, as the heading says, found 2\n.*cut short/);
    expect((await read("# Nodes: 2 Edges: 1\n0 1\n1 0\n")).links.length).toBe(2);
  });

  it("refuses a last number that may be cut, when the heading's count of links is reached by it", async () => {
    expect((await failure("# Nodes: 30 Edges: 2\n0 1\n1 2")).message).toMatch(/line 3: expected a newline/);
    expect((await read("# Nodes: 30 Edges: 2\n0 1\n1 29")).links.length).toBe(2); // 290 is no page
  });

  it.each([
    ["0 1\na b\n", 2, '"a b"'],
    ["0 1\n1 x\n", 2, '"1 x"'],
    ["0 1\n\n# c\n-1 2\n", 4, '"-1 2"'],
    ["0 1.5\n", 1, '"0 1.5"'],
    ["4294967295 1\n", 1, '"4294967295 1"'],
    ["99999999999999999999999 1\n", 1, '"99999999999999999999999 1"'],
    ["0 1\n5\n", 2, '"5"'],
    ["0 1 2 3 4\n", 1, '"0 1 2 3 4"'],
    ["0 1 two\n", 1, '"0 1 two"'],
    ["0;1\n", 1, '"0;1"'],
  ])("refuses %j with line %d, the text found and what to type", async (text, line, found) => {
    const error = await failure(text);
    expect(error).toMatchObject({ code: "format" });
    expect(error.facts.line).toBe(line);
    expect(error.message).toContain(`line ${line}: expected`);
    expect(error.message).toContain(`found ${found}`);
    expect(error.message).toContain("FROM TO");
  });

  it.each(["", "# Nodes: 3 Edges: 0\n", "\n\n"])("refuses %j, which has no link", async (text) => {
    expect((await failure(text)).message).toMatch(/expected at least one link, found none/);
  });

  it("reads any links between any numbers as a table of pairs would", async () => {
    const id = fc.oneof(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 4294967294 }));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(id, id), { minLength: 1 }),
        fc.integer({ min: 1, max: 9 }),
        async (links, size) => {
          fc.pre(links.length < 5 || links[0][1] !== links.length - 1); // else the first may count the others
          const text = links.map(([from, to]) => `${from} ${to}\n`).join("");
          const read = plain(await edgeList.read(stream(text, size), KEEP));
          const ids = read.ids ?? Array.from({ length: read.size }, (_, page) => page);
          const sorted = links
            .map((link, index) => ({ link, index }))
            .sort((a, b) => a.link[0] - b.link[0] || a.index - b.index);
          expect(ids).toEqual([...new Set(links.flat())].sort((a, b) => a - b));
          expect(read.links.map(([from, to]) => [ids[from], ids[to]])).toEqual(sorted.map(({ link }) => link));
        },
      ),
    );
  });
});
