import { pathToFileURL } from "node:url";

/** Merges shards; says when it begins, and how many captures there are. */
const { dist, shards, out } = JSON.parse(process.argv[2]);
const { mergeSnapshots } = await import(pathToFileURL(`${dist}/archive/shards/merge-snapshots.js`).href);
process.stdout.write("begins\n");
const { captures } = await mergeSnapshots(shards, out);
process.stdout.write(`${captures}\n`);
