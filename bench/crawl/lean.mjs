// The floor: undici's dispatch, streaming htmlparser2, new URL for every link, a Set. No politeness, no disk, no index.
import { Parser } from "htmlparser2";
import { Agent } from "undici";

const { port, start, pages } = JSON.parse(process.argv[2]);
const agent = new Agent({ connections: 100 });
const seen = new Set([start]);
const queue = [start];
let head = 0;
let inFlight = 0;
let fetched = 0;
let bytes = 0;
await new Promise((done) => {
  const next = () => {
    while (inFlight < 100 && head < queue.length) ask(queue[head++]);
    if (inFlight === 0) done();
  };
  const ask = (url) => {
    inFlight++;
    const { host, pathname } = new URL(url);
    const chunks = [];
    const decoder = new TextDecoder();
    const take = (href) => {
      const to = new URL(href, url);
      to.hash = "";
      if (seen.has(to.href)) return;
      seen.add(to.href);
      queue.push(to.href);
    };
    agent.dispatch(
      { origin: `http://127.0.0.1:${port}`, path: pathname, method: "GET", headers: { host } },
      {
        onConnect() {},
        onHeaders: () => true,
        onData(chunk) {
          chunks.push(chunk);
          return true;
        },
        onComplete() {
          const body = Buffer.concat(chunks);
          bytes += body.length;
          fetched++;
          const parser = new Parser({
            onopentag: (name, { href }) => name === "a" && href !== undefined && take(href),
          });
          parser.end(decoder.decode(body));
          inFlight--;
          next();
        },
        onError(error) {
          throw error;
        },
      },
    );
  };
  next();
});
if (fetched !== pages) throw new Error(`fetched ${fetched} of ${pages} pages`);
const { user, system } = process.cpuUsage();
process.stdout.write(
  `${JSON.stringify({ pages: fetched, bytes, cpu: (user + system) / 1e6, rss: process.resourceUsage().maxRSS / 1024 })}\n`,
);
process.exit();
