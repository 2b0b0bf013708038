import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, byEnding } from "../../../src/fetch/fetched.js";
import { type CountingTransport, openTransport } from "../../../src/fetch/transport.js";
import { watchMemory } from "../../fixture/memory.js";
import { type Place, type RunningCase, startTorture, TORTURES, type Torture } from "../../fixture/torture/torture.js";
import { type Ending, endsByTime, TORTURE_LIMITS } from "../../fixture/torture/torture-case.js";

const LIMIT = 32 << 20;

const { connect, headers, body, total } = TORTURE_LIMITS.timeouts;

/** Time limits of transports: each has those that its cases end by, so that on a busy machine no other ends them. */
const LIMITS = { none: {}, connect: { connect }, headers: { headers }, body: { body, total } };

function limitOf(ending: Ending): keyof typeof LIMITS {
  if (!endsByTime(ending)) return "none";
  if (!("fault" in ending)) return "body";
  return ending.fault === "connect-timeout" ? "connect" : "headers";
}

describe("the transport, tortured", () => {
  let torture: Torture;
  const transports = new Map<keyof typeof LIMITS, CountingTransport>();
  const closed = () => Promise.all([...transports.values()].map((each) => each.close()));
  const endings = new Map<string, object>();
  const elsewhere = new Map<Place, readonly (readonly [RunningCase, object])[]>();
  let held: readonly number[];
  let asked: ReadonlyMap<string, number>;
  /** Cases that a busy machine had no time for. */
  const again = new Map<string, number>();

  /** @param before asked for first on each connection */
  async function askAll(cases: readonly RunningCase[], before?: string): Promise<[RunningCase, object][]> {
    const queue = [...cases];
    const found: [RunningCase, object][] = [];
    const workers = Array.from({ length: 32 }, async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const limit = limitOf(next.expect);
        const by = transports.get(limit) as CountingTransport;
        let answer: Ending;
        let tries = 0;
        do {
          if (before) await by.fetch({ url: new URL(before, next.url).href });
          answer = ended(await by.fetch({ url: next.url })) as Ending;
        } while (limit === "body" && "fault" in answer && endsByTime(answer) && ++tries < 3); // the head had not come when time was up
        again.set(next.name, tries);
        found.push([next, answer]);
      }
    });
    await Promise.all(workers);
    return found;
  }

  beforeAll(async () => {
    torture = await startTorture();
    const { resolve, ca } = torture;
    const options = { userAgent: "torture (+http://torture.example/)", ...TORTURE_LIMITS, resolve, ca };
    for (const limit of Object.keys(LIMITS) as (keyof typeof LIMITS)[])
      transports.set(limit, openTransport({ ...options, timeouts: LIMITS[limit] }));
    const endWatch = watchMemory(LIMIT, 10);
    for (const [{ name }, ending] of await askAll(torture.cases)) endings.set(name, ending);
    asked = new Map([...torture.requests].map(([name, count]) => [name, count - (again.get(name) ?? 0)]));
    const places = [["redirect"], ["tls"], ["second", "/first"]] as const;
    for (const [place, first] of places) elsewhere.set(place, await askAll(torture.at(place), first));
    held = endWatch();
  });
  afterAll(async () => {
    await closed();
    await torture.close();
  });

  for (const { name, expect: ending } of TORTURES) {
    it(`ends ${name} as ${JSON.stringify(ending)}`, () => expect(endings.get(name)).toMatchObject(ending));
  }

  for (const place of ["tls", "second"] as const)
    it(`ends each of them the same way where it is met as ${place}`, () => {
      const found = elsewhere.get(place) ?? [];
      expect(found.length).toBeGreaterThan(130);
      for (const [{ name, expect: ending }, answer] of found)
        expect({ name, ...answer }).toMatchObject({ name, ...ending });
    });

  it("ends each of them the same way where it is met in a redirect", () => {
    const found = elsewhere.get("redirect") ?? [];
    const statuses = found.map(([, answer]) => (answer as { status?: number }).status);
    expect(statuses.filter((status) => status === 302).length).toBeGreaterThan(90);
    for (const [{ name, expect: ending }, answer] of found) {
      const turned = { ...ending, ...((answer as { status?: number }).status === 302 && { status: 302 }) };
      expect({ name, ...answer }).toMatchObject({ name, ...turned });
    }
  });

  it("asks for the second page of a connection anew where the server had closed it", () => {
    const stale = [...transports.values()].reduce((sum, each) => sum + each.counts().stale, 0);
    expect(stale).toBeGreaterThanOrEqual(2); // close-after-request, reset-after-request
  });

  it("holds less than 32 MB more than before at any time, though the servers have no end of data", () => {
    expect(held.length).toBeGreaterThan(10);
    expect(Math.max(...held)).toBeLessThan(LIMIT);
  });

  it("asks a second time only where the first answer broke HTTP, and once", () => {
    for (const { name, url } of torture.cases) {
      if (!url.includes(name)) continue;
      const { lenient, fault } = endings.get(name) as { lenient?: boolean; fault?: string };
      const count = asked.get(name) ?? 0;
      if (fault === undefined) expect([name, count]).toEqual([name, lenient ? 2 : 1]);
      else expect([name, count <= 2]).toEqual([name, true]);
    }
  });

  it("leaves no connection open after close()", async () => {
    await closed();
    expect([...transports.values()].map((each) => each.counts().connections)).toEqual([0, 0, 0, 0]);
    await expect.poll(() => torture.connections()).toBe(0);
  });
});

const ended = (answer: Answer): object =>
  byEnding<object>(answer, {
    whole: ({ status, lenient, body }) => ({ status, ...(lenient && { lenient }), bytes: body.length }),
    cut: ({ status, by, lenient, body }) => ({
      status,
      truncated: by,
      ...(lenient && { lenient }),
      bytes: body.length,
    }),
    failed: ({ fault, message }) => ({ fault, message }),
  });
