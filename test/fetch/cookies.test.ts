import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openSnapshot } from "../../src/archive/open-snapshot.js";
import { CookieWalls } from "../../src/fetch/cookie-walls.js";
import { Cookies, withCookies } from "../../src/fetch/cookies.js";
import { Crawl } from "../../src/fetch/crawl.js";
import type { CrawlOptions } from "../../src/fetch/crawl-options.js";
import type { Answer, Fetched, FetchRequest, Transport } from "../../src/fetch/fetched.js";
import { realCrawl } from "../../src/fetch/real-crawl.js";
import { withCookies as beside } from "../../src/fetch/transport/secrets.js";
import { openMonitor } from "../../src/monitor/monitor.js";
import { backlink } from "../../src/ordering/backlink.js";
import type { OrderingMethod } from "../../src/ordering/ordering.js";
import { webOf } from "../../src/web/snapshot/snapshot-web.js";
import { filesOf, temporaryFolder } from "../crawl/pool/temporary.js";
import { depth } from "../depth.js";
import { coded } from "../fixture/problems.js";
import { crawlInChild } from "./child/child.js";
import { simulate } from "./simulate.js";
import { page } from "./simulated-web.js";

const SECRET = "correct-horse-battery";

const setting = (url: string, ...cookies: string[]) =>
  ({ url, headers: () => cookies }) as Pick<Fetched, "url" | "headers"> as Fetched;

describe("the cookies of a crawl", () => {
  it("go to the host that set them, or the hosts of its domain, and to no public suffix", () => {
    const jar = Cookies.open(join(temporaryFolder(), "cookies.json"));
    jar.take(setting("http://www.a.co.uk/x/y", "own=1", "all=2; Domain=a.co.uk; Path=/", "every=3; Domain=co.uk"));
    jar.take(setting("http://www.a.co.uk/", "alien=4; Domain=b.co.uk", "safe=5; Secure; Path=/", "=", ""));
    jar.take(setting("https://www.a.co.uk/", "safe=5; Secure; Path=/", "past=6; Max-Age=0; Path=/"));
    expect(jar.of("http://www.a.co.uk/x/z")).toBe("own=1; all=2");
    expect(jar.of("http://www.a.co.uk/")).toBe("all=2");
    expect(jar.of("https://www.a.co.uk/")).toBe("all=2; safe=5");
    expect([jar.of("http://a.co.uk/"), jar.of("http://b.co.uk/"), jar.of("http://x.uk/")]).toEqual(["all=2", "", ""]);
  });

  it("are 50 of a URL at the most, of 4,096 bytes each, and those that are there can change", () => {
    const jar = Cookies.open(join(temporaryFolder(), "cookies.json"));
    jar.take(setting("http://a.example/", `long=${"x".repeat(4_096)}`));
    expect(jar.of("http://a.example/")).toBe("");
    for (let nth = 0; nth < 60; nth++) jar.take(setting("http://a.example/", `c${nth}=1`));
    jar.take(setting("http://a.example/", "c7=2"));
    const sent = jar.of("http://a.example/").split("; ");
    expect([sent.length, sent[7], sent.at(-1)]).toEqual([50, "c7=2", "c49=1"]);
  });

  it("are none that a header cannot hold: with one of them the host would never be asked again", () => {
    const jar = Cookies.open(join(temporaryFolder(), "cookies.json"));
    jar.take(setting("http://a.example/", "b=x\x7fy", "c=1", "d=2; Path=/\x7f", "e=\xe9\xff"));
    expect(jar.of("http://a.example/")).toBe("c=1; e=\xe9\xff");
  });

  it("are 180 of a registered domain and 30,000 in all at the most; what was sent longest ago goes", async () => {
    const path = join(temporaryFolder(), "cookies.json");
    const jar = Cookies.open(path);
    const held = async () => {
      await jar.save();
      return JSON.parse(readFileSync(path, "utf8")).cookies as { readonly key: string; readonly domain: string }[];
    };
    vi.useFakeTimers({ toFake: ["Date"], now: 0 });
    onTestFinished(() => void vi.useRealTimers());
    jar.take(setting("http://www.a.co.uk/", "session=1; Path=/"));
    for (let nth = 0; nth < 400; nth++) {
      vi.setSystemTime(nth);
      jar.take(setting(`http://h${nth % 2}.a.co.uk/${nth}/`, `c${nth}=1; Path=/${nth}`));
      expect(jar.of("http://www.a.co.uk/x")).toBe("session=1");
    }
    jar.take(setting("http://h1.a.co.uk/399/", "c399=; Path=/399; Max-Age=0"));
    const names = (await held()).map(({ key }) => key);
    expect([names.length, names[0], names[1], names.at(-1)]).toEqual([179, "session", "c221", "c398"]);
    for (let nth = 0; nth < 30_000; nth++) jar.take(setting(`http://www.b${nth}.example/`, "only=1"));
    const all = await held();
    expect([all.length, all.filter(({ domain }) => domain.endsWith("a.co.uk")).length]).toEqual([30_000, 0]);
    const again = Cookies.open(path);
    expect([again.of("http://www.b0.example/"), again.of("http://www.a.co.uk/")]).toEqual(["only=1", ""]);
  });

  it("that could not be written are written when they are saved again", async () => {
    const folder = join(temporaryFolder(), "state");
    const jar = Cookies.open(join(folder, "cookies.json"));
    jar.take(setting("http://a.example/", "id=1"));
    writeFileSync(folder, "in the way");
    await expect(jar.save()).rejects.toThrow();
    rmSync(folder);
    await jar.save();
    expect(Cookies.open(join(folder, "cookies.json")).of("http://a.example/")).toBe("id=1");
  });

  it("of a URL are worked out once for a request of a page", async () => {
    const asked: string[] = [];
    const jar = { of: (url: string) => asked.push(url) && "id=2", take() {} } as object as Cookies;
    const plain = { fetch: async ({ cookies }: FetchRequest) => ({ ending: "failed", cookies }), close() {} };
    const own = withCookies(plain as object as Transport, jar);
    expect(await own.fetch({ url: "http://a.example/", cookies: "id=1" })).toMatchObject({ cookies: "id=1" });
    expect(asked).toEqual([]);
    expect(await own.fetch({ url: "http://a.example/robots.txt" })).toMatchObject({ cookies: "id=2" });
  });

  it("stand in a file that its owner alone may read, and are known when it is opened again", async () => {
    const path = join(temporaryFolder(), "state", "cookies.json");
    const jar = Cookies.open(path);
    await jar.save();
    expect(existsSync(path)).toBe(false);
    jar.take(setting("http://a.example/", "session=1", "kept=2; Max-Age=1000"));
    await jar.save();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const again = Cookies.open(path);
    again.take(setting("http://a.com/", "every=3; Domain=com"));
    expect([again.of("http://a.example/"), again.of("http://b.com/")]).toEqual(["session=1; kept=2", ""]);
    writeFileSync(path, `{"cookies": ${SECRET}`);
    expect(() => Cookies.open(path)).toThrow(coded("damaged"));
    expect(() => Cookies.open(path)).not.toThrow(SECRET);
  });

  it("are masked in heads, name and attributes left, and stand behind those that the user gave", async () => {
    let given = `HTTP/1.1 200 OK\r\nSet-cookie: id=${SECRET}; Path=/\r\nSET-COOKIE:${SECRET}\r\nX-Set-Cookie: a=b\r\n\r\n`;
    const asked: FetchRequest[] = [];
    const transport = {
      async fetch(request: FetchRequest) {
        asked.push(request);
        return { ...setting(request.url, `id=${SECRET}; Path=/`), ending: "whole", head: given } as object as Answer;
      },
      close: async () => {},
    };
    const own = withCookies(transport, Cookies.open(join(temporaryFolder(), "cookies.json")));
    const answer = await own.fetch({ url: "http://a.example/" });
    expect((answer as Fetched).head).toBe(
      "HTTP/1.1 200 OK\r\nSet-cookie: id=***; Path=/\r\nSET-COOKIE:***\r\nX-Set-Cookie: a=b\r\n\r\n",
    );
    given = `HTTP/1.1 200 OK\r\nSet-Cookie: q="abc;${SECRET}"; Path=/; ${SECRET}=1; Secure; secure${SECRET}; Max-Age=3\r\n\r\n`;
    expect(((await own.fetch({ url: "http://a.example/" })) as Fetched).head).toBe(
      "HTTP/1.1 200 OK\r\nSet-Cookie: q=***; Path=/; Secure; Max-Age=3\r\n\r\n",
    );
    expect(asked.map(({ cookies }) => cookies)).toEqual([undefined, `id=${SECRET}`]);
    expect(beside(["X", "1", "cookie", "a=b"], "c=d")).toEqual(["X", "1", "cookie", "a=b; c=d"]);
    expect([beside(["X", "1"], "c=d"), beside(["X", "1"], undefined)]).toEqual([
      ["X", "1", "Cookie", "c=d"],
      ["X", "1"],
    ]);
  });
});

describe("a cookie wall", () => {
  it("is met where a redirect leads back with other cookies, and five times at the most", () => {
    let cookies = "";
    const walls = new CookieWalls(() => cookies);
    const page = (url: string) => ({ id: 0, url, depth: 0, hops: 0 });
    expect(walls.leadsBack(page("a"), "", "b")).toBeUndefined();
    expect(walls.leadsBack(page("b"), "", "a")).toBeUndefined(); // no cookie was set
    cookies = "1";
    expect(walls.leadsBack(page("b"), "", "a")).toEqual(page("a"));
    const again: boolean[] = [];
    for (let nth = 0; nth < 7; nth++) {
      cookies = `${nth}x`;
      again.push(walls.leadsBack(page("self"), `${nth - 1}x`, "self") !== undefined);
    }
    expect(again).toEqual([true, true, true, true, true, false, false]);
  });

  /** Pages that only those see who have a session; one wall leads back by itself, the other by another page. */
  async function walled() {
    const sessions: string[] = [];
    const seen: { readonly host: string; readonly url: string; readonly cookie?: string }[] = [];
    const server = createServer(({ headers, url = "" }, response) => {
      const { host = "", cookie } = headers;
      seen.push({ host, url, ...(cookie !== undefined && { cookie }) });
      if (url === "/robots.txt") return response.writeHead(404).end();
      const isKnown = sessions.some((session) => cookie?.includes(`sid=${session}`));
      const begin = (to: string) => {
        sessions.push(`${SECRET}-${sessions.length}`);
        const cookies = [`sid=${sessions.at(-1)}; Path=/; HttpOnly`];
        return response.writeHead(302, { location: to, "set-cookie": cookies }).end();
      };
      if (host === "other.example") return response.end("open to all");
      if (url.startsWith("/gate")) return begin(new URL(url, "http://x").searchParams.get("to") ?? "/");
      if (!isKnown && host === "gate.example") return response.writeHead(302, { location: `/gate?to=${url}` }).end();
      if (!isKnown) return begin(url);
      const links = [1, 2, 3, 4, 5, 6].map((each) => `/${each}`);
      return response
        .writeHead(200, { "content-type": "text/html" })
        .end(page(url, [...links, "http://other.example/"]));
    });
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    onTestFinished(() => new Promise<void>((closed) => server.close(() => closed()).closeAllConnections()));
    const { port } = server.address() as AddressInfo;
    const options = (more: Partial<CrawlOptions>): CrawlOptions => ({
      out: join(temporaryFolder(), "crawl"),
      contact: "crawl@web.example",
      resolve: [`*=127.0.0.1:${port}`],
      politeness: { delay: 0, factor: 0 },
      connections: 1,
      ...more,
    });
    return { sessions, seen, options };
  }

  it.each(["self", "gate"])(
    "that leads back by %s is passed with a jar, with one session for all its pages",
    async (kind) => {
      const { sessions, seen, options } = await walled();
      const given = options({ seeds: [`http://${kind}.example/`], cookies: true });
      const status = await realCrawl(given);
      expect(status).toMatchObject({ state: "done", pages: 7 });
      expect(sessions).toHaveLength(1);
      for (const each of seen.filter(({ host }) => host === "other.example"))
        expect(Object.keys(each)).toEqual(["host", "url"]);
      const web = webOf(await openSnapshot(given.out));
      expect(web.graph.size).toBe(7);
      const bare = await walled();
      const without = await realCrawl(bare.options({ seeds: [`http://${kind}.example/`] }));
      expect(without).toMatchObject({ state: "done", pages: 0 });
      expect(bare.seen.filter(({ cookie }) => cookie !== undefined)).toEqual([]);
    },
  );

  it("before a robots.txt is passed, too, and the file obeyed", async () => {
    const { server, status } = await simulate({
      answer: (url, visit) => {
        if (url.endsWith("/robots.txt") && visit === 1) return { status: 302, headers: { location: "/robots.txt" } };
        return { body: url.endsWith(".txt") ? "User-agent: *\nDisallow: /no" : page(url, ["/no", "/yes"]) };
      },
      options: { seeds: ["http://a.example/"], cookies: true, politeness: { delay: 1_000 } },
    });
    expect(server.log.map(({ url }) => new URL(url).pathname)).toEqual(["/robots.txt", "/robots.txt", "/", "/yes"]);
    expect(status).toMatchObject({ state: "done", disallowed: 1 });
  });

  it("that leads back by itself is passed under any ordering", async () => {
    const { options } = await walled();
    const given = options({ seeds: ["http://self.example/"], cookies: true, ordering: backlink });
    expect(await realCrawl(given)).toMatchObject({ state: "done", pages: 7 });
  });

  /** A site whose page /wall wants a cookie, which /set sets; and one whose page /wall sets it itself. */
  async function pending() {
    const asked: string[] = [];
    let onAsked: (url: string) => void = () => {};
    const server = createServer(({ headers, url = "" }, response) => {
      if (url === "/robots.txt") return response.writeHead(404).end();
      asked.push(url);
      onAsked(url);
      const html = (...links: string[]) =>
        response.writeHead(200, { "content-type": "text/html" }).end(page(url, links));
      const isItself = headers.host === "self.example";
      const cookies = { "set-cookie": "sid=1; Path=/" };
      if (url === "/") return html("/wall");
      if (url === "/set") return response.writeHead(302, { location: "/wall", ...cookies }).end();
      if (url !== "/wall" || headers.cookie === "sid=1") return html("/inner");
      return response.writeHead(302, isItself ? { location: "/wall", ...cookies } : { location: "/set" }).end();
    });
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    onTestFinished(() => new Promise<void>((closed) => server.close(() => closed()).closeAllConnections()));
    const { port } = server.address() as AddressInfo;
    const options = (host: string, more: Partial<CrawlOptions> = {}) => ({
      seeds: [`http://${host}.example/`],
      out: join(temporaryFolder(), "crawl"),
      contact: "crawl@web.example",
      resolve: [`*=127.0.0.1:${port}`],
      politeness: { delay: 0, factor: 0 },
      connections: 1,
      cookies: true,
      ...more,
    });
    return { asked, options, on: (told: typeof onAsked) => void (onAsked = told) };
  }

  const captured = async (folder: string) => {
    const snapshot = await openSnapshot(folder);
    const all = Array.from({ length: snapshot.captures }, (_, row) => snapshot.capture(row));
    const told = all.map(({ url, status }) => `${new URL(url).pathname} ${status}`);
    return told.filter((each) => !each.startsWith("/robots.txt")).sort();
  };
  const BY_GATE = ["/ 200", "/inner 200", "/set 302", "/wall 200", "/wall 302"];
  const BY_ITSELF = ["/ 200", "/inner 200", "/wall 200"];
  const WAYS: [string, OrderingMethod | undefined, readonly string[]][] = [
    ["gate", undefined, BY_GATE],
    ["self", undefined, BY_ITSELF],
    ["self", backlink, BY_ITSELF],
  ];

  it.each(WAYS)("by %s that is pending when the crawl stops is passed when it goes on", async (host, ordering, all) => {
    const { asked, options, on } = await pending();
    const given = options(host, ordering && { ordering });
    for (let nth = 1; asked.at(-1) !== "/inner" && nth < 9; nth++) {
      const crawl = await Crawl.open(given);
      on(() => void crawl.stop()); // after one request
      const { state } = await crawl.run();
      expect([state, asked.length]).toEqual([asked.at(-1) === "/inner" ? "done" : "stopped", nth]);
    }
    expect(await captured(given.out)).toEqual(all);
    expect(asked).toHaveLength(all.length + (host === "self" ? 1 : 0));
  });

  it.each(depth({ everyday: ["/set"], prove: ["/set", "/wall", "/inner"] }))(
    "is passed, and nothing stored twice, after a kill at %s",
    async (place) => {
      const { asked, options, on } = await pending();
      const given = options("gate", { checkpointPages: 1, checkpointEvery: 20 });
      const { process: child, ended } = crawlInChild(given);
      let killed = 0;
      on((url) => {
        if (url === place && (place !== "/wall" || asked.includes("/set"))) killed += child.kill("SIGKILL") ? 1 : 0;
      });
      expect(await ended).toBeUndefined();
      on(() => {});
      expect(await realCrawl(given)).toMatchObject({ state: "done" });
      expect([killed, await captured(given.out)]).toEqual([1, BY_GATE]);
    },
  );

  it("is asked for again once where several redirects lead back to it, and never once it was passed", () => {
    let cookies = "";
    const walls = new CookieWalls(() => cookies);
    const of = (url: string) => ({ id: 0, url, depth: 0, hops: 0 });
    walls.leadsBack(of("wall"), "", "set");
    cookies = "1";
    expect(walls.leadsBack(of("set"), "", "wall")).toEqual(of("wall"));
    expect(walls.leadsBack(of("other"), "", "wall")).toBeUndefined();
    expect(walls.pending).toEqual([of("wall")]);
    walls.passed("wall");
    expect(walls.leadsBack(of("third"), "", "wall")).toBeUndefined();
    expect(walls.pending).toEqual([]);
  });

  it("has a new version whenever it would save something else, and keeps it while it would save the same", () => {
    let cookies = "";
    const walls = new CookieWalls(() => cookies);
    const of = (url: string) => ({ id: 0, url, depth: 0, hops: 0 });
    const steps: readonly (readonly [step: () => unknown, isNews: boolean])[] = [
      [() => walls.passed("wall"), false],
      [() => walls.settled("wall"), false],
      [() => walls.leadsBack(of("wall"), "", "set"), true],
      [() => walls.settled("wall"), false], // it is not to be asked again yet
      [() => walls.leadsBack(of("set"), "", "wall"), true],
      [() => walls.passed("wall"), true],
      [() => walls.passed("set"), true],
      [() => walls.passed("set"), false],
    ];
    for (const [index, [step, isNews]] of steps.entries()) {
      const before = walls.save();
      step();
      const { version, redirects } = walls.save();
      expect([index, version > before.version]).toEqual([index, isNews]);
      expect([index, JSON.stringify(redirects) !== JSON.stringify(before.redirects)]).toEqual([index, isNews]);
      cookies = `${index}`;
    }
    expect(walls.save().redirects).toEqual([]);
  });

  it("is known as the checkpoint that stands has it, where a kill came before the next", async () => {
    const path = join(temporaryFolder(), "cookies.json");
    const jar = Cookies.open(path);
    const walls = new CookieWalls((url) => jar.of(url));
    const of = (url: string) => ({ id: 7, url, depth: 1, hops: 0 });
    jar.take(setting("http://a.example/set", "sid=1; Path=/"));
    walls.leadsBack(of("http://a.example/wall"), "", "http://a.example/set");
    walls.leadsBack(of("http://a.example/set"), "", "http://a.example/wall");
    await jar.save(walls);
    const { version } = jar.walls;
    walls.passed("http://a.example/wall");
    await jar.save(walls);
    const opened = (of?: number) =>
      new CookieWalls(() => "", { saved: Cookies.open(path, of).walls, storedId: () => 7 });
    expect(opened(version).pending).toEqual([of("http://a.example/wall")]);
    expect(opened(jar.walls.version).pending).toEqual([]);
  });

  it("gives a session that outlives the run, and stands in no other file, status or page", async () => {
    const { sessions, options } = await walled();
    const folder = temporaryFolder();
    const given = options({ out: join(folder, "crawl"), cookies: true, requestLog: join(folder, "requests.jsonl") });
    expect(await realCrawl({ ...given, seeds: ["http://self.example/"], pages: 3 })).toMatchObject({
      state: "stopped",
    });
    const crawl = await Crawl.open(given);
    const monitor = await openMonitor(crawl);
    const status = await crawl.run();
    const shown = await Promise.all(
      ["", "status.json", "metrics"].map(async (path) => (await fetch(new URL(path, monitor.url))).text()),
    );
    await monitor.close();
    expect(status).toMatchObject({ state: "done", pages: 7 });
    expect(sessions).toHaveLength(1);
    const holding = filesOf(folder).filter((name) => {
      const bytes = readFileSync(join(folder, name));
      return (name.endsWith(".gz") ? gunzipSync(bytes) : bytes).includes(SECRET);
    });
    expect(holding).toEqual([join("crawl", "state", "cookies.json")]);
    for (const text of [...shown, JSON.stringify([status, crawl.errors()])]) expect(text).not.toContain(SECRET);
  });
});
