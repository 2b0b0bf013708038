import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import type { CrawlStatus } from "../../src/fetch/status.js";
import { page } from "../fetch/simulated-web.js";
import { selfSigned } from "../fixture/torture/certificate.js";
import { Desk, entry } from "./command.js";

const PAGES = 40;
/** 40 pages on four hosts, each of which links to the next two. */
const server: Server = createServer(({ url, headers }, response) => {
  if (url === "/robots.txt")
    return response.writeHead(200, { "content-type": "text/plain" }).end("User-agent: *\nDisallow: /private");
  if (url === "/silent") return whenAsked();
  if (url === "/login") return response.writeHead(401, { "www-authenticate": "Basic realm=x" }).end();
  if (url === "/wall") return response.writeHead(302, { location: "/wall", "set-cookie": "a=1" }).end();
  if (url === "/moved") return response.writeHead(301, { location: "http://elsewhere.example/" }).end();
  if (url === "/paper") return response.writeHead(200, { "content-type": "application/pdf" }).end("%PDF");
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
    expect(stderr).toMatch(/^stopped at \d+ pages, all on disk\. To resume, type the same command again\n$/);
    expect(events(await desk.good(args)).at(-1)).toMatchObject({ event: "done", pages: PAGES });
  });

  it("stops in order when nobody reads its events any more: what it fetched is on disk, and nothing is locked", async () => {
    const args = ["crawl", start, "--out", "unread", ...usual, "--json"];
    // ten pages of each host, a second apart: it is under way when the first checkpoint, after two seconds, is told
    const slow = [entry, ...args, "--delay", "1"];
    const child = spawn(process.execPath, slow, { cwd: desk.folder, stdio: ["ignore", "pipe", "pipe"] });
    let stderr = "";
    child.stderr.on("data", (text) => {
      stderr += text;
    });
    child.stdout.once("data", () => child.stdout.destroy());
    expect(await new Promise((closed) => child.once("close", closed))).toBe(130);
    expect(stderr).toMatch(/^stopped at \d+ pages?, all on disk\. To resume, type the same command again\n$/);
    expect(existsSync(desk.path("unread/lock"))).toBe(false);
    expect(events(await desk.good(args)).at(-1)).toMatchObject({ event: "done", pages: PAGES });
  });

  it("takes seeds from standard input", async () => {
    const args = ["crawl", "--seeds", "-", "--out", "piped", ...usual, "--depth", "0", "--json"];
    const child = spawn(process.execPath, [entry, ...args], { cwd: desk.folder, stdio: ["pipe", "pipe", "inherit"] });
    child.stdin.end("http://h1.cli.example/1\nhttp://h2.cli.example/2\n");
    let stdout = "";
    child.stdout.on("data", (text) => {
      stdout += text;
    });
    expect(await new Promise((closed) => child.once("close", closed))).toBe(0);
    expect(events(stdout).at(-1)).toMatchObject({ event: "done", pages: 2 });
  });

  it("says that it was stopped from its page before it was done, and how to resume", async () => {
    // a second between two requests to a host: it is far from done when it is told to stop
    const args = ["crawl", start, "--out", "stopped-there", ...usual, "--delay", "1", "--watch"];
    const child = spawn(process.execPath, [entry, ...args], { cwd: desk.folder, stdio: ["ignore", "pipe", "pipe"] });
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (text) => {
      stdout += text;
    });
    child.stderr.on("data", (text) => {
      stderr += text;
    });
    whenAsked = () => {
      whenAsked = () => {};
      const url = /watch it at (\S+)/.exec(stderr)?.[1];
      return fetch(`${url}command`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ command: "stop" }),
      });
    };
    expect(await new Promise((closed) => child.once("close", closed))).toBe(0);
    // pages 1 and 2, and /private/x of the host whose turn has not come
    expect(stdout).toBe(
      "Stopped before it was done: 3 URLs wait. To resume, type the same command again\n1 page in stopped-there. Next: crawlbench open stopped-there\n",
    );
  });

  it("says that pages of earlier runs count where --pages leaves nothing to fetch", async () => {
    const args = ["crawl", start, "--out", "limited", ...usual];
    await desk.good([...args, "--pages", "5"]);
    asked.length = 0;
    const said = await desk.good([...args, "--pages", "3"]);
    expect(said).toContain("Nothing was fetched: --pages 3 counts the 5 of earlier runs, too. To go on, raise it\n");
    expect(asked).toEqual([]);
    expect(await desk.good([...args, "--pages", "7"])).toMatch(/^7 pages in limited/);
  });

  it("tells in a dry run what would be fetched and what not, and stores nothing", async () => {
    const before = readdirSync(desk.path("."));
    const dry = ["crawl", start, ...usual, "--dry-run"];
    const told = await desk.json<{ urls: { url: string; reason?: string }[] }>(dry);
    expect(told.urls).toEqual([
      { url: start, depth: 0 },
      { url: "http://h1.cli.example/1", depth: 1 },
      { url: "http://h2.cli.example/2", depth: 1 },
      { url: "http://h0.cli.example/private/x", depth: 1, reason: "robots.txt" },
    ]);
    expect(readdirSync(desk.path("."))).toEqual(before);
    expect((await desk.json<typeof told>([...dry, "--exclude", "*/0", "*/1"])).urls.slice(0, 2)).toEqual([
      { url: start, depth: 0 }, // a start page is fetched, whatever the rules say of it
      { url: "http://h1.cli.example/1", depth: 1, reason: "excluded" },
    ]);
    expect((await desk.json<typeof told>([...dry, "--block", "h1.cli.example"])).urls.slice(0, 2)).toEqual([
      { url: start, depth: 0 },
      { url: "http://h1.cli.example/1", depth: 1, reason: "blocked" },
    ]);
    await desk.good([...dry, "--out", "dry"]);
    expect(existsSync(desk.path("dry"))).toBe(false);
  });

  it("counts in a dry run no URL of a site that it may not ask, and says which flag helps", async () => {
    const said = await desk.good(["crawl", `http://127.0.0.1:${port}/0`, "--contact", "me@example.edu", "--dry-run"]);
    expect(said).toBe(
      `leave out  http://127.0.0.1:${port}/0  (failed)\n` +
        `failed     http://127.0.0.1:${port}/robots.txt  (forbidden-address: 127.0.0.1: 127.0.0.1 (loopback) is not asked. For addresses of your own: --allow-private)\n` +
        "0 of 1 URL on 0 start pages would be fetched; nothing was stored\n",
    );
  });

  it("asks for no page twice in a dry run, also where none comes", async () => {
    const paths: (string | undefined)[] = [];
    const broken = createServer(({ url }, response) => {
      paths.push(url);
      response.writeHead(url === "/robots.txt" ? 404 : 503).end();
    });
    await new Promise<void>((ready) => broken.listen(0, "127.0.0.1", ready));
    const resolve = ["--resolve", `*=127.0.0.1:${(broken.address() as AddressInfo).port}`];
    await desk.good(["crawl", "http://broken.example/", ...usual.slice(0, 4), ...resolve, "--dry-run"]);
    await new Promise((closed) => broken.close(closed));
    expect(paths).toEqual(["/robots.txt", "/"]);
  });

  it("keeps in a dry run the delay that is asked for, be it longer than a second", async () => {
    const began = Date.now();
    await desk.good(["crawl", start, ...usual, "--delay", "2", "--dry-run"]);
    expect(Date.now() - began).toBeGreaterThan(2_000); // between robots.txt and the start page
  });

  it("says of a dry run that it did not look at all start pages, where --pages ended it", async () => {
    const dry = ["crawl", start, "http://h1.cli.example/1", ...usual, "--connections", "1", "--dry-run"];
    const said = "--pages or --time ended it before all start pages were looked at\n";
    expect(await desk.good([...dry, "--pages", "1"])).toContain(said);
    expect(await desk.good([...dry, "--pages", "2"])).not.toContain(said);
  });

  it("says how long a dry run takes at least, where one host has many start pages", async () => {
    const list = desk.write("many.txt", [0, 1, 2, 2].map((id) => `http://h0.cli.example/${id}\n`).join(""));
    const dry = ["crawl", "http://h1.cli.example/3", "--seeds", list, ...usual, "--dry-run", "--delay", "4"];
    const child = spawn(process.execPath, [entry, ...dry], { cwd: desk.folder, stdio: ["ignore", "ignore", "pipe"] });
    const [said] = await once(child.stderr.setEncoding("utf8"), "data");
    expect(said).toBe(
      "this takes at least 12 s: h0.cli.example is asked for 3 start pages, and rests 4 s before each. For a host of your own: --delay 0\n",
    );
    child.kill("SIGINT");
    await once(child, "close");
  });

  it("stops a dry run at once when told to, though a host is silent, exits 130, and leaves nothing", async () => {
    const TMPDIR = desk.path("temporary");
    mkdirSync(TMPDIR);
    const args = [entry, "crawl", "http://h0.cli.example/silent", ...usual, "--dry-run"];
    const env = { ...process.env, TMPDIR, NODE_DISABLE_COMPILE_CACHE: "1" }; // which Node keeps there, from 22 on
    const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (text) => {
        said += text;
      });
    whenAsked = () => child.kill("SIGINT");
    expect(await new Promise((closed) => child.once("close", closed))).toBe(130);
    whenAsked = () => {};
    expect(said).toBe("the dry run was stopped\n");
    expect(readdirSync(TMPDIR)).toEqual([]);
  });

  it("fetches again only what changed: the second snapshot is as whole as the first", async () => {
    await desk.good(["crawl", start, "--out", "old", ...usual, "--json"]);
    const said = events(await desk.good(["crawl", "--recrawl", "old", "--out", "new", ...usual, "--json"]));
    // pages of odd numbers always changed
    expect(said.at(-1)).toMatchObject({ pages: PAGES, statuses: { 200: PAGES / 2, 304: PAGES / 2 } });
    const [{ sha256: _, ...before }, after] = [await desk.json(["open", "old"]), await desk.json(["open", "new"])];
    expect(after).toMatchObject({ pages: PAGES, links: before.links, capabilities: before.capabilities, start });
  });

  it("counts URL caches alongside: the rows are those of the stored trace, and MIN's", async () => {
    const policies = "clock,2q:newcomers=0.5,random";
    const sweep = ["--cache-sweep", policies, "--cache-sizes", "pow2:0-3,20", "--seed", "5"];
    const said = events(await desk.good(["crawl", start, "--out", "swept", ...usual, ...sweep, "--json"]));
    const { misses } = said.find(({ event }) => event === "cache-sweep");
    const stored = ["cache", "swept", "--policies", `${policies},min`, "--sizes", "pow2:0-3,20", "--seed", "5"];
    expect(misses).toEqual(await desk.json(stored));
    const { missCurves, ...done } = said.at(-1);
    expect(done).toMatchObject({ event: "done", pages: PAGES });
    expect(missCurves[0].curves.map(({ policy }: { policy: string }) => policy).at(-1)).toBe("MIN");
    expect(missCurves[0].curves[0].missRates[0]).toBe(misses[0].misses / misses[0].requests);
  });

  it("prints the misses of URL caches as crawlbench cache does, up to the size that holds all URLs", async () => {
    const text = await desk.good(["crawl", start, "--out", "text", ...usual, "--cache-sweep", "lru,sieve"]);
    const table = (from: string) => from.slice(from.indexOf("entries"), from.indexOf("\n\n", from.indexOf("entries")));
    const stored = await desk.good(["cache", "text", "--policies", "lru,sieve,min"]);
    expect(table(text)).toMatch(/^entries +per thread +lru +sieve +min\n +1 /);
    expect(table(text).replace(/ *\|.*$/gm, "")).toBe(table(stored).replace(/ *\|.*$/gm, ""));
    expect(text).toMatch(/^text: \d+ requests for \d+ distinct URLs; /);
    expect(text).toMatch(/what to build: crawlbench cache text\n\n40 pages in text\. Next: crawlbench open text\n$/);
  });

  it("goes on to count a crawl that was stopped", async () => {
    const args = ["crawl", start, "--out", "halves", ...usual, "--cache-sweep", "lru", "--json"];
    await desk.good([...args, "--pages", "15"]);
    const { misses } = events(await desk.good(args)).find(({ event }) => event === "cache-sweep");
    const stored = ["cache", "halves", "--policies", "lru,min", "--sizes", "pow2:0-25"];
    expect(misses).toEqual(await desk.json(stored));
  });

  it("says at the end which attempts failed, as those for a start page of a host that is down", async () => {
    const resolve = ["--resolve", "down.example=127.0.0.1:1", `*=127.0.0.1:${port}`];
    const args = ["crawl", start, "http://down.example/", "--out", "down", ...usual.slice(0, 4), ...resolve];
    const said = await desk.good([...args, "--pages", "20"]);
    // robots.txt of the host that is down is asked for up to three times: as often as 20 pages last
    const failed =
      /^Failed attempts, a later one may have gone well: refused [123]\. The last: http:\/\/down\.example\/robots\.txt: down\.example \(127\.0\.0\.1\), port 1/;
    expect(said.split("\n")).toEqual([expect.stringMatching(failed), expect.stringMatching(/^20 pages/), ""]);
  });

  it("says how to leave a certificate unchecked where one that is not known kept it from all pages", async () => {
    const day = 86_400_000;
    const pair = selfSigned(["own.example"], new Date(Date.now() - day), new Date(Date.now() + day));
    const secure = createSecureServer(pair, (_, response) => response.end());
    await new Promise<void>((ready) => secure.listen(0, "127.0.0.1", ready));
    const resolve = ["--resolve", `own.example=127.0.0.1:${(secure.address() as AddressInfo).port}`];
    const args = ["crawl", "https://own.example/", "--out", "own", ...usual.slice(0, 4), ...resolve];
    expect(await desk.refusal(args)).toMatch(
      /self-signed certificate.* \(DEPTH_ZERO_SELF_SIGNED_CERT\)\. For a host of your own: --insecure HOST\.\n/,
    );
    await new Promise((closed) => secure.close(closed));
  });

  it.each([
    ["/login", '{"401":1}. For a name and a password: --auth HOST=user:password'],
    ["/wall", '{"302":1}. Where a site asks for cookies: --cookies'],
    ["/moved", '{"301":1}. A redirect leads out of scope: start from the URL to which it leads'],
    ["/paper", '{"200":1}. None of it is HTML'],
  ])("says what to do where %s is all that came, and so does a dry run", async (path, said) => {
    const args = ["crawl", `http://h0.cli.example${path}`, ...usual, "--within", "host"];
    const answers = `answers by status: ${said}`;
    expect(await desk.refusal([...args, "--out", `only${path}`])).toContain(`no page was fetched: ${answers}.\n`);
    expect(await desk.good([...args, "--dry-run"])).toContain(`no page came: ${answers}\n`);
  });

  it("ends with its crawl where it is watched and there is no terminal", async () => {
    const told = /^watch it at http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\/\n$/;
    expect(await desk.good(["crawl", start, "--out", "watched", ...usual, "--watch"], { told })).toMatch(
      /^40 pages in/,
    );
  });

  it("leaves nothing where the port of its page is taken, or its request log or earlier crawl are not there", async () => {
    const args = ["crawl", start, "--out", "refused", ...usual];
    desk.write("a-file", "");
    for (const [wrong, message] of [
      [["--watch", `${port}`], `cannot listen at port ${port}`],
      [["--request-log", "none/log"], "cannot write the request log none/log: ENOENT"],
      [["--request-log", "a-file/log"], "cannot write the request log a-file/log: ENOTDIR"],
      [["--request-log", "."], "cannot write the request log .: it is a folder. Name another --request-log"],
      [["--recrawl", "none"], "none is no snapshot"],
    ] as const) {
      expect(await desk.refusal([...args, ...wrong])).toContain(message);
      expect(existsSync(desk.path("refused")), message).toBe(false);
    }
    expect(await desk.good([...args, "--request-log", "refused/log"])).toMatch(/^40 pages in/);
  });

  it("resumes nothing of a command that was refused", async () => {
    const args = ["crawl", "--out", "as-it-was", ...usual];
    await desk.good(["crawl", start, ...args.slice(1), "--depth", "0"]);
    const before = desk.text("as-it-was/state/seeds.txt");
    for (const wrong of [
      ["--watch", `${port}`],
      ["--request-log", "none/log"],
      ["--recrawl", "none"],
    ]) {
      await desk.refusal(["crawl", "http://other.example/1", ...args.slice(1), ...wrong]);
      expect(desk.text("as-it-was/state/seeds.txt")).toBe(before);
    }
  });

  it("is watched in a terminal until Ctrl-C, with the final state, and ends well", async () => {
    const sweep = ["--watch", "--cache-sweep", "lru"];
    const command = [process.execPath, entry, "crawl", start, "--out", "terminal", ...usual, ...sweep];
    const quoted = command.map((each) => `'${each}'`).join(" ");
    // Without exec, dash would stay between, take the Ctrl-C too, and end with 130 whatever the command says.
    const child = spawn("script", ["-qec", `exec ${quoted}`, "/dev/null"], {
      cwd: desk.folder,
      stdio: ["pipe", "pipe", "inherit"],
    });
    let said = "";
    const stays = new Promise<string>((found) => {
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        said += text;
        const [, url] = /the crawl has ended; (\S+) shows how until Ctrl-C/.exec(said) ?? [];
        if (url) found(url);
      });
    });
    const ended = new Promise((closed) => child.once("close", closed));
    const url = await Promise.race([stays, ended.then(() => said)]);
    expect(url).toMatch(/^http:/);
    expect(said).toContain("40 pages in terminal");
    const look = async () => (await (await fetch(`${url}status.json`)).json()) as { status: CrawlStatus };
    const { status } = await look();
    expect(status).toMatchObject({ state: "done", pages: PAGES, frontier: 0 });
    expect(status.missCurves?.[0].curves.map(({ policy }) => policy)).toEqual(["LRU", "MIN"]);
    expect((await look()).status).toMatchObject({ now: status.now, elapsed: status.elapsed });
    child.stdin.write("\u0003"); // Ctrl-C, as the terminal sends it
    expect(await ended).toBe(0);
    await expect(fetch(url)).rejects.toThrow();
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
    [["crawl", start, "--out", "x", ...usual, "--cache-sweep", "clocks"], 'no policy "clocks". Did you mean clock?'],
    [
      ["crawl", start, "--out", "x", ...usual, "--cache-sweep", "lru:size=3"],
      '--cache-sweep lru:size=3: no option "size"',
    ],
    [["crawl", start, "--out", "x", ...usual, "--cache-sweep", "lru,min"], "Leave it out: min is added when the crawl"],
    [["crawl", start, "--out", "x", ...usual, "--cache-sweep", "static"], "crawlbench cache DIR --policies static"],
    [["crawl", start, "--out", "x", ...usual, "--cache-sizes", "4"], "--cache-sizes are those of --cache-sweep"],
    [
      ["crawl", start, "--out", "x", ...usual, "--cache-sweep", "lru", "--cache-sizes", "pow2:9-1"],
      "--cache-sizes: exponents ascend; found pow2:9-1",
    ],
    [["crawl", start, "--out", "x", ...usual, "--cache-sweep", "lru", "--dry-run"], "leave out --cache-sweep"],
    [["judge", "campus", "--hot", "2"], "campus is not the folder of a crawl, so it has no order of its own"],
  ])("refuses %j", async (args, message) => {
    expect(await desk.refusal(args)).toContain(message);
  });
});
