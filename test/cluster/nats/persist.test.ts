import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { problem } from "../../../src/base/error.js";
import type { Link } from "../../../src/cluster/nats/link.js";
import { hasCode, ifMissing, isUnheard, longer, persist } from "../../../src/cluster/nats/persist.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A link that stands. */
const linkOf = (more: Partial<Link> = {}): Link =>
  ({
    address: "nats://h:4222",
    closed: false,
    connected: true,
    failing: new Map<object, number>(),
    up: async () => {},
    attempt: <T>(work: () => Promise<T>) => work(),
    closedError: () => problem.closed`closed`,
    ...more,
  }) as unknown as Link;

const errorOf = (name: string, more: object = {}) => Object.assign(new Error(`by ${name}`), { name, ...more });
const ofServer = (code: number, status = 400) => errorOf("JetStreamApiError", { code, status });

/** Work that fails so many times with an error, and how often it was tried. */
function failing(error: Error, times = 1) {
  const done: string[] = [];
  const work = async () => {
    if (done.push("work") <= times) throw error;
    return "answer";
  };
  return { done, work };
}

/** What comes of it, whatever it waits. */
async function ended<T>(asked: Promise<T>): Promise<T | Error> {
  const found = asked.catch((error: Error) => error);
  await vi.advanceTimersByTimeAsync(60_000);
  return found;
}

describe("what is asked again", () => {
  // numbers by nats-server's errors.json
  it.each([
    ["insufficient resources", 10023],
    ["storage resources exceeded", 10047],
    ["memory resources exceeded", 10028],
    ["maximum bytes exceeded", 10077],
    ["no suitable peers for placement", 10005],
    ["replicas > 1 not supported in non-clustered mode", 10074],
    ["stream name already in use with a different configuration", 10058],
    ["subjects overlap with an existing stream", 10065],
    ["consumer already exists", 10148],
    ["consumer name already in use", 10013],
    ["filtered consumer not unique on workqueue stream", 10100],
    ["stream is offline", 10118],
    ["consumer is offline", 10119],
  ])("is what fails by %s", async (_, code) => {
    const { done, work } = failing(ofServer(code), 2);
    expect(await ended(persist(linkOf(), work))).toBe("answer");
    expect(done).toHaveLength(3);
  });

  it.each([
    ["a server that is unavailable", ofServer(1, 503)],
    ["a question without an answer in time", errorOf("TimeoutError")],
    ["a server that just starts", errorOf("JetStreamNotEnabled")],
    ["a connection that breaks", errorOf("ConnectionError")],
    ["a connection that was closed", errorOf("ClosedConnectionError")],
    ["a request that nobody takes", errorOf("RequestError", { isNoResponders: () => true })],
  ])("is what fails by %s", async (_, error) => {
    expect(await ended(persist(linkOf(), failing(error).work))).toBe("answer");
  });

  it("waits twice as long after each attempt, up to two seconds", async () => {
    expect([0, 1, 2, 5, 6, 60].map(longer)).toEqual([50, 100, 200, 1_600, 2_000, 2_000]);
    const { done, work } = failing(errorOf("TimeoutError"), 3);
    const asked = persist(linkOf(), work);
    const tried: number[] = [];
    for (const milliseconds of [0, 49, 1, 99, 1, 199, 1]) {
      await vi.advanceTimersByTimeAsync(milliseconds);
      tried.push(done.length);
    }
    expect(tried).toEqual([1, 1, 2, 2, 3, 3, 4]);
    expect(await asked).toBe("answer");
  });

  it("is mended first where something is missing or unheard, and where there is a way to", async () => {
    for (const error of [ofServer(10059, 404), ofServer(10014, 404), errorOf("JetStreamNotEnabled")]) {
      const { done, work } = failing(error);
      const mend = async () => void done.push("mend");
      expect(await ended(persist(linkOf(), work, mend))).toBe("answer");
      expect(done).toEqual(["work", "mend", "work"]);
    }
    const { done, work } = failing(errorOf("TimeoutError"));
    expect(await ended(persist(linkOf(), work, async () => void done.push("mend")))).toBe("answer");
    expect(done).toEqual(["work", "work"]);
  });
});

describe("what is not asked again", () => {
  it("is an answer that says what another attempt will not change, or that something is missing", async () => {
    for (const code of [10078, 10059, 10014]) {
      const { done, work } = failing(ofServer(code));
      expect(await ended(persist(linkOf(), work))).toMatchObject({
        code: "failed",
        message: expect.stringContaining("nats://h:4222 answers: "),
      });
      expect(done).toEqual(["work"]);
    }
  });

  it("is what the user may not do, told with the way that is closed", async () => {
    const refused = (operation: string) =>
      errorOf("RequestError", { cause: { name: "PermissionViolationError", operation, subject: "x.y" } });
    for (const [operation, what] of [
      ["publish", "send to x.y"],
      ["subscription", "listen to x.y"],
    ])
      expect(await ended(persist(linkOf(), failing(refused(operation)).work))).toMatchObject({
        code: "refused",
        message: expect.stringContaining(`nats://h:4222 does not let this user ${what}: allow "crawlbench.>"`),
      });
  });

  it("is a problem that is told already, and anything once the link is closed", async () => {
    const told = problem.unsuitable`too few`;
    expect(await ended(persist(linkOf(), failing(told).work))).toBe(told);
    const closed = linkOf({ closed: true } as Partial<Link>);
    expect(await ended(persist(closed, failing(errorOf("TimeoutError")).work))).toMatchObject({ code: "closed" });
  });
});

describe("what is asked in vain", () => {
  it("is known by when that began, as long as it lasts, of an engine that is there and not full", async () => {
    const began = performance.now();
    const note = async (error: Error, more: Partial<Link> = {}) => {
      const link = linkOf(more);
      const asked = persist(link, failing(error, 2).work);
      await vi.advanceTimersByTimeAsync(60); // two attempts of three
      const noted = [...link.failing.values()];
      expect(await ended(asked)).toBe("answer");
      expect(link.failing.size).toBe(0);
      return noted;
    };
    expect(await note(errorOf("TimeoutError"))).toEqual([began]);
    expect(await note(ofServer(10077))).toEqual([]);
    expect(await note(errorOf("TimeoutError"), { connected: false })).toEqual([]);
  });
});

describe("an error of the client", () => {
  it("is nothing where what was asked for is missing, and thrown else", () => {
    expect([10059, 10014].map((code) => ifMissing(ofServer(code)))).toEqual([undefined, undefined]);
    expect(() => ifMissing(ofServer(10005))).toThrow("by JetStreamApiError");
    expect([hasCode(ofServer(10005), [10005]), hasCode(errorOf("TimeoutError"), [10005])]).toEqual([true, false]);
  });

  it("is of nobody who listens by its name, or where no one responded", () => {
    const errors = [
      errorOf("JetStreamNotEnabled"),
      errorOf("RequestError", { isNoResponders: () => true }),
      errorOf("RequestError", { isNoResponders: () => false }),
      errorOf("TimeoutError"),
    ];
    expect(errors.map(isUnheard)).toEqual([true, true, false, false]);
  });
});
