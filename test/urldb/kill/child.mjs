// Works on a URL database until it is killed: opens it, then makes call after call, several at a time. Each line that
// it writes is one JSON value: {"opened": true}; {"begin": i, "call": ...} before call i is made; {"end": i, "result":
// ...} once it was acknowledged. So whoever reads the lines knows at every moment what must, and what may, be in the
// database.
//
// node child.mjs '{"dist": ..., "file": "urldb/engine/dedicated", "name": "dedicated", "options": null, "path": ..., "seed": 1,
// "now": 0}'
import { writeSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { newLoad, settings } from "./load.mjs";

const { dist, file, name, options, path, seed, now } = JSON.parse(process.argv[2]);
const compiled = (place) => import(pathToFileURL(`${dist}/${place}`).href);
const { openUrlDatabase } = await compiled("urldb/database.js");
const { Random } = await compiled("base/random.js");
const found = (await compiled(`${file}.js`))[name];

/** One write that is done when it returns: what was said before SIGKILL is read. */
const say = (line) => writeSync(1, `${JSON.stringify(line)}\n`);

const database = await openUrlDatabase(path, { engine: options ? found(options) : found, ...settings });
say({ opened: true });

const taken = [];
const next = newLoad(new Random(seed), seed, now, taken);
const make = {
  add: async ({ urls }) => [...(await database.add(urls)).fates],
  confirm: async ({ urls, now }) => [...(await database.confirm(urls, now)).confirmations],
  tick: ({ now }) => database.tick(now),
  take: async ({ count, now }) => {
    const list = await database.take(count, now);
    taken.push(...list.map(({ url }) => url));
    return list.map(({ url, depth, priority, deadline }) => [url, depth, priority, deadline]);
  },
};

let calls = 0;
async function work() {
  for (;;) {
    const i = calls++;
    const call = next();
    say({ begin: i, call });
    say({ end: i, result: await make[call.kind](call) });
  }
}
await Promise.all([work(), work(), work(), work()]);
