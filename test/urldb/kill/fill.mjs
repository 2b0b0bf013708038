// Adds batches to a URL database until one is refused, under the limits of its process; tells how that went, and
// closes.
//
// node fill.mjs '{"dist": ..., "file": "urldb/engine/dedicated", "name": "dedicated", "path": ..., "batchSize": 2000, "batches":
// 500}'
import { pathToFileURL } from "node:url";
import { batchOf } from "./load.mjs";

const { dist, file, name, path, batchSize, batches } = JSON.parse(process.argv[2]);
const compiled = (place) => import(pathToFileURL(`${dist}/${place}`).href);
const { openUrlDatabase } = await compiled("urldb/database.js");
const engine = (await compiled(`${file}.js`))[name];
const codeOf = (error) => error.code ?? String(error.stack);

const database = await openUrlDatabase(path, { engine });
let added = 0;
let code = "none was refused";
for (; added < batches; added++) {
  try {
    await database.add(batchOf(added, batchSize));
  } catch (error) {
    code = codeOf(error);
    break;
  }
}
const urls = await database.size().then((size) => size.urls, codeOf);
const isStored = async (url) => (await database.get(url)) !== undefined;
const [first, ...others] = batchOf(added, batchSize);
const refusedButStored = await isStored(first)
  .then(async (found) => [found, ...(await Promise.all(others.map(isStored)))].filter(Boolean).length)
  .catch(codeOf);
const closed = await database.close().then(() => "closed", codeOf);
console.log(JSON.stringify({ added, code, urls, refusedButStored, closed }));
