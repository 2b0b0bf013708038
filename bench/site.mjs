// What the site costs: responses per second over kept-alive connections, asked for by undici's dispatch from another
// process.
import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { Client } from "undici";

const PAGES = 20_000;
const REQUESTS = 30_000;
const CONNECTIONS = 50;

const cases = {
  campus: {},
  "campus, its links alone": { links: true },
  "campus, the usual faults but dead, slow and failing hosts": { faults: true },
  "node:http, one page of 13,354 bytes": { peer: true },
};

/** Rows for the table of `npm run bench`. */
export async function site() {
  const rows = [];
  for (const [name, options] of Object.entries(cases)) rows.push({ name, ...(await once(options)) });
  return rows;
}

async function once(options) {
  const child = fork(fileURLToPath(import.meta.url), ["child", JSON.stringify(options)]);
  const heard = () => new Promise((resolve) => child.once("message", resolve));
  const { port, urls } = await heard();
  const begunCpu = process.cpuUsage();
  const begun = performance.now();
  const { bytes, bad } = await ask(port, urls);
  const seconds = (performance.now() - begun) / 1000;
  const own = process.cpuUsage(begunCpu);
  child.send("stop");
  const { cpu, served } = await heard();
  assert.equal(bad, 0, "responses that are not 200");
  assert.equal(served, REQUESTS);
  return {
    "responses/s": Math.round(REQUESTS / seconds),
    "server CPU s / 1000": Number((cpu / 1e6 / (REQUESTS / 1000)).toFixed(4)),
    "client CPU s / 1000": Number(((own.user + own.system) / 1e6 / (REQUESTS / 1000)).toFixed(4)),
    "mean bytes": Math.round(bytes / REQUESTS),
  };
}

/** Asks for pages over a number of connections, one request at a time on each. */
async function ask(port, urls) {
  let next = 0;
  let bytes = 0;
  let bad = 0;
  const worker = async () => {
    const client = new Client(`http://127.0.0.1:${port}`);
    while (next < REQUESTS) {
      const [host, path] = urls[next++ % urls.length];
      await new Promise((resolve, reject) => {
        client.dispatch(
          { method: "GET", path, headers: { host } },
          {
            onConnect() {},
            onHeaders(status) {
              if (status !== 200) bad++;
              return true;
            },
            onData(chunk) {
              bytes += chunk.length;
              return true;
            },
            onComplete: resolve,
            onError: reject,
          },
        );
      });
    }
    await client.close();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  return { bytes, bad };
}

async function child({ peer, links, ...options }) {
  let served = 0;
  let port;
  let urls;
  let stop;
  if (peer) {
    const body = Buffer.alloc(13_354, "a ");
    const server = createServer((_, response) => {
      served++;
      response.writeHead(200, { "Content-Type": "text/html", "Content-Length": body.length }).end(body);
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    port = server.address().port;
    urls = [["a.example", "/"]];
    stop = () => served;
  } else {
    const { campus } = await import("../dist/web/campus/campus.js");
    const { serve } = await import("../dist/site/server.js");
    const { text, titles, anchor, ...bare } = campus({ pages: PAGES });
    const web = links ? bare : { ...bare, text, titles, anchor };
    const faults = options.faults && {
      ...(await import("../dist/site/options.js")).USUAL_FAULTS,
      deadHosts: 0,
      slowHosts: 0,
      transient: 0,
    };
    const running = await serve(web, { faults });
    port = running.port;
    const { addresses } = running.content;
    urls = Array.from({ length: PAGES }, (_, page) => [
      addresses.hostName(addresses.hostOf(page)),
      addresses.path(page),
    ]);
    stop = () => running.stats.requests;
  }
  const before = process.cpuUsage();
  process.send({ port, urls });
  process.on("message", () => {
    const { user, system } = process.cpuUsage(before);
    process.send({ cpu: user + system, served: stop() }, () => process.exit());
  });
}

if (process.argv[2] === "child") await child(JSON.parse(process.argv[3]));
