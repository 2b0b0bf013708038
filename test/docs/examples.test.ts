import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { entry } from "../cli/command.js";
import { whole, wordsOf } from "../cli/whole-program.js";
import { requireBuild, temporaryFolder } from "../crawl/pool/temporary.js";
import { blocksOf, documentExamples, documents, type Example, helpExamples } from "./examples.js";
import { Fixtures } from "./fixtures.js";
import { NOT_RUN, STAND_INS, standingIn } from "./stand-ins.js";

// Every line of shell that README, docs and --help show ends well: each document's in a folder of its own, one after
// the other, so that later lines read what earlier ones wrote. What cannot be as it stands there is told in
// stand-ins.ts.

const fixtures = new Fixtures();
const examples = [...documentExamples(), ...(await helpExamples())];
const reasonNot = ({ line }: Example) => NOT_RUN.find(([found]) => found.test(line))?.[1];
const isRun = (example: Example) => reasonNot(example) === undefined;
const sources = [...new Set(examples.filter(isRun).map(({ from }) => from))];

beforeAll(async () => {
  requireBuild();
  vi.stubEnv("CRAWLBENCH_DATA", temporaryFolder()); // webs at hand would take minutes
  vi.stubEnv("CRAWLBENCH_CACHE", temporaryFolder());
  await fixtures.open();
});
afterAll(async () => {
  await fixtures.close();
  vi.unstubAllEnvs();
});

describe.each(sources)("%s", (from) => {
  const folder = temporaryFolder();
  let server: ChildProcess | undefined;
  let port = 0;
  const endServer = async () => {
    if (!server) return;
    const closed = once(server, "close");
    server.kill("SIGTERM");
    server = undefined;
    expect((await closed)[0]).toBe(0);
  };
  afterAll(endServer);

  /** Begins to serve, on a port that is free, as a process of its own. */
  async function begin(words: readonly string[]): Promise<void> {
    await endServer();
    const child = spawn(process.execPath, [entry, ...words.map((word) => (word === "8080" ? "0" : word)), "--json"], {
      cwd: folder,
    });
    const ended = once(child, "close").then(([code]) =>
      expect.unreachable(`ended with exit code ${code} before it served`),
    );
    const [line] = await Promise.race([once(child.stdout, "data"), ended]);
    port = JSON.parse(String(line)).port;
    server = child;
  }

  /** Runs the parts of a pipe one after the other: the command itself from source, others by the shell. */
  async function run(line: string): Promise<void> {
    let input: string | Buffer = "";
    for (const part of line.split(/ \| | > \S+$/).filter(Boolean)) {
      const [program, ...words] = wordsOf(part);
      if (program === "crawlbench") {
        const { code, stdout, stderr } = await whole(words, folder, input);
        expect({ code, part }, stderr).toEqual({ code: 0, part });
        input = stdout;
      } else {
        const child = spawn("sh", ["-c", part], { cwd: folder, stdio: ["pipe", "pipe", "inherit"] });
        child.stdin.on("error", () => {}); // it may read nothing, and be over first
        child.stdin.end(input);
        const [output, [status]] = await Promise.all([child.stdout.toArray(), once(child, "close")]);
        expect({ status, part }).toEqual({ status: 0, part });
        input = Buffer.concat(output);
      }
    }
    if (!/ (?:--out|--order-out) | > /.test(line)) expect(input.length, "bytes that it prints").toBeGreaterThan(0);
  }

  it.each(examples.filter((each) => each.from === from && isRun(each)).map(({ line }) => line))("%s", async (line) => {
    const inPlace = standingIn(line);
    await fixtures.provide(inPlace, folder);
    if (/\bcrawlbench serve /.test(inPlace)) return begin(wordsOf(inPlace).slice(1));
    if (/\bcrawlbench score /.test(inPlace)) await endServer(); // its log is whole then
    await run(inPlace.replaceAll("127.0.0.1:8080", `127.0.0.1:${server ? port : fixtures.port}`));
  });
});

describe("the examples", () => {
  it("are found in documents and in every help", () => {
    for (const document of ["docs/orderings.md", "docs/crawler.md", "docs/caches.md"])
      expect(sources).toContain(document);
    expect(sources.filter((from) => from.endsWith("--help")).length).toBeGreaterThan(18);
    expect(examples.filter(isRun).length).toBeGreaterThan(90);
  });

  it("that are not run are few, and each kind of them is still there", () => {
    for (const [found] of NOT_RUN)
      expect(
        examples.some(({ line }) => found.test(line)),
        String(found),
      ).toBe(true);
    for (const [found] of STAND_INS) {
      const isUsed = examples
        .filter(isRun)
        .some(({ line }) => new RegExp(found.source).test(line) || standingIn(line) !== line);
      expect(isUsed, String(found)).toBe(true);
    }
    const own = examples.filter(({ line }) => /crawlbench/.test(line));
    expect(own.filter((each) => !isRun(each)).length / own.length).toBeLessThan(0.15);
  });

  it.each(documents)("of %s stand in blocks of sh, where they are found", (document) => {
    const lines = blocksOf(document, "").flatMap((block) => block.split("\n"));
    expect(lines.filter((line) => /^(?:npx|npm|crawlbench|zcat|curl|nats-server) /.test(line))).toEqual([]);
  });
});
