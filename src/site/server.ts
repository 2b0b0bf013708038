import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { basename } from "node:path";
import type { Snapshot } from "../archive/open-snapshot.js";
import { option, problem, say } from "../base/error.js";
import { showing } from "../base/face/result.js";
import { plural } from "../base/numbers.js";
import { requireWeb, type Web } from "../web/web.js";
import { type AccessEntry, type LogHead, LogWriter } from "./access-log.js";
import type { Answer, Content, Kind } from "./answer.js";
import { WebContent } from "./content.js";
import { type SiteOptions, settingsOf } from "./options.js";
import { asked, clock, send } from "./respond.js";
import { SnapshotContent } from "./snapshot-content.js";

/** Entries that a site without a log file keeps. */
const KEPT = 1_000_000;

/** Counts of a site since it began. */
export interface SiteStats {
  readonly requests: number;
  /** Bodies as sent. */
  readonly bytes: number;
  readonly connections: number;
  readonly statuses: Readonly<Record<string, number>>;
  readonly kinds: Readonly<Partial<Record<Kind, number>>>;
}

/** What listens. */
export interface Listening {
  readonly port: number;
  /** URL of the page that crawls start from; its host is to be mapped to 127.0.0.1 and the port. */
  readonly start: string;
  readonly pages: number;
  readonly hosts: number;
  readonly stats: SiteStats;
  /** The requests so far, at most the first million; empty where the log goes into a file. */
  readonly log: readonly AccessEntry[];
  /** Ends all connections, and the log. @throws Error when the log could not be written */
  close(): Promise<void>;
}

/** A web being served. */
export interface Site extends Listening {
  readonly content: WebContent;
  /** How often the web has changed; may be set while it is served. */
  epoch: number;
}

/**
 * Serves a web on 127.0.0.1: all of its hosts on one port, told apart by the Host header. The testbed that Shkapenyuk
 * and Suel wished for (2001, section 6), open to any crawler that can map host names to the port or use it as a proxy.
 *
 * @throws "option" for an option that makes no sense; Error of the operating system when the port is taken, or the
 *   log cannot be written
 */
export async function serve(web: Web, options: SiteOptions = {}): Promise<Site> {
  requireWeb("serve", web);
  const settings = settingsOf(options);
  const content = new WebContent(web, settings, options.epoch);
  const listening = await listen(content, options, {
    web: web.name,
    sha256: web.sha256,
    start: content.start,
    pages: content.pages,
    epoch: content.epoch,
    settings,
    ...(options.source && { source: options.source }),
  });
  return Object.defineProperties(listening as Site, {
    content: { value: content, enumerable: true },
    epoch: {
      get: () => content.epoch,
      set: (epoch: number) => {
        content.epoch = epoch;
      },
    },
  });
}

/**
 * Serves a snapshot as it was crawled; see SnapshotContent.
 *
 * @throws "option" for an option that a snapshot does not take; Error as `serve`
 */
export async function serveSnapshot(snapshot: Snapshot, options: SiteOptions = {}): Promise<Listening> {
  const settings = settingsOf(options);
  const content = new SnapshotContent(snapshot, settings);
  const { start, pages } = content;
  const { source } = options;
  const head = { web: basename(snapshot.folder), sha256: snapshot.sha256, start, pages, epoch: 0, settings };
  return listen(content, options, { ...head, ...(source && { source }) });
}

const NOT_ALLOWED: Answer = {
  status: 405,
  kind: "unknown",
  page: -1,
  headers: ["Allow: GET, HEAD"],
  body: new Uint8Array(0),
};

/** No time runs out, and no head is too long. */
const UNHURRIED = { noDelay: true, keepAliveTimeout: 0, requestTimeout: 0, maxHeaderSize: 1 << 16 };

/** Serves any content. */
export async function listen(
  content: Content,
  { port = 0, log: path }: { readonly port?: number; readonly log?: string },
  head: LogHead,
): Promise<Listening> {
  const sockets = new Map<Socket, number>();
  const log: AccessEntry[] = [];
  const statuses: Record<string, number> = {};
  const kinds: Partial<Record<Kind, number>> = {};
  const stats = { requests: 0, bytes: 0, connections: 0, statuses, kinds };
  let writer: LogWriter | undefined;
  const add = (entry: AccessEntry) => {
    stats.requests++;
    stats.bytes += entry.bytes;
    statuses[entry.status] = (statuses[entry.status] ?? 0) + 1;
    if (entry.kind) kinds[entry.kind] = (kinds[entry.kind] ?? 0) + 1;
    if (writer) writer.add(entry);
    else if (path === undefined && log.length < KEPT) log.push(entry);
  };
  const respond = (request: IncomingMessage, response: ServerResponse) => {
    const time = clock();
    const wanted = asked(request, listening);
    const answer = request.method === "GET" || request.method === "HEAD" ? content.answer(wanted) : NOT_ALLOWED;
    const { kind, page, disallowed } = answer;
    const connection = sockets.get(request.socket) ?? 0;
    send(request, response, answer, (sent) => {
      const { host, path } = wanted;
      const agent = request.headers["user-agent"] ?? "";
      const { method = "GET" } = request;
      const how = { ...(disallowed && { disallowed }), connection, agent, ...(method !== "GET" && { method }) };
      add({ time, ...sent, host, path, kind, page, ...how });
    });
  };
  const server = createServer(UNHURRIED, respond);
  server.on("connection", (socket: Socket) => {
    sockets.set(socket, ++stats.connections);
    socket.once("close", () => sockets.delete(socket));
  });
  const listening = await listenOn(server, port);
  try {
    if (path !== undefined) writer = new LogWriter(path, head);
  } catch (error) {
    server.close();
    throw error;
  }
  let closing: Promise<void> | undefined;
  const served: Listening = {
    port: listening,
    start: content.start,
    pages: content.pages,
    hosts: content.hosts,
    stats,
    log,
    close() {
      closing ??= new Promise<void>((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        for (const socket of sockets.keys()) socket.destroy();
      }).then(() => writer?.close());
      return closing;
    },
  };
  const line = () => {
    const state = closing ? "were served" : "are served until close()";
    return `${plural(content.pages, "page")} of ${plural(content.hosts, "host")} ${state}, at 127.0.0.1:${listening}. Crawls start at ${content.start}. ${plural(stats.requests, "request")} so far.`;
  };
  return showing(() => ({ say: line() }), line)(served);
}

function listenOn(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === "EADDRINUSE"
          ? say`it is taken; give another, or ${option("port")} 0 for any that is free`
          : error.message;
      reject(problem.failed({ system: error.code, cause: error })`cannot serve on 127.0.0.1:${port}: ${reason}`);
    });
    server.listen(port, "127.0.0.1", 4096, () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : port);
    });
  });
}
