import { describe, expect, it } from "vitest";
import {
  type Announcement,
  fromBytes,
  HELLO,
  ROLL,
  SWEEPS,
  toBytes,
  topicsOf,
} from "../../../src/cluster/jobs/protocol.js";
import { software } from "../../../src/cluster/jobs/software.js";
import { type WorkNews, type WorkOptions, work } from "../../../src/cluster/jobs/worker.js";
import { inMemoryEngine } from "../in-memory-engine.js";

/** A worker, and another who hears and speaks on its engine. */
function working(options: WorkOptions) {
  const server = inMemoryEngine();
  const [engine, other] = [server.open("sweeps"), server.open("sweeps")];
  const news: WorkNews[] = [];
  const stop = new AbortController();
  const begin = () => work(engine, { signal: stop.signal, onNews: (each) => news.push(each), ...options });
  return { engine, other, news, stop, begin };
}

/** All that goes through the engine is a microtask. */
const turn = () => new Promise(setImmediate);

describe("a worker", () => {
  it.each([
    [1, "1 job at a time"],
    [2, "2 jobs at a time"],
  ])("of %i threads says where it listens, is told of by its card, and ends when told", async (threads, words) => {
    const { engine, other, news, stop, begin } = working({ threads });
    const hello: object[] = [];
    await other.listen(HELLO, (body) => void hello.push(fromBytes(body)));
    const ended = begin();
    await turn();
    const [card] = (await other.ask(ROLL, new Uint8Array(), { within: 1_000, most: 1 })).map(
      fromBytes<{ worker: string }>,
    );
    expect(card).toMatchObject({ threads, software: software() });
    expect(hello).toEqual([card]);
    expect(news).toEqual([{ kind: "listens", text: `${card.worker} listens at ${engine.address}, ${words}` }]);
    stop.abort();
    await ended;
    expect(await other.ask(ROLL, new Uint8Array(), { within: 1_000, most: 1 })).toEqual([]);
  });

  it("does nothing where it is told to end before it begins", async () => {
    const { news, stop, begin } = working({ threads: 1 });
    stop.abort();
    await begin();
    expect(news).toEqual([]);
  });

  it("refuses a number of jobs that is none", () => {
    for (const threads of [0, 1.5, -1]) {
      const { begin } = working({ threads });
      expect(begin).toThrow(`threads is a number of jobs at a time, 1 or more; found ${threads}`);
    }
  });

  it("says once that it cannot help with a sweep of another software, and lets its client know", async () => {
    const { other, news, stop, begin } = working({ threads: 1 });
    const asked: object[] = [];
    await other.listen(topicsOf("s").take, (body) => {
      asked.push(fromBytes(body));
      return toBytes({ kind: "wait" });
    });
    const ended = begin();
    await turn();
    const another = { ...software(), code: "another" };
    const sweep = { sweep: "s", name: "web", software: another, waiting: 1, over: false } as Partial<Announcement>;
    for (let time = 0; time < 2; time++) {
      other.tell(SWEEPS, toBytes(sweep));
      await turn();
    }
    expect(news.slice(1)).toEqual([
      {
        kind: "refused",
        sweep: "web",
        text: expect.stringMatching(/^web: cannot help: the sweep needs .*code another/),
      },
    ]);
    expect(asked).toEqual([expect.objectContaining({ slot: 0, software: software() })]);
    stop.abort();
    await ended;
  });
});
