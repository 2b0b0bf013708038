import { describe, expect, it } from "vitest";
import { Random } from "../../src/base/random.js";
import type { Engine } from "../../src/cluster/engine.js";
import { again, answerRest, isAllQuiet, type Rest } from "../../src/cluster/quiet.js";
import { FakeClock } from "../fetch/fake-clock.js";
import { inMemoryEngine } from "./in-memory-engine.js";

const encoded = (rest: Partial<Rest>) =>
  Buffer.from(JSON.stringify({ name: "a", run: "run", activity: 3, serial: 1, isIdle: true, ...rest }));

/** Processes that send one another messages: each of them leads to up to three more, until so many were sent in all. */
class Crowd {
  readonly clock = new FakeClock();
  readonly server;
  readonly names: string[];
  /** Messages on their way, or being worked on, as one who sees everything knows. */
  open = 0;
  sent = 0;
  readonly #random: Random;
  readonly #mostSent: number;
  readonly #states: { activity: number; busy: number }[];

  constructor(seed: number) {
    this.#random = new Random(seed);
    const random = this.#random;
    const { clock } = this;
    this.server = inMemoryEngine({
      now: () => clock.now(),
      later: (work) => clock.after(random.below(4) === 0 ? random.below(30) : 0, work),
    });
    this.names = Array.from({ length: 2 + random.below(4) }, (_, at) => `p${at}`);
    this.#mostSent = 1 + random.below(60);
    this.#states = this.names.map(() => ({ activity: 0, busy: 0 }));
  }

  after(milliseconds: number): Promise<void> {
    return new Promise((resolve) => this.clock.after(milliseconds, resolve));
  }

  async begin(): Promise<void> {
    for (const [at, name] of this.names.entries()) {
      const engine = this.server.open("crowd");
      const state = this.#states[at];
      await answerRest(engine, () => ({
        name,
        run: "run",
        activity: state.activity,
        serial: 1,
        isIdle: state.busy === 0,
      }));
      await engine.take(`parts.${at}`, async (message) => {
        state.activity++;
        state.busy++;
        await this.#work(engine, at);
        await message.done();
        state.busy--;
        this.open--;
      });
      if (at === 0) this.#send(engine, at);
    }
  }

  async #work(engine: Engine, at: number): Promise<void> {
    await this.after(this.#random.below(100));
    for (let more = this.#random.below(4); more > 0 && this.sent < this.#mostSent; more--) this.#send(engine, at);
    await this.after(this.#random.below(20));
  }

  /** As an outbox does: not idle until the engine has it. */
  #send(engine: Engine, at: number): void {
    const state = this.#states[at];
    this.open++;
    state.activity++;
    state.busy++;
    const to = this.#random.below(this.names.length);
    void engine.put(`parts.${to}`, new Uint8Array(1), `id${this.sent++}`).then(() => {
      state.busy--;
    });
  }
}

describe("a look at whether all processes are quiet", () => {
  it("never says so while a message is under way or a process works, and says so soon after", async () => {
    for (let seed = 1; seed <= 25; seed++) {
      const crowd = new Crowd(seed);
      const { clock, names } = crowd;
      await clock.run(crowd.begin());
      const looker = crowd.server.open("crowd");
      let looksAfter = 0;
      const look = async () => {
        for (;;) {
          if (crowd.open === 0) looksAfter++;
          if (await isAllQuiet(looker, names)) return;
          await crowd.after(5);
        }
      };
      await clock.run(look());
      expect(crowd.open, `seed ${seed}: ${crowd.sent} messages`).toBe(0);
      expect(looksAfter, `seed ${seed}: looks in vain`).toBeLessThan(200); // an answer that comes late costs a look
    }
  });

  it("says no while one does not answer, never did, or is cut off", async () => {
    const server = inMemoryEngine();
    const engine = server.open("crowd");
    await answerRest(engine, () => ({ name: "a", run: "run", activity: 3, serial: 1, isIdle: true }));
    expect(await isAllQuiet(engine, ["a"])).toBe(true);
    expect(await isAllQuiet(engine, ["a", "b"])).toBe(false);
    const other = server.open("crowd");
    await answerRest(other, () => ({ name: "b", run: "run", activity: 0, serial: 1, isIdle: true }));
    expect(await isAllQuiet(engine, ["a", "b"])).toBe(true);
    other.disconnect();
    expect(await isAllQuiet(engine, ["a", "b"])).toBe(false);
    other.reconnect();
    expect(await isAllQuiet(engine, ["a", "b"])).toBe(true);
  });

  it("does not ask those that are no longer of the crawl", async () => {
    const server = inMemoryEngine();
    const [engine, stranger] = [server.open("crowd"), server.open("crowd")];
    await answerRest(engine, () => ({ name: "a", run: "run", activity: 3, serial: 1, isIdle: true }));
    await answerRest(stranger, () => ({ name: "x", run: "run", activity: 3, serial: 1, isIdle: false }));
    expect(await isAllQuiet(engine, ["a"])).toBe(true);
  });

  it("says no when one did something between the two questions, or was started anew, or works", async () => {
    const changes: readonly ((question: number) => Partial<Rest>)[] = [
      (question) => ({ activity: question }),
      (question) => ({ run: `run ${question}` }),
      (question) => ({ isIdle: question === 1 }),
      (question) => ({ isIdle: question !== 1 }),
    ];
    for (const change of changes) {
      const engine = inMemoryEngine().open("crowd");
      let question = 0;
      await engine.listen("rest", () => encoded(change(++question)));
      expect(await isAllQuiet(engine, ["a"]), String(change)).toBe(false);
    }
  });

  it("says no while URLs wait for a part, whoever is to take them; messages of hand-overs do not count", async () => {
    const engine = inMemoryEngine().open("crowd");
    await answerRest(engine, () => ({ name: "a", run: "run", activity: 3, serial: 1, isIdle: true }));
    await engine.put("moves.1.2", new Uint8Array(1), "move");
    expect(await isAllQuiet(engine, ["a"])).toBe(true);
    await engine.put("parts.9", new Uint8Array(1), "found");
    expect(await isAllQuiet(engine, ["a"])).toBe(false);
  });
});

describe("work that is done again and again", () => {
  it("comes each time so long after the last has ended, and no more once it is ended", async () => {
    const clock = new FakeClock();
    const wait = (ms: number) => new Promise<void>((resolve) => clock.after(ms, resolve));
    const begun = clock.now();
    const times: number[] = [];
    const end = again(clock, 1_000, async () => {
      times.push(clock.now() - begun);
      await wait(300);
    });
    await clock.run(wait(3_700));
    expect(times).toEqual([1_000, 2_300, 3_600]);
    end(); // while it works
    await clock.run(wait(4_000));
    expect(times.length).toBe(3);
  });
});
