import { describe, expect, it } from "vitest";
import { type NameServer, openResolver } from "../../../src/fetch/resolve.js";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

type Zone = Readonly<
  Record<string, { a?: [string, number][]; aaaa?: [string, number][]; hosts?: string[]; code?: string }>
>;

/** Answers from a table, and notes what it was asked. */
function stub(zone: Zone) {
  const asked: string[] = [];
  let cancelled = 0;
  const failure = (code: string) => Object.assign(new Error(code), { code });
  const answers = async (kind: "a" | "aaaa", host: string) => {
    asked.push(`${kind} ${host}`);
    const found = zone[host]?.[kind];
    if (!found) throw failure(zone[host]?.code ?? "ENOTFOUND");
    return found.map(([address, ttl]) => ({ address, ttl }));
  };
  const nameServer: NameServer = {
    resolve4: (host) => answers("a", host),
    resolve6: (host) => answers("aaaa", host),
    async lookup(host) {
      asked.push(`hosts ${host}`);
      const found = zone[host]?.hosts;
      if (!found) throw failure(zone[host]?.code ?? "ENOTFOUND");
      return found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    },
    cancel: () => void cancelled++,
  };
  return { nameServer, asked, cancelled: () => cancelled };
}

describe("the resolver", () => {
  it("asks for IPv6 only where there is no IPv4, and the operating system only for names that DNS does not know", async () => {
    const { nameServer, asked } = stub({
      "four.example": {
        a: [
          ["192.0.2.1", 300],
          ["192.0.2.2", 300],
        ],
        aaaa: [["2001:db8::1", 300]],
      },
      "six.example": { aaaa: [["2001:db8::1", 300]] },
      "printer.example": { hosts: ["10.0.0.9", "fe80::9"] },
    });
    const resolver = openResolver({ nameServer, now: () => 0 });
    expect(await resolver.resolve("four.example")).toEqual([
      { address: "192.0.2.1", family: 4 },
      { address: "192.0.2.2", family: 4 },
    ]);
    expect(await resolver.resolve("six.example")).toEqual([{ address: "2001:db8::1", family: 6 }]);
    expect(await resolver.resolve("printer.example")).toEqual([
      { address: "10.0.0.9", family: 4 },
      { address: "fe80::9", family: 6 },
    ]);
    expect(asked).toEqual([
      "a four.example",
      "a six.example",
      "aaaa six.example",
      "a printer.example",
      "aaaa printer.example",
      "hosts printer.example",
    ]);
    expect(resolver.queries).toBe(6);
  });

  it("leaves local names to the operating system", async () => {
    const names = ["localhost", "printer", "a.localhost", "printer.local"];
    const { nameServer, asked } = stub(Object.fromEntries(names.map((name) => [name, { hosts: ["127.0.0.1"] }])));
    const resolver = openResolver({ nameServer, now: () => 0 });
    for (const name of names) expect(await resolver.resolve(name)).toEqual([{ address: "127.0.0.1", family: 4 }]);
    expect(asked).toEqual(names.map((name) => `hosts ${name}`));
  });

  const lives: readonly [what: string, zone: Zone[string], life: number, questions: number][] = [
    ["an answer as long as its zone says", { a: [["192.0.2.1", 300]] }, 300 * SECOND, 1],
    [
      "the shortest of several lives",
      {
        a: [
          ["192.0.2.1", 900],
          ["192.0.2.2", 120],
        ],
      },
      120 * SECOND,
      1,
    ],
    ["an answer that is to live no time for a minute", { a: [["192.0.2.1", 0]] }, MINUTE, 1],
    ["an answer that is to live for days for six hours", { a: [["192.0.2.1", 172_800]] }, 6 * HOUR, 1],
    ["that a name does not exist for five minutes", {}, 5 * MINUTE, 3],
    ["that nobody answered for half a minute", { code: "ESERVFAIL" }, 30 * SECOND, 3],
    ["an entry of /etc/hosts for a minute", { hosts: ["10.0.0.9"] }, MINUTE, 3],
  ];
  for (const [what, entry, life, questions] of lives) {
    it(`remembers ${what}`, async () => {
      let now = 5;
      const { nameServer } = stub({ "x.example": entry });
      const resolver = openResolver({ nameServer, now: () => now });
      const ask = () => resolver.resolve("x.example").catch((error) => expect(error.facts.fault).toBe("dns"));
      await ask();
      expect(resolver.queries).toBe(questions);
      now += life - 1;
      await ask();
      expect(resolver.queries).toBe(questions);
      now += 1;
      await ask();
      expect(resolver.queries).toBe(2 * questions);
    });
  }

  it("asks once for equal names asked for at the same time", async () => {
    const { nameServer } = stub({ "x.example": { a: [["192.0.2.1", 60]] } });
    const resolver = openResolver({ nameServer, now: () => 0 });
    const all = await Promise.all(Array.from({ length: 50 }, () => resolver.resolve("x.example")));
    expect([resolver.queries, new Set(all).size]).toEqual([1, 1]);
  });

  it("forgets the oldest answer when it knows too many", async () => {
    const names = ["a", "b", "c"].map((name) => `${name}.example`);
    const { nameServer, asked } = stub(Object.fromEntries(names.map((name) => [name, { a: [["192.0.2.1", 999]] }])));
    const resolver = openResolver({ nameServer, now: () => 0, capacity: 2 });
    for (const name of [...names, "c.example", "b.example", "a.example"]) await resolver.resolve(name);
    expect(asked).toEqual(["a a.example", "a b.example", "a c.example", "a a.example"]);
  });

  it("names the host and what it was told when there is no address", async () => {
    const resolver = openResolver({ nameServer: stub({}).nameServer, now: () => 0 });
    await expect(resolver.resolve("no.example")).rejects.toMatchObject({
      facts: { fault: "dns" },
      message: "no.example: no address found (ENOTFOUND, ENOTFOUND, ENOTFOUND)",
    });
  });

  it("ends what is under way when it is closed", () => {
    const { nameServer, cancelled } = stub({});
    openResolver({ nameServer }).close();
    expect(cancelled()).toBe(1);
  });
});
