// CPU of one fetch beside undici alone: pages of 13 kB on 100 hosts, all on loopback, 100 requests under way, the
// server in a process of its own. Alone, with the number of fetches of a run: node bench/transport.mjs 20000
import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { createServer } from "node:net";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Agent, buildConnector } from "undici";
import { openTransport } from "../dist/fetch/transport.js";

const HOSTS = 100;
const PAGE_BYTES = 13_111; // the mean of the pages in the table of peers
const RUNS = 5;

/** Answers whatever is asked with the same page. */
function serve() {
  const head = `HTTP/1.1 200 OK\r\nServer: bench\r\nDate: Sat, 01 Jan 2000 00:00:00 GMT\r\nContent-Type: text/html\r\nContent-Length: ${PAGE_BYTES}\r\nLast-Modified: Sat, 01 Jan 2000 00:00:00 GMT\r\nETag: "38-1"\r\nAccept-Ranges: bytes\r\nConnection: keep-alive\r\n\r\n`;
  const page = Buffer.concat([Buffer.from(head), Buffer.alloc(PAGE_BYTES, "<p>text</p>")]);
  const server = createServer((socket) => {
    socket.setNoDelay(true);
    socket.on("data", () => socket.write(page));
    socket.on("error", () => {});
  });
  server.listen(0, "127.0.0.1", () => process.send(server.address().port));
  process.on("disconnect", () => process.exit());
}

const hostOf = (number) => `h${number % HOSTS}.bench.example`;

/** One loop per host, so that a host is asked for one page at a time. */
async function crawl(fetches, ask) {
  const before = process.cpuUsage();
  const begun = performance.now();
  let bytes = 0;
  let count = 0;
  await Promise.all(
    Array.from({ length: HOSTS }, async (_, host) => {
      for (let page = host; page < fetches; page += HOSTS) {
        const length = await ask(hostOf(host), page);
        bytes += length;
        count++;
      }
    }),
  );
  const { user, system } = process.cpuUsage(before);
  assert.equal(count, fetches);
  assert.equal(bytes, fetches * PAGE_BYTES);
  return { cpu: (user + system) / 1e3 / fetches, perSecond: (fetches / (performance.now() - begun)) * 1e3 };
}

function undiciAgent(port) {
  const connector = buildConnector({});
  return new Agent({
    connections: 1,
    connect: (options, callback) => connector({ ...options, hostname: "127.0.0.1", port }, callback),
  });
}

const headers = { "user-agent": "bench (+http://bench.example/)", accept: "text/html", "accept-encoding": "gzip" };

function competitors(port) {
  const dispatching = undiciAgent(port);
  const requesting = undiciAgent(port);
  const transport = openTransport({ userAgent: headers["user-agent"], resolve: [`*=127.0.0.1:${port}`] });
  return {
    "undici dispatch, body dropped": {
      close: () => dispatching.close(),
      ask: (host, page) =>
        new Promise((resolve, reject) => {
          let bytes = 0;
          dispatching.dispatch(
            { origin: `http://${host}`, path: `/${page}.html`, method: "GET", headers },
            {
              onRequestStart() {},
              onResponseStart() {},
              onResponseData(_controller, chunk) {
                bytes += chunk.length;
              },
              onResponseEnd: () => resolve(bytes),
              onResponseError: (_controller, error) => reject(error),
            },
          );
        }),
    },
    "undici request, arrayBuffer": {
      close: () => requesting.close(),
      ask: async (host, page) => {
        const { body } = await requesting.request({
          origin: `http://${host}`,
          path: `/${page}.html`,
          method: "GET",
          headers,
        });
        return (await body.arrayBuffer()).byteLength;
      },
    },
    "this transport": {
      close: () => transport.close(),
      ask: async (host, page) => {
        const fetched = await transport.fetch({ url: `http://${host}/${page}.html` });
        return fetched.header("content-type") === "text/html" ? fetched.body.length : 0;
      },
    },
  };
}

const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];

export async function transport(fetches = 20_000) {
  const server = fork(fileURLToPath(import.meta.url), ["--serve"]);
  const port = await new Promise((resolve) => server.once("message", resolve));
  const found = Object.entries(competitors(port)).map(([name, { ask, close }]) => ({ name, ask, close, runs: [] }));
  for (const { ask } of found) await crawl(2_000, ask);
  for (let run = 0; run < RUNS; run++) for (const { ask, runs } of found) runs.push(await crawl(fetches, ask));
  for (const { close } of found) await close();
  server.disconnect();
  const floor = median(found[0].runs.map(({ cpu }) => cpu));
  return found.map(({ name, runs }) => {
    const cpu = median(runs.map((each) => each.cpu));
    return {
      client: name,
      "CPU s / 1000 pages": cpu.toFixed(3),
      "of dispatch": (cpu / floor).toFixed(2),
      "pages/s": Math.round(median(runs.map(({ perSecond }) => perSecond))),
    };
  });
}

if (process.argv[2] === "--serve") serve();
else if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  console.table(await transport(Number(process.argv[2] ?? 20_000)));
