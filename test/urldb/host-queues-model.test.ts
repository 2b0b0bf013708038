import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HostQueues } from "../../src/urldb/host-queues.js";

/** The same by lists that are searched: a second implementation, as plain as it gets. */
class PlainQueues {
  items: { host: string; item: number; number: number }[] = [];
  inUse = new Set<string>();
  allowed = new Map<string, number>();
  taken = new Map<string, number>();
  number = 0;

  of = (host: string) => this.items.filter((each) => each.host === host);
  isFree = (host: string) => !this.inUse.has(host) && !this.allowed.has(host);
  ready = () => [...new Set(this.items.map(({ host }) => host))].filter(this.isFree);

  tick(now: number) {
    for (const [host, time] of this.allowed) {
      if (time > now || this.inUse.has(host)) continue;
      this.allowed.delete(host);
      if (this.of(host).length === 0) this.taken.delete(host); // forgotten
    }
  }
  put(host: string, item: number) {
    this.items.push({ host, item, number: this.number++ });
  }
  putFirst(host: string, item: number) {
    const own = this.of(host);
    const number = this.taken.get(host) ?? own[0]?.number ?? this.number++;
    this.items.splice(own.length === 0 ? this.items.length : this.items.indexOf(own[0]), 0, { host, item, number });
  }
  putBehind(host: string, item: number, others: number) {
    const before = this.of(host).slice(0, others).at(-1);
    if (before === undefined) return this.putFirst(host, item);
    this.items.splice(this.items.indexOf(before) + 1, 0, { host, item, number: before.number });
  }
  claim() {
    const free = this.items.filter(({ host }) => this.isFree(host));
    const firsts = free.filter((each) => this.of(each.host)[0] === each);
    const host = firsts.sort((a, b) => a.number - b.number)[0]?.host;
    if (host !== undefined) this.inUse.add(host);
    return host;
  }
  take(host: string, others = 0) {
    const taken = this.of(host)[others];
    this.items.splice(this.items.indexOf(taken), 1);
    if (others === 0) this.taken.set(host, taken.number);
    return taken.item;
  }
  drop(host: string) {
    const dropped = this.of(host);
    this.items = this.items.filter((each) => each.host !== host);
    if (dropped.length > 0 && this.isFree(host)) this.taken.delete(host); // forgotten at the next tick
    return dropped.map(({ item }) => item);
  }
  hold(host: string, until: number) {
    if (this.inUse.has(host)) return false;
    this.allowed.set(host, Math.max(until, this.allowed.get(host) ?? -Infinity));
    return true;
  }
  done(host: string, time: number) {
    this.inUse.delete(host);
    this.allowed.set(host, time);
  }
}

describe("all that host queues can do", () => {
  it("agrees with plain lists, in whatever order it is done", () => {
    const names = [
      "put",
      "put",
      "putFirst",
      "putBehind",
      "next",
      "next",
      "claim",
      "done",
      "done",
      "drop",
      "hold",
    ] as const;
    const operation = fc.tuple(fc.constantFrom(...names), fc.nat(5), fc.nat(40));
    const seen = { handedOut: 0, putBack: 0, fromBehind: 0, dropped: 0, held: 0 };
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 150, size: "max" }), (operations) => {
        const queues = new HostQueues<number>();
        const plain = new PlainQueues();
        let now = 0;
        for (const [i, [name, which, time]] of operations.entries()) {
          const host = `h${which}`;
          now += time;
          plain.tick(now);
          expect(queues.readyHosts(now)).toBe(plain.ready().length);
          if (name === "put") {
            queues.put(host, i);
            plain.put(host, i);
          } else if (name === "putFirst") {
            queues.putFirst(host, i);
            plain.putFirst(host, i);
            seen.putBack++;
          } else if (name === "putBehind") {
            queues.putBehind(host, i, time % 4);
            plain.putBehind(host, i, time % 4);
          } else if (name === "next" || name === "claim") {
            const claimed = plain.claim();
            expect(queues.claim(now)).toBe(claimed);
            if (claimed === undefined) continue;
            expect([queues.first(claimed), queues.numberOf(claimed)]).toEqual([
              plain.of(claimed)[0].item,
              plain.of(claimed)[0].number,
            ]);
            const others = time % plain.of(claimed).length;
            if (name === "next") expect(queues.takeBehind(claimed, others)).toBe(plain.take(claimed, others));
            seen.fromBehind += others;
            seen.handedOut++;
          } else if (name === "done") {
            const [inUse] = plain.inUse;
            if (inUse === undefined) continue;
            queues.done(inUse, now + time);
            plain.done(inUse, now + time);
          } else if (name === "drop") {
            const dropped = plain.drop(host);
            expect(queues.drop(host)).toEqual(dropped);
            seen.dropped += dropped.length;
          } else {
            const isHeld = plain.hold(host, now + time);
            expect(queues.hold(host, now + time)).toBe(isHeld);
            if (isHeld) seen.held++;
          }
          expect([queues.size, queues.sizeOf(host)]).toEqual([plain.items.length, plain.of(host).length]);
          expect([...queues.all()].filter((each) => each.host === host).map(({ item }) => item)).toEqual(
            plain.of(host).map(({ item }) => item),
          );
        }
      }),
      { numRuns: 150 },
    );
    for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(50);
  });
});
