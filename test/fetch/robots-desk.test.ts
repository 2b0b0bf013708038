import { brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { ErrorLog } from "../../src/fetch/error-log.js";
import { Scheduler } from "../../src/fetch/politeness/scheduler.js";
import { RobotsDesk, type RobotsState } from "../../src/fetch/robots-desk.js";
import { Tally } from "../../src/fetch/tally.js";
import { hostOfOrigin } from "../../src/url/host.js";
import { FakeClock } from "./fake-clock.js";
import { type SimulatedPage, SimulatedWeb } from "./simulated-web.js";

/** A desk that keeps `most` files, and the scheduler that it speaks for. */
function open(most: number, { state = [] as RobotsState, delay = 0, answer = {} as SimulatedPage } = {}) {
  const clock = new FakeClock(0);
  const rules = "User-agent: *\nDisallow: /private";
  const web = new SimulatedWeb(clock, () => ({ body: rules, headers: { "content-type": "text/plain" }, ...answer }));
  const scheduler = new Scheduler<string>({ delay, factor: 0 });
  const parts = { obey: true, productToken: "test", transport: web, clock, tally: new Tally() };
  const desk = new RobotsDesk(
    {
      ...parts,
      errors: new ErrorLog(() => clock.now()),
      store: async () => {},
      most,
      forget: (origin) => scheduler.forgetRobots(hostOfOrigin(origin), origin),
    },
    state,
  );
  /** Takes the next task, which has to be of this host where one is named, and ends it. @returns what it was */
  const step = async (named?: string) => {
    const task = scheduler.next(clock.now());
    const host = named ?? task?.host ?? "none";
    expect(task?.host).toBe(host);
    if (task?.kind === "robots") {
      const { known } = await clock.run(desk.ask(task.origin));
      if (known) scheduler.robots(task.origin, known);
    } else expect(desk.allows(`http://${host}/a`, `http://${host}`)).toBe(true);
    scheduler.done(host, { now: clock.now(), kind: "answered" });
    return task?.kind;
  };
  return { clock, web, scheduler, desk, step };
}

describe("the desk for robots.txt", () => {
  it("reads a file with two headers of content codings as with one that lists them", async () => {
    const body = gzipSync(brotliCompressSync("User-agent: *\nDisallow: /private"));
    const two = "br\r\nContent-Encoding: gzip"; // as the head has it
    const { scheduler, desk, step } = open(2, { answer: { headers: { "content-encoding": two }, body } });
    scheduler.put("a", "page");
    expect(await step("a")).toBe("robots");
    expect([desk.isDisallowed("http://a/private", "http://a"), desk.allows("http://a/b", "http://a")]).toEqual([
      true,
      true,
    ]);
  });

  it("follows a redirect whose Location is in UTF-8 as one of a page is followed", async () => {
    const location = Buffer.from("/règles.txt").toString("latin1"); // one char a byte, as heads are read
    const { clock, desk } = open(2, { answer: { status: 301, headers: { location } } });
    expect(await clock.run(desk.ask("http://a"))).not.toHaveProperty("known");
    expect(desk.next("http://a")).toBe("http://a/r%C3%A8gles.txt"); // the WHATWG URL parser escapes UTF-8
  });

  it("forgets the file that was not used for longest when there are too many, and asks for it again", async () => {
    const { scheduler, desk, step, web } = open(2);
    for (const host of ["a", "b"]) {
      scheduler.put(host, "page");
      expect([await step(host), await step(host)]).toEqual(["robots", "page"]);
    }
    expect(desk.allows("http://a/x", "http://a")).toBe(true); // used after that of b
    scheduler.put("c", "page");
    expect([await step("c"), await step("c")]).toEqual(["robots", "page"]);
    expect(["a", "b", "c"].map((host) => desk.allows("http://x/", `http://${host}`))).toEqual([true, false, true]);
    expect(desk.save().map(([origin]) => origin)).toEqual(["http://a", "http://c"]);
    for (const host of ["a", "b"]) scheduler.put(host, "page");
    expect(await step("a")).toBe("page");
    expect([await step("b"), await step("b")]).toEqual(["robots", "page"]);
    expect(desk.isDisallowed("http://b/private", "http://b")).toBe(true);
    expect(web.log.map(({ host }) => host)).toEqual(["a", "b", "c", "b"]);
  });

  it("keeps the files of hosts whose pages wait, however many: none is asked for again before its page", async () => {
    const { scheduler, step, web, clock } = open(2, { delay: 60_000 });
    const hosts = Array.from({ length: 20 }, (_, i) => `h${i}`);
    for (const host of hosts) for (const item of ["1", "2"]) scheduler.put(host, item);
    const kinds: unknown[] = [];
    while (scheduler.queued > 0) {
      const wait = (scheduler.readyAt(clock.now()) as number) - clock.now();
      await clock.run(new Promise<void>((over) => clock.after(wait, over)));
      kinds.push(await step());
      expect(kinds.length).toBeLessThan(100);
    }
    expect(kinds.slice(0, 20)).toEqual(hosts.map(() => "robots")); // all of them, and only then a page
    expect(kinds.filter((kind) => kind === "robots")).toHaveLength(20);
    expect(kinds.filter((kind) => kind === "page")).toHaveLength(40);
    expect(web.log).toHaveLength(20);
  });

  it("tells what changed: files that it got, and those that it forgot as expired", async () => {
    const { scheduler, desk, step } = open(1);
    scheduler.put("a", "page");
    await step("a");
    await step("a");
    expect(desk.changes()).toEqual(desk.save());
    scheduler.put("b", "page");
    await step("b");
    const rows = desk.changes().map(([origin, , body, , expiresAt]) => [origin, body !== "", expiresAt > 0]);
    expect(rows).toEqual([
      ["http://b", true, true],
      ["http://a", false, false],
    ]);
    expect(desk.changes()).toEqual([]);
    const again = open(1, { state: desk.save() });
    expect(again.desk.isDisallowed("http://b/private", "http://b")).toBe(true);
  });
});
