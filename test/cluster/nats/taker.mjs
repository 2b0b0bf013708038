// node taker.mjs MODULE ADDRESS GROUP WHAT: a process that uses an engine. WHAT: "close": opens and closes; "hold
// QUEUE": takes and is never done.
import { pathToFileURL } from "node:url";

const [module, address, group, what] = process.argv.slice(2);
const { openNats } = await import(pathToFileURL(module).href);
const engine = await openNats(address, group);
console.log(`open ${engine.address}`);
if (what === "close") await engine.close();
else await engine.take(what.slice("hold ".length), ({ body }) => console.log(new TextDecoder().decode(body)));
