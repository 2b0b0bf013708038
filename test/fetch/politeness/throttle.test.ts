import { describe, expect, it } from "vitest";
import { Scheduler } from "../../../src/fetch/politeness/scheduler.js";

/** Asks for the next page, which is to be of that host, and ends its request at once. */
function visit(scheduler: Scheduler<string>, host: string, now: number, address?: string): void {
  expect(scheduler.next(now)?.host).toBe(host);
  scheduler.done(host, { now, kind: "answered", address });
}

const withoutDelay = { delay: 0, factor: 0, robots: false } as const;

describe("hosts behind one gate", () => {
  it("are let out by request numbers, one per delay", () => {
    const scheduler = new Scheduler<string>({ ...withoutDelay, domainDelay: 1000 });
    for (const host of ["a.x.test", "c.x.test", "b.x.test", "d.y.test"]) scheduler.put(host, "1");
    expect(scheduler.next(0)?.host).toBe("a.x.test");
    expect(scheduler.next(0)?.host).toBe("d.y.test");
    // a request is under way in x.test
    expect([scheduler.next(0), scheduler.readyAt(0)]).toEqual([undefined, undefined]);
    expect(scheduler.counts(0)).toEqual({ known: 4, ready: 0, waiting: 2, down: 0, inUse: 2 });
    scheduler.done("a.x.test", { now: 50, kind: "answered" });
    expect([scheduler.next(1049), scheduler.readyAt(50)]).toEqual([undefined, 1050]);
    visit(scheduler, "c.x.test", 1050);
    expect([scheduler.next(2049), scheduler.readyAt(1050)]).toEqual([undefined, 2050]);
    visit(scheduler, "b.x.test", 2050);
  });

  it("do not wait for each other where no delay is asked for, and do where it is as short as can be", () => {
    const all = ["a.x.test", "b.x.test"];
    const handedOut = (options: object) => {
      const scheduler = new Scheduler<string>({ ...withoutDelay, ...options });
      for (const host of all) scheduler.put(host, "1");
      for (const host of all) visit(scheduler, host, 10, "10.0.0.1"); // which one it is, is known from now on
      for (const host of all) scheduler.put(host, "2");
      return all.flatMap(() => scheduler.next(20)?.host ?? []);
    };
    expect(handedOut({})).toEqual(all);
    expect(handedOut({ addressDelay: 1 })).toEqual(["a.x.test"]);
    const scheduler = new Scheduler<string>({ ...withoutDelay, domainDelay: 1 });
    for (const host of all) scheduler.put(host, "1");
    expect([scheduler.next(0)?.host, scheduler.next(0)]).toEqual(["a.x.test", undefined]);
  });

  it("wait no longer when nothing was sent after all", () => {
    const scheduler = new Scheduler<string>({ ...withoutDelay, domainDelay: 1000 });
    for (const host of ["a.x.test", "b.x.test"]) scheduler.put(host, "1");
    expect([scheduler.next(0)?.host, scheduler.next(0)]).toEqual(["a.x.test", undefined]);
    scheduler.done("a.x.test", { now: 5, kind: "skipped" });
    visit(scheduler, "b.x.test", 5);
  });

  it("have the turn of one that was blocked after it had been let out", () => {
    const scheduler = new Scheduler<string>({ ...withoutDelay, domainDelay: 1000 });
    for (const host of ["q.test", "a.x.test", "b.x.test", "c.x.test"]) scheduler.put(host, "1");
    expect(scheduler.next(0)?.host).toBe("q.test");
    scheduler.putFirst("q.test", "1"); // keeps the first place
    scheduler.hold("q.test", 1000);
    scheduler.done("q.test", { now: 0, kind: "answered" });
    visit(scheduler, "a.x.test", 0);
    expect(scheduler.next(0)).toBeUndefined();
    visit(scheduler, "q.test", 1000); // b was let out, but q goes first
    expect(scheduler.block("b.x.test")).toEqual(["1"]);
    visit(scheduler, "c.x.test", 1000);
  });

  it("have the turn of one that finds its domain shut when their address opens", () => {
    const scheduler = new Scheduler<string>({ ...withoutDelay, domainDelay: 1000, addressDelay: 100 });
    const put = (...hosts: string[]) => {
      for (const host of hosts) scheduler.put(host, "1");
    };
    put("a.d1.test", "b.d2.test", "c.d3.test");
    for (const [i, host] of ["a.d1.test", "b.d2.test", "c.d3.test"].entries()) visit(scheduler, host, i, "10.0.0.1");
    put("a.d1.test", "b.d2.test", "c.d3.test");
    // b and c wait for the address
    expect([scheduler.next(5000)?.host, scheduler.next(5000)]).toEqual(["a.d1.test", undefined]);
    put("f.d2.test");
    visit(scheduler, "f.d2.test", 5000); // shuts the domain of b until 6000
    scheduler.done("a.d1.test", { now: 5000, kind: "answered", address: "10.0.0.1" });
    visit(scheduler, "c.d3.test", 5100, "10.0.0.1");
    visit(scheduler, "b.d2.test", 6000, "10.0.0.1");
  });

  it("have the turn of one that finds its address shut when their domain opens", () => {
    const scheduler = new Scheduler<string>({ ...withoutDelay, domainDelay: 100, addressDelay: 1000 });
    const put = (...hosts: string[]) => {
      for (const host of hosts) scheduler.put(host, "1");
    };
    put("b.x.test", "f.y.test");
    visit(scheduler, "b.x.test", 0, "10.0.0.1");
    visit(scheduler, "f.y.test", 0, "10.0.0.1");
    put("a.x.test", "b.x.test", "c.x.test");
    // b and c wait for the domain
    expect([scheduler.next(5000)?.host, scheduler.next(5000)]).toEqual(["a.x.test", undefined]);
    put("f.y.test");
    visit(scheduler, "f.y.test", 5000, "10.0.0.1"); // shuts the address of b until 6000
    scheduler.done("a.x.test", { now: 5000, kind: "answered" });
    visit(scheduler, "c.x.test", 5100);
    visit(scheduler, "b.x.test", 6000, "10.0.0.1");
  });

  it("that moves to another address stands behind that one", () => {
    const scheduler = new Scheduler<string>({ ...withoutDelay, addressDelay: 1000 });
    for (const host of ["a.test", "b.test"]) for (let i = 0; i < 3; i++) scheduler.put(host, "1");
    visit(scheduler, "a.test", 0, "10.0.0.1");
    visit(scheduler, "b.test", 0, "10.0.0.2");
    visit(scheduler, "a.test", 1000, "10.0.0.2");
    expect([scheduler.next(1000), scheduler.readyAt(1000)]).toEqual([undefined, 2000]);
    visit(scheduler, "a.test", 2000, "10.0.0.2");
    expect(scheduler.next(2999)).toBeUndefined();
    visit(scheduler, "b.test", 3000, "10.0.0.2");
  });
});
