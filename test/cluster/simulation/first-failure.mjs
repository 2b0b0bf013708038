// node first-failure.mjs SIMULATE.JS FIRST SEEDS: prints the first of so many seeds at which a rule is broken; nothing: none.

import { pathToFileURL } from "node:url";

const [file, first, seeds] = process.argv.slice(2);
const { simulate } = await import(pathToFileURL(file).href);
for (let seed = Number(first); seed < Number(first) + Number(seeds); seed++) {
  const { broken } = await simulate(seed);
  if (broken.length === 0) continue;
  console.log(seed);
  break;
}
