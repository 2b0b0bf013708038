import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { problem } from "../../src/base/error.js";
import { ClusterControl } from "../../src/cluster/cluster-control.js";
import { obey } from "../../src/cluster/obey.js";
import { clearStop, noOrders, ORDERS_KEY, packOrders, readOrders } from "../../src/cluster/orders.js";
import { packReport } from "../../src/cluster/reports.js";
import { SharedTable } from "../../src/cluster/shared-table.js";
import { newTable } from "../../src/cluster/table.js";
import { FakeClock } from "../fetch/fake-clock.js";
import { coded } from "../fixture/problems.js";
import { FakeCrawl, NOON, someStatus } from "../monitor/fake-crawl.js";
import { Crowd } from "./crowd.js";
import { inMemoryEngine } from "./in-memory-engine.js";

const HOUR = 3_600_000;
const crowds: Crowd<ReturnType<ReturnType<typeof inMemoryEngine>["open"]>>[] = [];

/** Processes that share a crawl on an engine in memory, and a clock that is turned by hand. */
async function crowdOf(...names: string[]) {
  const clock = new FakeClock(NOON);
  const server = inMemoryEngine();
  const crowd = new Crowd(async () => server.open("crawl"), clock);
  crowds.push(crowd);
  for (const name of names) await crowd.join(name);
  const control = await crowd.watch();
  const pass = (ms: number) => clock.run(new Promise<void>((resolve) => void clock.after(ms, resolve)));
  await pass(1500);
  return { clock, crowd, control, pass, server };
}

const speeds = (crowd: (typeof crowds)[number]) => crowd.members.map(({ crawl }) => crawl.current.speed);

afterEach(async () => {
  for (const { members } of crowds.splice(0)) {
    for (const { leave, engine } of members) {
      engine.reconnect();
      await leave();
    }
  }
});

describe("watching all processes of a crawl", () => {
  it("shows them as one, and names one away that was not heard for five seconds", async () => {
    const { crowd, control, pass } = await crowdOf("a", "b");
    expect(control.status()).toMatchObject({ state: "running", pages: 7600, inFlight: 32 });
    const [a] = crowd.members;
    a.engine.disconnect();
    await pass(3000);
    expect(control.status().inFlight).toBe(32);
    await pass(3000);
    const { processes, pages, inFlight } = control.status();
    expect([pages, inFlight]).toEqual([7600, 16]);
    expect(processes?.map(({ name, state }) => [name, state])).toEqual([
      ["a", "away"],
      ["b", "running"],
    ]);
    a.engine.reconnect();
    await pass(1500);
    expect(control.status().inFlight).toBe(32);
  });

  it("lists hosts and errors of all, hosts of those alone that are heard", async () => {
    const { crowd, control, pass } = await crowdOf("a", "b");
    const [a, b] = crowd.members;
    a.crawl.listed = [{ host: "a.org", fetched: 1, queued: 5, state: "ready" }];
    b.crawl.listed = [{ host: "b.org", fetched: 1, queued: 9, state: "ready" }];
    a.crawl.said = [{ time: NOON, url: "http://a.org/", fault: "refused", message: "no" }];
    await pass(1500);
    expect(control.hosts(10).map(({ host }) => host)).toEqual(["b.org", "a.org"]);
    expect(control.hosts(1).map(({ host }) => host)).toEqual(["b.org"]);
    a.engine.disconnect();
    await pass(6000);
    expect(control.hosts(10).map(({ host }) => host)).toEqual(["b.org"]);
    expect(control.errors().map(({ message }) => message)).toEqual(["a: no"]);
  });

  it("tells that there are reports which it cannot read, reads the others, and lists the latest error first", async () => {
    const { crowd, control, pass } = await crowdOf("a");
    const error = { url: "http://a.org/", fault: "refused", message: "no" } as const;
    crowd.members[0].crawl.said = [-HOUR, HOUR].map((by) => ({ ...error, time: NOON + by }));
    const other = await crowd.open();
    other.tell("status", new TextEncoder().encode('{"version":7}'));
    await pass(1500);
    expect(control.status().processes).toHaveLength(1);
    const errors = control.errors();
    expect(errors.map(({ fault }) => fault)).toEqual(["refused", "unread-report", "refused"]);
    const [after, { url, message }, before] = errors;
    expect([before.time, url, after.time]).toEqual([NOON - HOUR, "memory:", NOON + HOUR]);
    expect(message).toContain("expected a report of version 1, found version 7");
  });

  it("knows no more than a thousand processes, those heard last", async () => {
    const { crowd, control, pass } = await crowdOf("a");
    const engine = await crowd.open();
    const tell = (from: number, to: number) => {
      for (let index = from; index < to; index++)
        engine.tell(
          "status",
          packReport({ name: `p${index}`, partitions: 0, status: someStatus, hosts: [], errors: [] }),
        );
    };
    tell(0, 999);
    await pass(1000); // in which a tells again
    tell(999, 1099);
    await pass(100);
    const names = control.status().processes?.map(({ name }) => name) ?? [];
    expect(names).toHaveLength(1000); // 100 too many came: p0 to p99 are forgotten
    expect([names.includes("a"), names.includes("p99"), names.includes("p100")]).toEqual([true, false, true]);
  });
});

describe("an order to all processes of a crawl", () => {
  it("pauses them all, and one that joins later before it asks for anything", async () => {
    const { crowd, control, pass } = await crowdOf("a", "b");
    await control.pause();
    const late = await crowd.join("late");
    expect(late.crawl.calls).toEqual([["pause"]]);
    await pass(1500);
    expect(control.status().state).toBe("paused");
    await control.proceed();
    await pass(1500);
    expect(control.status().state).toBe("running");
    for (const { crawl } of crowd.members) expect(crawl.calls).toEqual([["pause"], ["proceed"]]);
  });

  it("leaves a process as it was started while nothing is ordered", async () => {
    const { crowd } = await crowdOf("a");
    const own = await crowd.join("own", new FakeCrawl({ speed: 7, state: "paused" }));
    expect([own.crawl.calls, own.troubles]).toEqual([[], []]);
  });

  it("shares a speed out evenly, and anew whenever a process comes, ends or goes silent", async () => {
    const { crowd, control, pass } = await crowdOf("a", "b", "c");
    await control.setSpeed(90);
    await pass(1500);
    expect(speeds(crowd)).toEqual([30, 30, 30]);
    expect(control.status().speed).toBe(90);
    const [a, b, c] = crowd.members;
    a.crawl.current = { ...a.crawl.current, state: "done" };
    await pass(1500);
    expect([b, c].map(({ crawl }) => crawl.current.speed)).toEqual([45, 45]);
    await crowd.join("d");
    await pass(1500);
    expect(speeds(crowd).slice(1)).toEqual([30, 30, 30]);
    b.engine.disconnect();
    await pass(6500);
    expect(speeds(crowd).slice(1)).toEqual([30, 45, 45]); // the one cut off keeps its share
    b.engine.reconnect();
    await pass(2500);
    expect(speeds(crowd).slice(1)).toEqual([30, 30, 30]);
    await control.setSpeed(undefined);
    await pass(1500);
    expect(speeds(crowd).slice(1)).toEqual([undefined, undefined, undefined]);
    expect(() => control.setSpeed(0)).toThrow(coded("option"));
  });

  it("blocks a host for all, those that join later included, under its canonical name", async () => {
    const { crowd, control, pass } = await crowdOf("a");
    await Promise.all([control.block(" WWW.Example.org. "), control.block("x.org"), control.block("x.org")]);
    await crowd.join("late");
    await pass(1500);
    for (const { crawl } of crowd.members)
      expect(crawl.calls).toEqual([
        ["block", "www.example.org"],
        ["block", "x.org"],
      ]);
    expect(() => control.block("no host!/")).toThrow(coded("option"));
    expect(control.status().blocked).toEqual(["www.example.org", "x.org"]);
  });

  it("unblocks a host for all, and for those that join later", async () => {
    const { crowd, control, pass } = await crowdOf("a");
    await Promise.all([control.block("www.example.org"), control.block("x.org")]);
    await pass(1500);
    await control.unblock(" WWW.Example.org. ");
    await crowd.join("late");
    await pass(1500);
    const blocks = [
      ["block", "www.example.org"],
      ["block", "x.org"],
    ];
    const [early, late] = crowd.members.map(({ crawl }) => crawl.calls);
    expect(early).toEqual([...blocks, ["unblock", "www.example.org"]]);
    expect(late).toEqual([["block", "x.org"]]);
    expect(control.status().blocked).toEqual(["x.org"]);
    await expect(control.unblock("a.x.org")).rejects.toThrow("a.x.org is blocked as part of x.org: unblock that");
    await expect(control.unblock("y.org")).rejects.toThrow(coded("option"));
  });

  it("stops them all, and one that joins later at once, until it is taken back", async () => {
    const { crowd, control, pass } = await crowdOf("a", "b");
    await control.pause();
    await control.setSpeed(10);
    await control.stop();
    await pass(1500);
    expect(control.status().state).toBe("draining");
    const late = await crowd.join("late");
    expect(late.crawl.calls).toContainEqual(["stop"]);
    await clearStop(await crowd.open());
    const anew = await crowd.join("anew");
    expect(anew.crawl.calls.map(([call]) => call)).toEqual(["setSpeed"]); // neither stopped nor paused any more
    for (const { crawl } of crowd.members.slice(0, 3))
      expect(crawl.calls.filter(([call]) => call === "stop")).toHaveLength(1);
  });

  it("stops a process that was cut off meanwhile, though the stop was taken back before it came back", async () => {
    const { crowd, control, pass } = await crowdOf("a", "b");
    const [a] = crowd.members;
    a.engine.disconnect();
    await control.stop();
    await clearStop(await crowd.open());
    a.engine.reconnect();
    await pass(1500);
    expect(a.crawl.calls).toEqual([["stop"]]);
  });

  it("is not lost when two give orders at the same time", async () => {
    const { crowd, control, pass } = await crowdOf("a");
    const other = await crowd.watch();
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? control : other).block(`h${index}.example`)),
    );
    await pass(1500);
    expect([...control.status().blocked].sort()).toEqual(
      Array.from({ length: 20 }, (_, index) => `h${index}.example`).sort(),
    );
  });

  it("is obeyed, and the one before it stands, though the engine lost that one", async () => {
    const { server, crowd, control, pass } = await crowdOf("a", "b");
    const losePower = server.remember();
    await control.setSpeed(12);
    await pass(1500);
    expect(speeds(crowd)).toEqual([6, 6]);
    losePower();
    for (const { engine } of crowd.members) engine.reconnect();
    await control.pause();
    await crowd.join("late");
    await pass(1500);
    expect(crowd.members.map(({ crawl }) => crawl.current.state)).toEqual(Array(3).fill("paused"));
    expect(speeds(crowd)).toEqual([4, 4, 4]);
  });

  it("is not given to another crawl that was begun by the same name, and whoever gives it is told", async () => {
    const engine = inMemoryEngine().open("crawl");
    const begin = (id: string) =>
      SharedTable.create(engine, newTable({ name: "a", id: "1" }, { id, by: "host", partitions: 2, settings: {} }));
    await begin("first");
    const table = (await SharedTable.open(engine))!;
    let hears = () => {};
    const heard = new Promise<void>((resolve) => {
      hears = resolve;
    });
    const control = await ClusterControl.ofCrawl(engine, table, new FakeClock(NOON));
    await control.stop();
    await engine.drop();
    table.onChange(hears);
    await begin("second");
    await heard;
    await expect(control.pause()).rejects.toThrow("another was begun by its name");
    expect(await engine.read(ORDERS_KEY)).toBeUndefined();
    await control.close();
    await table.close();
  });

  it("of another version is neither obeyed nor overwritten, and whoever gives one is told", async () => {
    const { crowd, control, pass } = await crowdOf("a");
    const engine = await crowd.open();
    const strange = new TextEncoder().encode('{"version":9,"paused":true}');
    await engine.write(ORDERS_KEY, strange, 0);
    await pass(1500);
    const [a] = crowd.members;
    expect(a.crawl.calls).toEqual([]);
    expect(String(a.troubles[0])).toContain("expected orders of version 2, found version 9");
    await expect(control.pause()).rejects.toThrow("found version 9");
    expect((await engine.read(ORDERS_KEY))?.value).toEqual(strange);
    expect(control.errors()[0]).toMatchObject({ fault: "order", url: "memory:" });
  });

  it("is obeyed in the order in which they were given, should an older one be heard of late", async () => {
    const { server, clock } = await crowdOf();
    const engine = server.open("crawl");
    const late: ((entry: { value: Uint8Array; revision: number }) => void)[] = [];
    const slow = Object.create(engine, {
      read: { value: async () => ({ value: packOrders({ ...noOrders, paused: true, serial: 7 }), revision: 7 }) },
      watch: { value: async (_: string, handler: (typeof late)[0]) => void late.push(handler) },
      listen: { value: async () => async () => {} },
    });
    const crawl = new FakeCrawl();
    await obey(slow, crawl, { name: "a", clock, onTrouble: (error) => expect.unreachable(String(error)) });
    late[0]({ value: packOrders({ ...noOrders, serial: 6 }), revision: 6 });
    expect(crawl.calls).toEqual([["pause"]]);
    late[0]({ value: packOrders({ ...noOrders, serial: 8 }), revision: 1 }); // of an engine that began anew
    expect(crawl.calls).toEqual([["pause"], ["proceed"]]);
  });

  it("and who else shares a speed are nothing to a process that has left", async () => {
    const { crowd, control, pass } = await crowdOf("a", "b");
    await control.setSpeed(12);
    await pass(1500);
    expect(speeds(crowd)).toEqual([6, 6]);
    const [a, b] = crowd.members;
    await a.leave();
    await crowd.join("c");
    await crowd.join("d");
    await pass(6500); // until a is heard no more
    await control.pause();
    await pass(1500);
    expect([a.crawl.current.speed, a.crawl.current.state]).toEqual([6, "running"]);
    expect([b.crawl.current.speed, b.crawl.current.state]).toEqual([4, "paused"]);
  });

  it("that one process cannot carry out is told there, and the rest of it is done", async () => {
    const { crowd, control, pass } = await crowdOf("a", "b");
    const [a, b] = crowd.members;
    a.crawl.block = () => {
      throw problem.option`not this one`;
    };
    a.engine.disconnect();
    await control.block("x.org");
    await control.pause();
    a.engine.reconnect(); // both orders come as one
    await pass(1500);
    expect([a.crawl.current.state, a.troubles]).toEqual(["paused", [coded("option", "not this one")]]);
    expect(b.crawl.calls).toEqual([["block", "x.org"], ["pause"]]);
  });

  it("that could not be given is told among the errors to whoever did not wait for it", async () => {
    const { crowd, clock } = await crowdOf("a");
    const engine = await crowd.open();
    const control = await ClusterControl.open(engine, { clock });
    await engine.close();
    void control.pause(); // an unhandled rejection would fail this run
    await expect(control.proceed()).rejects.toThrow();
    expect(control.errors().map(({ fault }) => fault)).toEqual(["order", "order"]);
  });
});

describe("orders of two who watch", () => {
  const order = fc.oneof(
    fc.record({ do: fc.constantFrom("pause", "proceed", "join", "cut", "heal", "second"), at: fc.nat(5) }),
    fc.record({ do: fc.constant("speed"), at: fc.nat(1), value: fc.option(fc.integer({ min: 1, max: 99 })) }),
    fc.record({ do: fc.constantFrom("block", "unblock"), at: fc.nat(1), value: fc.integer({ min: 0, max: 9 }) }),
  );

  it("are obeyed by all in the end, whoever was cut off or came in between", async () => {
    const isObeyed = fc.asyncProperty(fc.array(order, { maxLength: 25 }), async (orders) => {
      const { crowd, control, pass } = await crowdOf("a", "b");
      const controls = [control, await crowd.watch()];
      for (const each of orders) {
        const { members } = crowd;
        const member = members[each.at % members.length];
        const watcher = controls[each.at % 2];
        const value = "value" in each ? each.value : null;
        if (each.do === "pause" || each.do === "proceed") void watcher[each.do]();
        else if (each.do === "speed") void watcher.setSpeed(value ?? undefined);
        else if (each.do === "block") void watcher.block(`h${value}.org`);
        else if (each.do === "unblock")
          watcher.unblock(`h${value}.org`).catch(() => {}); // it may not be blocked
        else if (each.do === "join" && members.length < 6) await crowd.join(`joined ${members.length}`);
        else if (each.do === "cut") member.engine.disconnect();
        else if (each.do === "heal") member.engine.reconnect();
        else await pass(1000);
      }
      for (const { engine } of crowd.members) engine.reconnect();
      await pass(3000);
      const entry = await (await crowd.open()).read(ORDERS_KEY);
      const { paused, speed, blocked } = entry ? readOrders(entry.value) : noOrders;
      const limit = speed?.requestsPerSecond;
      for (const { crawl, troubles } of crowd.members) {
        expect(crawl.current.state).toBe(paused ? "paused" : "running");
        expect(crawl.current.speed).toBe(limit ? limit / crowd.members.length : undefined);
        expect([...crawl.current.blocked].sort()).toEqual([...blocked].sort());
        expect(troubles).toEqual([]);
      }
    });
    await fc.assert(isObeyed, { numRuns: 60 });
  });
});

describe("a checkpoint of all processes", () => {
  /** Lets checkpoints of a crawl end when told. */
  function held(crawl: FakeCrawl) {
    const ends: ((error?: Error) => void)[] = [];
    crawl.checkpoint = () =>
      new Promise((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve())));
    return ends;
  }

  it("is over when the last of them has everything on disk, and not before", async () => {
    const { crowd, control, pass } = await crowdOf("a", "b");
    const ends = crowd.members.flatMap(({ crawl }) => [held(crawl)]);
    let isOver = false;
    const checkpoint = control.checkpoint().then(() => {
      isOver = true;
    });
    await pass(1500);
    ends[0][0]();
    await pass(30_000);
    expect(isOver).toBe(false);
    ends[1][0]();
    await pass(1500);
    expect(isOver).toBe(true);
    await checkpoint;
    const late = await crowd.join("late");
    expect(late.crawl.calls).toEqual([]); // what was asked for before it came is not for it to do
    const again = control.checkpoint();
    await pass(1500);
    ends[0][1]();
    ends[1][1]();
    await pass(1500);
    await again;
    expect(late.crawl.calls).toEqual([["checkpoint"]]);
  });

  it("fails when one of them failed, with its name and what it said", async () => {
    const { crowd, control, pass } = await crowdOf("a", "b");
    const ends = held(crowd.members[1].crawl);
    const checkpoint = control.checkpoint();
    const outcome = expect(checkpoint).rejects.toThrow("not everything is on disk: b: no space left");
    await pass(1500);
    ends[0](new Error("no space left"));
    await pass(1500);
    await outcome;
  });

  it("fails when one of them goes away meanwhile, but not when one ends, which writes everything by itself", async () => {
    const { crowd, control, pass } = await crowdOf("a", "b", "c");
    const [a, b] = crowd.members;
    const [, ends] = [a, b].map(({ crawl }) => held(crawl));
    const outcome = expect(control.checkpoint()).rejects.toThrow(/^not everything is on disk: a is away$/);
    await pass(1500);
    a.engine.disconnect();
    b.crawl.current = { ...b.crawl.current, state: "stopped" };
    ends[0](new Error("closed already"));
    await pass(7000);
    await outcome;
  });

  it("fails when the only one goes away", async () => {
    const { crowd, control, pass } = await crowdOf("a");
    held(crowd.members[0].crawl);
    const outcome = expect(control.checkpoint()).rejects.toThrow("a is away");
    await pass(100);
    crowd.members[0].engine.disconnect();
    await pass(8000);
    await outcome;
  });

  it("is not waited for of a process that was started again meanwhile: it began from what is on disk", async () => {
    const { crowd, control, pass } = await crowdOf("a");
    held(crowd.members[0].crawl);
    const checkpoint = control.checkpoint();
    await pass(100);
    crowd.members[0].engine.die();
    await crowd.join("a");
    await pass(1500);
    await checkpoint;
  });

  it("cannot be had of a process that takes no orders, or of none", async () => {
    const { crowd, control, pass } = await crowdOf();
    await expect(control.checkpoint()).rejects.toThrow("no process of this crawl is heard");
    const engine = await crowd.open();
    engine.tell("status", packReport({ name: "deaf", partitions: 1, status: someStatus, hosts: [], errors: [] }));
    await pass(100);
    await expect(control.checkpoint()).rejects.toThrow("deaf takes no orders");
  });

  it("is no longer waited for when the control is closed", async () => {
    const { crowd, control, pass } = await crowdOf("a");
    held(crowd.members[0].crawl);
    const outcome = expect(control.checkpoint()).rejects.toThrow("the crawl is no longer watched");
    await pass(1500);
    await control.close();
    await outcome;
  });

  it("leaves no look that is still to come when the control is closed", async () => {
    const { clock, crowd, pass, server } = await crowdOf("a");
    held(crowd.members[0].crawl);
    const open = new Set<() => void>();
    const counting = {
      now: () => clock.now(),
      after: (ms: number, callback: () => void) => {
        const cancel = clock.after(ms, () => {
          open.delete(end);
          callback();
        });
        const end = () => {
          open.delete(end);
          cancel();
        };
        open.add(end);
        return end;
      },
    };
    const control = await ClusterControl.open(server.open("crawl"), { clock: counting });
    await pass(1500);
    const outcome = expect(control.checkpoint()).rejects.toThrow("the crawl is no longer watched");
    await pass(1500);
    expect(open.size).toBeGreaterThan(0);
    await control.close();
    await outcome;
    expect(open.size).toBe(0);
  });
});

describe("orders", () => {
  it("are read as they were written", () => {
    const orders = {
      ...noOrders,
      paused: true,
      speed: { requestsPerSecond: null },
      blocked: ["x.org"],
      checkpoints: 3,
    };
    expect(readOrders(packOrders(orders))).toEqual(orders);
    expect(readOrders(packOrders({ ...noOrders, speed: { requestsPerSecond: 0.5 } })).speed).toEqual({
      requestsPerSecond: 0.5,
    });
  });

  it("are refused, naming the field, when they are none", () => {
    const spoilt = (more: object) =>
      readOrders(new TextEncoder().encode(JSON.stringify({ version: 2, ...noOrders, ...more })));
    expect(() => spoilt({ paused: 1 })).toThrow("orders.paused: expected true or false, found 1");
    expect(() => spoilt({ speed: { requestsPerSecond: -1 } })).toThrow("orders.speed.requestsPerSecond");
    expect(() => spoilt({ blocked: ["a b"] })).toThrow("expected the name of a host");
    expect(() => spoilt({ stops: "1" })).toThrow("orders.stops: expected a number");
    expect(() => readOrders(new Uint8Array([1]))).toThrow("expected orders as JSON");
  });

  it("do not let more hosts be blocked than a table's entry holds", async () => {
    const { control, crowd } = await crowdOf("a");
    const engine = await crowd.open();
    const blocked = Array.from({ length: 10_000 }, (_, index) => `h${index}.org`);
    await engine.write(ORDERS_KEY, packOrders({ ...noOrders, blocked }), 0);
    await expect(control.block("one-more.org")).rejects.toThrow("at most 10000 hosts can be blocked by order");
  });
});
