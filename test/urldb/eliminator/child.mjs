// Offers a stream of URLs to an eliminator and writes down what came out, until it is done, killed or out of room.
// Arguments: folder of the eliminator, method, "yielded" or "taken", number of batches.
// Prints a line "offered 17: 3 5 8" before the next call is made: numbers of the URLs that came out of offer 17.

import { writeSync } from "node:fs";
import { pathToFileURL } from "node:url";

export const BATCH = 300;

/** URLs of batch `number`: some repeat, so that new and known ones come mixed. */
export const urlsOf = (number) =>
  Array.from({ length: BATCH }, (_, i) => {
    const at = number * BATCH + i;
    const id = i % 3 === 0 ? Math.imul(at, 2654435761) % (at + 1) : at;
    return `http://www.host${Math.abs(id) % 97}.example.org/page/${Math.abs(id)}`;
  });
export const idOf = (url) => url.slice(url.lastIndexOf("/") + 1);

/**
 * Makes the calls, and prints before each what came out of the last.
 *
 * @param print given whole lines
 */
export async function run([folder, name, remember, batches], print) {
  const dist = new URL("../../../dist/urldb/", import.meta.url);
  const { openEliminator } = await import(new URL("eliminator.js", dist).href);
  const { UrlBatch } = await import(new URL("url-batch.js", dist).href);
  const [method] = Object.values(await import(new URL(`eliminator/${name}.js`, dist).href));
  const note = (what, batch) => {
    const ids = Array.from({ length: batch.size }, (_, i) => idOf(Buffer.from(batch.at(i)).toString()));
    print(`${what}: ${ids.join(" ")}\n`);
  };
  try {
    const eliminator = await openEliminator(folder, { method, remember, bufferUrls: 1500 });
    print("opened: \n");
    for (let i = 0; i < Number(batches); i++) {
      note(`offered ${i}`, await eliminator.offer(UrlBatch.of(urlsOf(i))));
      if (i % 20 === 19) note("flushed", await eliminator.flush());
    }
    note("flushed", await eliminator.flush());
    await eliminator.close();
    print("closed: \n");
  } catch (error) {
    print(`failed ${error.code}: ${error.message.replaceAll(":", ";")}\n`);
  }
}

/** All of it is out when this returns, so that a kill loses none. */
function printNow(text) {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length; ) done += writeSync(1, bytes, done);
}

if (pathToFileURL(process.argv[1] ?? "").href === import.meta.url) await run(process.argv.slice(2), printNow);
