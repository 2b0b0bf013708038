import { pathToFileURL } from "node:url";

/**
 * Counts the terms of a snapshot, committing after every `every` pages; says when it begins, and how many terms there
 * are in all.
 */
const { dist, folder, every } = JSON.parse(process.argv[2]);
const load = (path) => import(pathToFileURL(`${dist}/${path}`).href);
const { openSnapshot } = await load("archive/open-snapshot.js");
const { webOf } = await load("web/snapshot/snapshot-web.js");
const { SnapshotTerms } = await load("archive/terms.js");
const snapshot = await openSnapshot(folder);
const terms = new SnapshotTerms(snapshot, webOf(snapshot).storedPages, every);
process.stdout.write("begins\n");
await terms.ready();
let words = 0;
for (let page = 0; page < terms.size; page++) words += terms.of(page).body.words;
process.stdout.write(`${words}\n`);
