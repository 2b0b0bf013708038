import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import { page } from "../fetch/simulated-web.js";
import { Desk, entry } from "./command.js";

const PAGES = 40;
/** 40 pages on four hosts, each of which links to the next two. */
const server: Server = createServer(({ url, headers }, response) => {
  if (url === "/robots.txt")
    return response.writeHead(200, { "content-type": "text/plain" }).end("User-agent: *\nDisallow: /private");
  const id = Number(url?.slice(1));
  const to = [id + 1, id + 2].filter((next) => next < PAGES).map((next) => `http://h${next % 4}.cli.example/${next}`);
  agents.add(headers["user-agent"] ?? "");
  asked.push(id);
  whenAsked();
  const etag = `"${id}"`;
  if (headers["if-none-match"] === etag && id % 2 === 0) return response.writeHead(304).end();
  setTimeout(
    () => response.writeHead(200, { "content-type": "text/html", etag }).end(page(`page ${id}`, [...to, "/private/x"])),
    3,
  );
});
const agents = new Set<string>();
/** Numbers of the pages that were asked for. */
const asked: number[] = [];
let whenAsked: () => unknown = () => {};
await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
afterAll(() => new Promise((closed) => server.close(closed).closeAllConnections()));
const { port } = server.address() as AddressInfo;
const usual = ["--contact", "me@example.edu", "--delay", "0", "--resolve", `*=127.0.0.1:${port}`];
const start = "http://h0.cli.example/0";

const events = (stdout: string) =>
  stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

describe("crawlbench crawl", () => {
  const desk = new Desk();

  it("crawls into a folder that open, judge and compare take, and says who asks", async () => {
    const said = events(await desk.good(["crawl", start, "--out", "site", ...usual, "--json"]));
    expect(said[0]).toMatchObject({ event: "start" });
    // /private/x of each host
    expect(said.at(-1)).toMatchObject({ event: "done", state: "done", pages: PAGES, disallowed: 4, frontier: 0 });
    expect([...agents]).toEqual([expect.stringMatching(/^crawlbench\/\d+\.\d+\.\d+ \(\+mailto:me@example\.edu\)$/)]);
    expect(await desk.json(["open", "site"])).toMatchObject({ pages: PAGES, hosts: 4, reachable: PAGES, start });
    expect(await desk.json(["judge", "site", "--hot", "2"])).toMatchObject({ visited: PAGES, pages: PAGES });
    expect(await desk.good(["compare", "site", "--by", "breadth-first", "--hot", "2"])).toContain("breadth-first");
  });

  it("crawls for a topic: a page whose address holds the query goes before those that were found earlier", async () => {
    const topic = ["--by", "similarity", "--query", "9", "--rule", "figure4", "--connections", "1"];
    asked.length = 0;
    await desk.good(["crawl", start, "--out", "topic", ...usual, ...topic, "--json"]);
    // each page links to the next two, so 9 is found on 7, before 8 is crawled; so is 19 on 17, and so on
    const ahead = [9, 19, 29, 39];
    const order = Array.from({ length: PAGES }, (_, id) => id);
    for (const id of ahead) order.splice(id - 1, 2, id, id - 1);
    expect(asked).toEqual(order);
    expect(await desk.refusal(["crawl", start, "--out", "none", ...usual, "--by", "backlink", "--query", "9"])).toMatch(
      /^--query goes with --by similarity; found --by backlink\. /,
    );
  });

  it("stops when told to, exits 130, and goes on with the same command", async () => {
    const args = ["crawl", start, "--out", "stopped", ...usual, "--connections", "1", "--json"];
    const child = spawn(process.execPath, [entry, ...args], { cwd: desk.folder, stdio: ["ignore", "pipe", "pipe"] });
    let stderr = "";
    child.stderr.on("data", (text) => {
      stderr += text;
    });
    asked.length = 0;
    whenAsked = () => asked.length === PAGES / 2 && child.kill("SIGINT");
    expect(await new Promise((closed) => child.once("close", closed))).toBe(130);
    expect(stderr).toMatch(/^stopped at \d+ pages, all on disk\. The same command goes on\n$/);
    expect(events(await desk.good(args)).at(-1)).toMatchObject({ event: "done", pages: PAGES });
  });

  it("tells in a dry run what would be fetched and what not, and stores nothing", async () => {
    const told = await desk.json<{ urls: { url: string; reason?: string }[] }>([
      "crawl",
      start,
      "--out",
      "dry",
      ...usual,
      "--dry-run",
    ]);
    expect(told.urls).toEqual([
      { url: start, depth: 0 },
      { url: "http://h1.cli.example/1", depth: 1 },
      { url: "http://h2.cli.example/2", depth: 1 },
      { url: "http://h0.cli.example/private/x", depth: 1, reason: "robots.txt" },
    ]);
    expect(existsSync(desk.path("dry"))).toBe(false);
  });

  it("fetches again only what changed: the second snapshot is as whole as the first", async () => {
    await desk.good(["crawl", start, "--out", "old", ...usual, "--json"]);
    const said = events(await desk.good(["crawl", "--recrawl", "old", "--out", "new", ...usual, "--json"]));
    // pages of odd numbers always changed
    expect(said.at(-1)).toMatchObject({ pages: PAGES, statuses: { 200: PAGES / 2, 304: PAGES / 2 } });
    const [{ sha256: _, ...before }, after] = [await desk.json(["open", "old"]), await desk.json(["open", "new"])];
    expect(after).toMatchObject({ pages: PAGES, links: before.links, capabilities: before.capabilities, start });
  });

  it.each([
    [["crawl", start, "--out", "x"], "a crawl needs a contact"],
    [["crawl", start, "--out", "x", "--contact", "me"], 'the contact is a http(s) URL or a mail address; found "me"'],
    [
      ["crawl", "--out", "nowhere", "--contact", "me@example.edu"],
      "nothing to start from: crawlbench crawl https://... --out nowhere",
    ],
    [
      ["crawl", "mailto:a@b.example", "--out", "x", "--contact", "me@example.edu"],
      'a seed is an http or https URL; found "mailto:a@b.example"',
    ],
    [["crawl", start, "--out", "x", ...usual, "--by", "ideal"], "it can order virtual crawls only"],
    [
      ["crawl", start, "--out", "x", ...usual, "--schedule", "8-20=3"],
      "--schedule takes times and requests per second",
    ],
    [["crawl", start, "--out", "x", ...usual, "--resolve", "nonsense"], "resolve: expected host=address[:port]"],
    [["crawl", start, "--out", "x", ...usual, "--normalize", "shorter"], 'there is no step "shorter" of normalisation'],
    [
      ["crawl", "--out", "x", "--recrawl", "x", "--contact", "me@example.edu"],
      "--recrawl and --out are the same folder, x",
    ],
    [["crawl", start, "--out", "x", ...usual, "--block-file", "none"], "cannot read none"],
    [
      ["crawl", "http://localhost:1/", "--out", "private", "--contact", "me@example.edu", "--delay", "0"],
      "For addresses of your own: --allow-private",
    ],
    [["judge", "campus", "--hot", "2"], "campus is no folder of a crawl, so it has no order of its own"],
  ])("refuses %j", async (args, message) => {
    expect(await desk.refusal(args)).toContain(message);
  });
});
