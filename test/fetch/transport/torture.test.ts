import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isFetchProblem } from "../../../src/fetch/fetched.js";
import { type CountingTransport, openTransport } from "../../../src/fetch/transport.js";
import { startTorture, TORTURES, type Torture } from "../../fixture/torture/torture.js";
import { endsByTime, TORTURE_LIMITS } from "../../fixture/torture/torture-case.js";

const MEGABYTE = 1 << 20;
const held = () => {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

describe("the transport, tortured", () => {
  let torture: Torture;
  let transport: CountingTransport;
  let patient: CountingTransport;
  let untilBody: CountingTransport;
  const closed = () => Promise.all([transport, patient, untilBody].map((each) => each.close()));
  const endings = new Map<string, object>();
  const samples: number[] = [];

  beforeAll(async () => {
    torture = await startTorture();
    const { resolve, ca } = torture;
    const options = { userAgent: "torture (+http://torture.example/)", ...TORTURE_LIMITS, resolve, ca };
    transport = openTransport(options);
    // so that what must not end by time does not on a busy machine, nor a body before it began
    patient = openTransport({ ...options, timeouts: {} });
    const { body, total } = TORTURE_LIMITS.timeouts;
    untilBody = openTransport({ ...options, timeouts: { body, total } });
    const transportFor = ({ expect }: (typeof torture.cases)[number]) => {
      if (!endsByTime(expect)) return patient;
      return "fault" in expect ? transport : untilBody;
    };
    const before = held();
    const watch = setInterval(() => samples.push(held() - before), 10);
    const queue = [...torture.cases];
    await Promise.all(
      Array.from({ length: 32 }, async () => {
        for (let next = queue.shift(); next; next = queue.shift()) {
          endings.set(next.name, await transportFor(next).fetch({ url: next.url }).then(ended, failed));
        }
      }),
    );
    clearInterval(watch);
  });
  afterAll(async () => {
    await closed();
    await torture.close();
  });

  for (const { name, expect: ending } of TORTURES) {
    it(`ends ${name} as ${JSON.stringify(ending)}`, () => expect(endings.get(name)).toMatchObject(ending));
  }

  it("holds less than 64 MB more than before at any time, though the servers have no end of data", () => {
    expect(samples.length).toBeGreaterThan(10);
    expect(Math.max(...samples)).toBeLessThan(64 * MEGABYTE);
  });

  it("asks a second time only where the first answer broke HTTP, and once", () => {
    for (const { name, url } of torture.cases) {
      if (!url.includes(name)) continue;
      const { lenient, fault } = endings.get(name) as { lenient?: boolean; fault?: string };
      const count = torture.requests.get(name) ?? 0;
      if (fault === undefined) expect([name, count]).toEqual([name, lenient ? 2 : 1]);
      else expect([name, count <= 2]).toEqual([name, true]);
    }
  });

  it("leaves no connection open after close()", async () => {
    await closed();
    expect([transport, patient, untilBody].map((each) => each.counts().connections)).toEqual([0, 0, 0]);
    await expect.poll(() => torture.connections()).toBe(0);
  });
});

const ended = ({ status, truncated, lenient, body }: Awaited<ReturnType<CountingTransport["fetch"]>>) => ({
  status,
  ...(truncated && { truncated }),
  ...(lenient && { lenient }),
  bytes: body.length,
});

function failed(error: unknown): object {
  if (!isFetchProblem(error)) throw error;
  return { fault: error.facts.fault, message: error.message };
}
