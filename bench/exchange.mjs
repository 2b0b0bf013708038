// URLs from one process to another through NATS JetStream, stored in files: our engine and its blocks, which hold
// depth, redirects and page too, beside NATS' own client with the URLs as raw text. Alone: node bench/exchange.mjs
// What it costs that the server's files are synced more often (Linux, ext4): node bench/exchange.mjs --sync
// What the accounts of messages cost, CPU time and disk: node bench/exchange.mjs --accounts
import assert from "node:assert/strict";
import { execFile, execFileSync, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { filesIn } from "../dist/base/file/small-files.js";
import { openNats } from "../dist/cluster/nats/open-nats.js";
import { ReceivedAccount } from "../dist/cluster/received-account.js";
import { SentAccount } from "../dist/cluster/sent-account.js";
import { packUrls, unpackUrls } from "../dist/cluster/url-block.js";

/** URLs per message, and messages of a run. */
const sizes = [
  { batch: 1_000, messages: 2_000 },
  { batch: 100, messages: 10_000 },
  { batch: 1, messages: 40_000 },
];
const RUNS = 3;
/** Messages put and not yet durable; messages delivered and not yet done. */
const UNDER_WAY = 64;
const AHEAD = 64;
/** Links of one page. */
const PAGE = 32;
/** Messages that differ. */
const DIFFERENT = 20;

/** URLs of real form, 64 bytes on the average, in the order in which pages name them. */
function urlsOf(from, count) {
  return Array.from({ length: count }, (_, i) => {
    const number = from + i;
    const page = Math.floor(number / PAGE);
    const title = ((number * 2654435761) >>> 0).toString(36);
    return {
      url: `http://www.host-${number % 997}.example.org/articles/${title}/page-${number}.html`,
      depth: 2 + (page % 5),
      hops: 0,
      via: `http://www.host-${page % 997}.example.org/articles/page-${page}.html`,
    };
  });
}

/** What came, in whatever order. */
class Tally {
  urls = 0;
  characters = 0;
  codes = 0;

  add(url) {
    this.urls++;
    this.characters += url.length;
    this.codes += url.charCodeAt(url.length - 6);
  }
}

const ways = {
  "our engine": {
    async sender(address, group) {
      const engine = await openNats(address, group);
      return { send: (urls, id) => engine.put("urls", packUrls(urls), id), close: () => engine.close() };
    },
    async receiver(address, group, message) {
      const engine = await openNats(address, group);
      const handle = (found) => message(unpackUrls(found.body), ({ url }) => url, found.done);
      await engine.take("urls", handle, { ahead: AHEAD });
      return () => engine.close();
    },
  },
  "@nats-io/jetstream": {
    async sender(address, group) {
      const connection = await connect({ servers: address });
      const { streams, consumers } = await jetstreamManager(connection);
      const settings = { name: group, subjects: [`${group}.>`], retention: "workqueue", storage: "file" };
      await streams.add({ ...settings, discard: "new", max_bytes: 2 ** 30 });
      await consumers.add(group, { durable_name: "urls", ack_policy: "explicit", max_ack_pending: AHEAD });
      const js = jetstream(connection);
      const text = (urls) => urls.map(({ url }) => url).join("\n");
      return {
        send: (urls, msgID) => js.publish(`${group}.urls`, text(urls), { msgID }),
        close: () => connection.close(),
      };
    },
    async receiver(address, group, message) {
      const connection = await connect({ servers: address });
      const consumer = await jetstream(connection).consumers.get(group, "urls");
      const same = (url) => url;
      const callback = (found) => message(found.string().split("\n"), same, () => found.ackAck());
      await consumer.consume({ max_messages: AHEAD, callback });
      return () => connection.close();
    },
  },
};

/** Microseconds of this process since. */
function cpuSince(before) {
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/** In the process that receives: says when it takes, what it had once all came, and ends when told to. */
async function receive(way, address, group, urls) {
  const tally = new Tally();
  const done = [];
  let before;
  const message = (found, urlOf, confirm) => {
    before ??= process.cpuUsage();
    for (const each of found) tally.add(urlOf(each));
    done.push(confirm());
    if (tally.urls >= urls) Promise.all(done).then(() => process.send({ tally, cpu: cpuSince(before) }));
  };
  const close = await ways[way].receiver(address, group, message);
  process.once("message", () => close().then(() => process.disconnect()));
  process.send("taking");
}

let groups = 0;

/** Sends, and waits until all was received and confirmed. */
async function measureOne(way, address, { batch, messages }) {
  const group = `bench-${process.pid}-${++groups}`;
  const blocks = Array.from({ length: DIFFERENT }, (_, i) => urlsOf(i * batch, batch));
  const expected = new Tally();
  for (let i = 0; i < messages; i++) for (const { url } of blocks[i % DIFFERENT]) expected.add(url);
  const { send, close } = await ways[way].sender(address, group);
  const child = fork(fileURLToPath(import.meta.url), ["--receive", way, address, group, `${batch * messages}`]);
  assert.equal((await once(child, "message"))[0], "taking");
  const all = once(child, "message");
  const begun = performance.now();
  const before = process.cpuUsage();
  let next = 0;
  const sender = async () => {
    for (let i = next++; i < messages; i = next++) await send(blocks[i % DIFFERENT], `${i}`);
  };
  await Promise.all(Array.from({ length: UNDER_WAY }, sender));
  const sent = cpuSince(before);
  const [{ tally, cpu }] = await all;
  const ms = performance.now() - begun;
  assert.deepEqual(tally, { ...expected }, `${way}, ${batch} URLs a message: what came is not what was sent`);
  child.send("end");
  await Promise.all([once(child, "exit"), close()]);
  return { ms, sent, received: cpu };
}

/** Starts a server, and says where it is. */
async function serve(folder) {
  const free = createServer().listen(0, "127.0.0.1");
  await once(free, "listening");
  const { port } = free.address();
  free.close();
  const log = join(folder, "log");
  const server = spawn("nats-server", ["-js", "-sd", folder, "-a", "127.0.0.1", "-p", `${port}`, "-l", log]);
  await once(server, "spawn");
  while (!existsSync(log) || !readFileSync(log, "utf8").includes("Server is ready")) {
    assert.equal(server.exitCode, null, "nats-server ended at once");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return { address: `nats://127.0.0.1:${port}`, server };
}

export async function exchange() {
  const folder = mkdtempSync(join(tmpdir(), "crawlbench-bench-"));
  let server;
  try {
    const started = await serve(folder).catch((error) => error);
    if (started.code === "ENOENT") return [{ way: "nats-server is not installed: apt-get install nats-server" }];
    if (started instanceof Error) throw started;
    server = started.server;
    const rows = [];
    for (const size of sizes) rows.push(...(await compare(started.address, size)));
    return rows;
  } finally {
    server?.kill();
    if (server) await once(server, "exit");
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * How often the server's files are synced. NATS 2.9 has no setting for it: the file system syncs each write of a folder
 * that is marked (chattr +S), and `sync -f` all of it each second.
 */
const syncs = {
  "every two minutes, as usual": () => () => {},
  "each second": (folder) => {
    const timer = setInterval(() => execFile("sync", ["-f", folder], () => {}), 1_000);
    return () => clearInterval(timer);
  },
  "each write": (folder) => {
    execFileSync("chattr", ["+S", folder]);
    return () => {};
  },
};

/** Our engine under each, by turns. */
async function syncing({ batch, messages }) {
  const found = Object.keys(syncs).map((how) => ({ how, times: [] }));
  for (let run = 0; run < RUNS; run++) {
    for (const { how, times } of found) {
      const folder = mkdtempSync(join(tmpdir(), "crawlbench-bench-"));
      const end = syncs[how](folder);
      const { address, server } = await serve(folder);
      times.push((await measureOne("our engine", address, { batch, messages })).ms);
      server.kill();
      await once(server, "exit");
      end();
      rmSync(folder, { recursive: true, force: true });
    }
  }
  const usual = median([...found[0].times]);
  return found.map(({ how, times }) => ({
    synced: how,
    "messages/s": times.map((ms) => Math.round((1000 * messages) / ms)).join(", "),
    "URLs/s": Math.round((1000 * batch * messages) / median(times)),
    "of the usual rate": (usual / median(times)).toFixed(2),
  }));
}

/**
 * Notes of messages that two processes sent, for 16 parts each, one after the other, each synced; and claims of as many,
 * confirmed after each hundred. A process notes ten times a second at most.
 */
async function accounting({ notes, batch }) {
  const folder = mkdtempSync(join(tmpdir(), "crawlbench-bench-"));
  const files = filesIn(folder);
  const [received, sent] = [new ReceivedAccount(files), new SentAccount("a.0123456789ab")];
  const begun = performance.now();
  const before = process.cpuUsage();
  let most = 0;
  for (let i = 0; i < notes; i++) {
    const [part, number] = [i % 16, 1 + Math.floor(i / 16)];
    for (const each of [part, part + 16]) sent.claim(each, sent.next(each));
    const claims = [
      [part, "b.0123456789ab", number, number],
      [part + 16, "c.0123456789ab", number, number],
    ];
    const of = (_, at) => `http://www.host-${part}.example/folder/page-${number}-${at}.html`;
    await received.note(claims, Array.from({ length: 2 * batch }, of));
    if (i % 100 === 0) {
      sent.confirm(sent.save());
      received.save();
      await received.saved();
    }
    most = Math.max(most, files.read("received.log").length);
  }
  const us = cpuSince(before) / notes;
  const wall = (performance.now() - begun) / notes;
  rmSync(folder, { recursive: true, force: true });
  return [
    {
      "us CPU a note": us.toFixed(0),
      "ms a note": wall.toFixed(1),
      "% of a core, ten notes a second": (us / 1_000).toFixed(2),
      "bytes of the file, at most": most,
      "bytes/URL": (most / (2 * notes * batch)).toFixed(3),
    },
  ];
}

const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];

/** Both ways by turns, the median of each. */
async function compare(address, size) {
  const found = Object.keys(ways).map((way) => ({ way, runs: [] }));
  for (let run = 0; run < RUNS; run++) {
    for (const { way, runs } of found) runs.push(await measureOne(way, address, size));
  }
  const urls = size.batch * size.messages;
  const seconds = found.map(({ runs }) => median(runs.map(({ ms }) => ms)) / 1000);
  return found.map(({ way, runs }, i) => ({
    way,
    "URLs a message": size.batch,
    "URLs/s": Math.round(urls / seconds[i]),
    "us/URL, sender": (median(runs.map(({ sent }) => sent)) / urls).toFixed(2),
    "us/URL, receiver": (median(runs.map(({ received }) => received)) / urls).toFixed(2),
    "times as fast as the client": (seconds.at(-1) / seconds[i]).toFixed(2),
  }));
}

if (process.argv[2] === "--receive") {
  const [way, address, group, urls] = process.argv.slice(3);
  await receive(way, address, group, Number(urls));
} else if (process.argv[2] === "--accounts") console.table(await accounting({ notes: 3_000, batch: 3 }));
else if (process.argv[2] === "--sync") console.table(await syncing({ batch: 100, messages: 2_000 }));
else if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) console.table(await exchange());
