// Keeps an order of 200,000 bytes in the folder of the first argument, and prints what went wrong.
import { CrawlStore } from "../../../../dist/crawl/pool/crawl-store.js";

try {
  new CrawlStore(process.argv[2]).keep({ inputs: {}, hash: "cd".repeat(32) }, new Uint32Array(50_000));
  console.log("{}");
} catch ({ name, code, message }) {
  console.log(JSON.stringify({ name, code, message }));
}
