import { hostOf } from "../../url/host.js";
import { openUrlDatabase, type UrlDatabase } from "../../urldb/database.js";
import { inMemory } from "../../urldb/engine/in-memory.js";
import { DoroszLoad } from "../../urldb/load.js";
import type { UrlDatabaseSettings } from "../../urldb/settings.js";

/** Milliseconds: T_cnf and r(K) of the scenes below. */
const TIMEOUT = 1_000;
const RECRAWL = 100_000;

/** What a scene showed: for each thing that has to hold, whether it does. */
export type Scene = Readonly<Record<string, boolean>>;

async function within<T>(settings: UrlDatabaseSettings, scene: (database: UrlDatabase) => Promise<T>): Promise<T> {
  const database = await openUrlDatabase("", { ...settings, engine: inMemory });
  try {
    return await scene(database);
  } finally {
    await database.close();
  }
}

const urls = (taken: readonly { readonly url: string }[]) => taken.map(({ url }) => url);
const [a, b] = ["http://a.example/", "http://b.example/"];

/** Sections 2.4 and 2.3: depth, then priority, "0000" first. */
export const inOrder = (): Promise<Scene> =>
  within({}, async (database) => {
    await database.add([{ url: a, priority: 5 }]);
    await database.add([
      { url: `${a}deep`, from: a, priority: 0 },
      { url: b, priority: 1 },
    ]);
    const order = urls(await database.take(3, 0));
    return {
      "a low depth comes before a high priority": order[2] === `${a}deep`,
      "the smaller number comes first": order[0] === b && order[1] === a,
    };
  });

/** Section 2.3: 1 in a new domain, one more in the same; not added beyond the limit. */
export const byDepth = (): Promise<Scene> =>
  within({ depthLimit: 2 }, async (database) => {
    await database.add(a);
    const { tooDeep } = await database.add([
      { url: `${a}1`, from: a },
      { url: `${a}2`, from: `${a}1` },
      { url: b, from: `${a}1` },
    ]);
    return {
      "a start page has depth 1": (await database.get(a))?.depth === 1,
      "a page of the same domain is one deeper": (await database.get(`${a}1`))?.depth === 2,
      "a page of another domain has depth 1": (await database.get(b))?.depth === 1,
      "one beyond the limit is not added": tooDeep === 1,
    };
  });

/** Section 2.6: what is not confirmed in time comes back, what is confirmed does not. */
export const guaranteed = (): Promise<Scene> =>
  within({ confirmTimeout: TIMEOUT }, async (database) => {
    await database.add([a, b]);
    await database.take(2, 0);
    await database.confirm(a, 1);
    return {
      "nothing comes back before the time-out": (await database.take(2, TIMEOUT - 1)).length === 0,
      "what was not confirmed comes back": urls(await database.take(2, TIMEOUT)).join() === b,
      "what was confirmed does not": (await database.take(2, 10 * TIMEOUT)).every(({ url }) => url !== a),
    };
  });

/**
 * Section 2.7, steps 8 to 11; the trap is step 9: V is False while the URL waits in Q_c, so that step 5 lets it through
 * when it fires.
 */
export const recrawled = (): Promise<Scene> =>
  within({ confirmTimeout: TIMEOUT, recrawlAfter: () => RECRAWL }, async (database) => {
    await database.add(a);
    await database.take(1, 0);
    await database.confirm(a, 1);
    const checked = await database.tick(TIMEOUT); // steps 5, 8 to 11
    const waiting = await database.get(a);
    const early = await database.take(1, TIMEOUT + RECRAWL - 1);
    const due = await database.tick(TIMEOUT + RECRAWL); // steps 5 and 6
    return {
      "step 8 lets r(K) > 0 through, and steps 10 and 11 schedule it": checked.rescheduled === 1,
      "step 9 sets V back to False while it waits": waiting?.visited === false,
      "it is not handed out while it waits": early.length === 0,
      "when r(K) has passed, step 5 finds False and step 6 puts it back": due.returned === 1,
      "it is handed out again": urls(await database.take(1, TIMEOUT + RECRAWL)).join() === a,
    };
  });

/** A URL that was taken twice by time-out, and confirmed by both who took it. */
export const takenTwice = (asPrinted: boolean): Promise<Scene> =>
  within({ confirmTimeout: TIMEOUT, recrawlAfter: () => RECRAWL, asPrinted }, async (database) => {
    await database.add(a);
    await database.take(1, 0);
    await database.take(1, TIMEOUT); // the time is out: taken again
    await database.confirm(a, TIMEOUT + 1); // the slow first fetch
    await database.tick(2 * TIMEOUT); // V is set back, a waits for its re-crawl
    const { already } = await database.confirm(a, 2 * TIMEOUT + 1); // the second fetch
    const due = await database.tick(2 * TIMEOUT + RECRAWL);
    return {
      "the second confirmation is known for one": already === 1,
      "the re-crawl comes when it is due": due.returned === 1,
    };
  });

/** Hands out a whole load, and looks at who follows whom. */
export async function neighboursOf(
  count: number,
  domains: number,
  seed: number,
): Promise<{ readonly neighbours: number; readonly byChance: number }> {
  return within({}, async (database) => {
    await database.add(new DoroszLoad(seed, domains).next(count));
    const hosts = urls(await database.take(count, 0)).map(hostOf);
    const sizes = new Map<string, number>();
    for (const host of hosts) sizes.set(host, (sizes.get(host) ?? 0) + 1);
    const same = hosts.filter((host, at) => at > 0 && host === hosts[at - 1]).length;
    const pairs = [...sizes.values()].reduce((sum, size) => sum + size * (size - 1), 0);
    return { neighbours: same / (hosts.length - 1), byChance: pairs / (hosts.length * (hosts.length - 1)) };
  });
}
