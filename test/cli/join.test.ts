import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openNats } from "../../src/cluster/nats/open-nats.js";
import { changeOrders, ORDERS_KEY, readOrders } from "../../src/cluster/orders.js";
import { SharedTable } from "../../src/cluster/shared-table.js";
import { type Site, serve } from "../../src/site/server.js";
import { campus } from "../../src/web/campus/campus.js";
import { reach } from "../../src/web/graph/reach.js";
import { streamsAt } from "../cluster/nats/keepers.js";
import { describeWithNats, type NatsServer, startNats } from "../cluster/nats-server.js";
import { depth } from "../depth.js";
import { Desk, type Run, root } from "./command.js";

/** In place of docs/cluster.md's campus of 1,000, whose 896 pages that are reached are told by `serve --json`. */
const web = campus({ pages: depth({ everyday: 200, prove: 1_000 }) });
const REACHED = reach(web.graph, [web.start]).pages;

describeWithNats("a crawl that is shared on the command line", () => {
  let site: Site;
  let nats: NatsServer;
  const desk = new Desk();

  beforeAll(async () => {
    site = await serve(web, { bytes: 2_000 });
    nats = await startNats();
  });
  afterAll(() => site.close());

  /** The commands of docs/cluster.md for three terminals, with the ports of this test. */
  const document = readFileSync(join(root, "docs/cluster.md"), "utf8");
  const [first, second] = [...document.matchAll(/^npx crawlbench (crawl .*--join .*)$/gm)].map(([, line]) => line);
  const words = (line: string) =>
    line
      .replaceAll("8080", String(site.port)) // first: the server's own address may have these digits
      .replaceAll("nats://127.0.0.1:4222", nats.address)
      .split(" ")
      .map((word) => word.replaceAll("'", ""));

  it("takes no part where the port of its page is taken, and leaves nothing", async () => {
    const line = `crawl http://a.example/ --out none --contact you@example.edu --join ${nats.address}`;
    expect(await desk.refusal([...words(line), "--watch", `${nats.port}`])).toContain("another program listens there");
    expect([existsSync(desk.path("none")), await streamsAt(nats.address)]).toEqual([false, []]);
  });

  it("is crawled by the two commands of docs/cluster.md together, each page once, and opened as one web", async () => {
    let other: Promise<Run> | undefined;
    await new Promise((waits) => {
      other = desk.run(words(second), { apart: true, onError: waits }); // it waits for the first, and says so
    });
    const begun = await desk.run([...words(first).filter((word) => word !== "--watch")], { apart: true });
    const joined = (await other) as Run;
    expect([begun.code, joined.code], `${begun.stderr}\n${joined.stderr}`).toEqual([0, 0]);
    expect(joined.stderr).toContain(
      "nobody has begun the crawl crawl yet: waiting. Begin it with a URL: crawlbench crawl",
    );
    const pages = [begun, joined].map(({ stdout }) => Number(/^(\d+) pages of /.exec(stdout)?.[1]));
    expect(pages[0] + pages[1]).toBe(REACHED);
    expect(begun.stdout).toMatch(
      /, \d+ URLs sent to other processes of \d+ found for them\. The crawl is done\. Next, .*crawlbench open FOLDER\n$/,
    );
    const opened = JSON.parse((await desk.run(["open", "shared", "--json"])).stdout);
    expect(opened.pages).toBe(REACHED);
  });

  it("is listed with its processes, which are done, and forgotten", async () => {
    const list = ["processes", nats.address];
    const { stdout, code } = await desk.run(list);
    expect(code).toBe(0);
    expect(stdout).toMatch(/The crawl is done\.\n$/);
    expect(stdout).toMatch(/^a +done +32 of 64 .*\nb +done +32 of 64 /m);
    expect(stdout).toContain(`${REACHED} pages in all`);
    const both = await desk.run([...list, "--stop", "--forget"]);
    expect([both.code, both.stderr]).toEqual([1, "choose one of --stop and --forget\n"]);
    const nobody = await desk.run([...list, "--leave", "nobody"]);
    expect(nobody.stderr).toMatch(/^there is no process nobody\. There are: a, b\n$/);
    expect((await desk.run([...list, "--forget"])).stdout).toContain("has forgotten the crawl crawl");
    await (await openNats(nats.address, "killed")).close(); // as it was to begin a crawl
    expect((await desk.run([...list, "--crawl", "killed", "--forget"])).stderr).toContain("knows no crawl killed");
    expect(await streamsAt(nats.address)).toEqual([]);
    const gone = await desk.run(list);
    expect([gone.code, gone.stderr.split("\n")[0]]).toEqual([
      1,
      `${nats.address} knows no crawl crawl. Begin one: crawlbench crawl https://... --join ${nats.address} --crawl crawl --out DIR --contact you@example.edu`,
    ]);
  });

  it("goes on in the folder of a crawl that is forgotten, which is brought back; a share goes on with --join alone", async () => {
    const again = await desk.run(words(first).filter((word) => word !== "--watch"));
    expect([again.code, again.stdout.split(". ").slice(-2)[0]]).toEqual([0, "The crawl is done"]);
    const alone = await desk.run(["crawl", "--out", "shared/a", "--contact", "you@example.edu", "--delay", "0"]);
    expect([alone.code, alone.stderr]).toEqual([
      1,
      "shared/a is one process's share of a crawl, whose hosts others ask too: resume it by --join and the address of the engine, or name another folder\n  All that it takes: crawlbench crawl --help\n",
    ]);
  });

  it("is not done while one that left is to send its links again: exit code 4 says what to type", async () => {
    const engine = await openNats(nats.address, "crawl");
    const table = (await SharedTable.open(engine)) as SharedTable;
    await table.change((each) => ({
      ...each,
      state: "short",
      parts: each.parts.map((part) => ({ ...part, owner: "a" })),
      members: { a: each.members.a },
      left: ["b"],
      owed: ["b"],
    }));
    const short = await desk.run(words(first).filter((word) => word !== "--watch"));
    expect([short.code, short.stderr.split("\n").at(-2)]).toEqual([
      4,
      `the crawl is not done: b left, and later others lost what they had of the links on its pages. Type crawlbench crawl --join ${nats.address} --out FOLDER-OF-b, and the command of this process again; then all of it is fetched`,
    ]);
    const { stdout } = await desk.run(["processes", nats.address]);
    expect(stdout).toContain("The crawl is not done.\nb left, and others lost what they had of its links");
    expect(stdout).toMatch(/^b +left /m);
    await table.change((each) => ({ ...each, members: { ...each.members, b: { id: "back" } } }));
    await table.close();
    expect((await desk.run(["processes", nats.address])).stdout).toMatch(/^b +away /m);
    const nobody = await desk.run(["processes", nats.address, "--lost", "nobody"]);
    expect(nobody.stderr).toBe("there is no process nobody. There are: a, b\n");
    await engine.drop();
    await engine.close();
  });

  it("goes by the name that its folder keeps, and makes nothing at the engine for another", async () => {
    const named = ["--join", nats.address, "--crawl", "named", "--delay", "0", "--resolve", `*=127.0.0.1:${site.port}`];
    const begin = ["crawl", site.start, "--out", "named", "--contact", "you@example.edu", "--pages", "3"];
    expect((await desk.run([...begin, ...named])).code).toBe(0);
    const before = await streamsAt(nats.address);
    const again = ["crawl", "--join", nats.address, "--out", "named", "--resolve", `*=127.0.0.1:${site.port}`];
    const other = await desk.run([...again, "--crawl", "other"]);
    expect([other.code, other.stderr]).toEqual([
      1,
      "named belongs to the crawl named; found other: say --crawl named, or name another folder\n  All that it takes: crawlbench crawl --help\n",
    ]);
    const engine = await openNats(nats.address, "named");
    await changeOrders(engine, (standing) => ({ ...standing, stopped: true, stops: standing.stops + 1 }));
    const isStopped = async () => readOrders((await engine.read(ORDERS_KEY))?.value as Uint8Array).stopped;
    expect((await desk.run([...again, "--delay", "9"])).code, "another setting is refused").toBe(1);
    expect(await isStopped(), "a start that is refused ends no stop").toBe(true);
    expect((await desk.run(again)).stdout).toMatch(/The crawl is done/);
    expect(await isStopped()).toBe(false);
    await engine.close();
    expect(await streamsAt(nats.address)).toEqual(before);
  });

  it("says at the end which attempts failed, as a crawl by one process does", async () => {
    const line = ["crawl", site.start, "--join", nats.address, "--crawl", "down", "--out", "down"];
    const { code, stdout } = await desk.run([
      ...line,
      ...["--contact", "you@example.edu", "--delay", "0", "--resolve", "*=127.0.0.1:1"],
    ]);
    expect([code, stdout.split("\n")]).toEqual([
      0,
      [
        expect.stringMatching(
          /^Failed attempts, a later one may have gone well: refused 3\. The last: http:.*robots\.txt/,
        ),
        expect.stringMatching(/^0 pages of /),
        "",
      ],
    ]);
    await desk.run(["processes", nats.address, "--crawl", "down", "--forget"]);
  });

  it("leaves nothing at the engine, and no folder, where it waited for a crawl that nobody begins", async () => {
    const interrupt = `process.on("newListener", (event) => event === "SIGTERM" && setImmediate(() => process.kill(process.pid, "SIGTERM")));`;
    const before = await streamsAt(nats.address);
    const { code, stderr } = await desk.run(["crawl", "--join", nats.address, "--crawl", "typo", "--out", "typo"], {
      node: ["--import", pathToFileURL(desk.path(desk.write("interrupt.mjs", interrupt))).href],
    });
    expect([code, stderr]).toEqual([
      1,
      `nobody has begun the crawl typo yet: waiting. Begin it with a URL: crawlbench crawl https://... --join ${nats.address} --crawl typo --out DIR --contact you@example.edu
nobody has begun the crawl typo: give a URL to start from
  All that it takes: crawlbench crawl --help
`,
    ]);
    expect(existsSync(desk.path("typo"))).toBe(false);
    expect(await streamsAt(nats.address)).toEqual(before);
  });

  it("says when its engine goes away, and when it is back, and goes on", async () => {
    const engine = await startNats();
    const line = ["crawl", "http://www.campus.example/", "--resolve", `*=127.0.0.1:${site.port}`, "--delay", "60"];
    let said = "";
    const crawl = desk.run([...line, "--join", engine.address, "--out", "away", "--contact", "you@example.edu"], {
      apart: true,
      onError: (text) => {
        said += text;
      },
    });
    const has = (text: string) => expect.poll(() => said).toContain(`the engine at ${engine.address} ${text}`);
    const processes = ["processes", engine.address];
    await expect.poll(async () => (await desk.run(processes)).stdout).toMatch(/ 64 of 64 /);
    await engine.stop();
    await has("is away: the crawl continues, and waits for it when it must\n");
    await engine.restart();
    await has("is back\n");
    expect((await desk.run([...processes, "--stop"])).code).toBe(0);
    expect((await crawl).code).toBe(0);
    expect((await desk.run(processes)).stdout).toMatch(/ stopped /);
    expect((await desk.run([...processes, "--forget"])).stdout).toContain("has forgotten the crawl");
  });

  it("says what to type where no engine answers, no contact is given, or an order would need all of the web", async () => {
    const away = await desk.run(["crawl", "http://a.example/", "--out", "x", "--join", "nats://127.0.0.1:1"]);
    expect([away.code, away.stderr]).toEqual([
      1,
      "nothing answers at nats://127.0.0.1:1 (connection refused): start nats-server -js -sd FOLDER (Debian package nats-server), or give its address\n",
    ]);
    const to = ["--join", nats.address, "--crawl", "wrong"];
    const anonymous = await desk.run(["crawl", "http://a.example/", "--out", "x", ...to]);
    expect(anonymous.stderr).toMatch(/--contact/);
    const ordered = await desk.run([
      "crawl",
      "http://a.example/",
      "--out",
      "x",
      ...to,
      "--contact",
      "a@b.example",
      "--by",
      "backlink",
    ]);
    expect(ordered.stderr).toMatch(
      /^processes that share a crawl go breadth-first; found backlink.*: leave --by out, or --join\n {2}All that it takes: crawlbench crawl --help\n$/,
    );
    expect((await streamsAt(nats.address)).filter((name) => name.endsWith("wrong"))).toEqual([]);
  });
});
