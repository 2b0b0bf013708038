import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { got, isProblem, problem } from "../base/error.js";
import type { CrawlControl } from "../fetch/status.js";
import { parseCommand, perform } from "./command.js";
import { admit, guardHeaders, newToken, pagePolicy } from "./guard.js";
import { History, LEVELS } from "./history.js";
import { metrics } from "./metrics.js";
import { Lookout } from "./observation.js";
import { html, icon } from "./page/html.js";
import { script } from "./page/script.js";
import { stylesheet } from "./page/stylesheet.js";
import { Watchers } from "./watchers.js";

export interface MonitorOptions {
  /** Port on 127.0.0.1; default 0: any that is free. */
  readonly port?: number;
  /** Of earlier runs of the crawl, to go on with; default: an empty one. */
  readonly history?: History;
  /** Milliseconds from one look at the crawl to the next; default 1000. */
  readonly interval?: number;
}

export interface Monitor {
  /** Address of the page, the token in it: who knows it may steer the crawl. */
  readonly url: string;
  readonly history: History;
  /** Says goodbye to whoever watches, and closes the port. */
  close(): Promise<void>;
}

/** Longest command, bytes. */
const COMMAND_LIMIT = 4096;

/**
 * Opens the page of a running crawl on this machine: figures that follow it, and what an operator may do. Shkapenyuk
 * and Suel 2001, sections 2.2 and 4.2. Beside it, after the token: `status.json`, and `metrics` for Prometheus.
 *
 * Only 127.0.0.1 is listened on; see `admit` for who is answered. No third party's script or font is loaded.
 *
 * @throws "option" when the port is none; Error with a `code` when it cannot be had (EADDRINUSE)
 */
export async function openMonitor(control: CrawlControl, options: MonitorOptions = {}): Promise<Monitor> {
  const { port: wanted = 0, history = new History(), interval = 1000 } = options;
  if (!Number.isInteger(wanted) || wanted < 0 || wanted > 65_535)
    throw problem.option`monitor: port is a whole number from 0 (any free one) to 65535; ${got(wanted)}`;
  const watchers = new Watchers();
  const desk: Desk = { control, history, lookout: new Lookout(control, history), watchers, token: newToken(), port: 0 };
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    answer(desk, request, response).catch((error) => {
      if (response.headersSent) return response.destroy();
      response.writeHead(500, { "Content-Type": "text/plain; charset=utf-8" });
      response.end(`${said(error).message}\n`);
    });
  });
  await listening(server, wanted);
  desk.port = (server.address() as AddressInfo).port;
  const tick = ticker(desk);
  tick();
  const timer = setInterval(tick, interval).unref();

  return {
    url: `http://127.0.0.1:${desk.port}/${desk.token}/`,
    history,
    close: () =>
      new Promise((resolve) => {
        clearInterval(timer);
        tick(); // the last figures, and the state in which it ended
        watchers.end();
        const late = setTimeout(() => server.closeAllConnections(), 500);
        server.close(() => {
          clearTimeout(late);
          resolve();
        });
      }),
  };
}

/**
 * Looks whether a monitor can have a port, before a crawl is opened for it. @throws Error with a `code` (EADDRINUSE)
 */
export async function checkPort(port: number): Promise<void> {
  const server = createServer();
  await listening(server, port);
  await new Promise((closed) => server.close(closed));
}

const listening = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });

/** What answers are made from. */
interface Desk {
  readonly control: CrawlControl;
  readonly history: History;
  readonly lookout: Lookout;
  readonly watchers: Watchers;
  readonly token: string;
  port: number;
}

const files: Readonly<Record<string, readonly [type: string, content: (desk: Desk) => string]>> = {
  "": ["text/html; charset=utf-8", () => html],
  "page.js": ["text/javascript; charset=utf-8", () => script],
  "page.css": ["text/css; charset=utf-8", () => stylesheet],
  "icon.svg": ["image/svg+xml", () => icon],
  "status.json": ["application/json", ({ control, lookout }) => JSON.stringify(lookout.look(control.status()))],
  metrics: ["text/plain; version=0.0.4; charset=utf-8", ({ control }) => metrics(control.status())],
};

async function answer(desk: Desk, request: IncomingMessage, response: ServerResponse): Promise<unknown> {
  const { control, history, lookout, watchers, token, port } = desk;
  const send = (status: number, type: string, body: string) => {
    response.writeHead(status, { "Content-Type": type, "Content-Length": Buffer.byteLength(body) });
    response.end(request.method === "HEAD" ? undefined : body);
  };
  for (const [name, value] of Object.entries(guardHeaders)) response.setHeader(name, value);
  const { method = "", url: path = "", headers } = request;
  const admitted = admit({ method, path, headers }, { port, token });
  if (!("name" in admitted)) return send(admitted.status, "text/plain; charset=utf-8", `${admitted.message}\n`);
  const { name } = admitted;
  if (name === "") response.setHeader("Content-Security-Policy", pagePolicy(headers.host as string, token));
  if (name === "command") {
    const [status, message] = await commanded(control, await bodyOf(request), (error) =>
      watchers.tell("trouble", said(error)),
    );
    return send(status, "application/json", JSON.stringify({ message }));
  }
  if (name === "events" && method === "GET") {
    if (!watchers.add(response)) return send(503, "text/plain; charset=utf-8", "Too many watch already.\n");
    watchers.tell("history", { recent: history.recent(), whole: history.whole() }, response);
    return watchers.tell("observation", lookout.look(control.status()), response);
  }
  if (!Object.hasOwn(files, name)) return send(404, "text/plain; charset=utf-8", "Nothing is here.\n");
  const [type, content] = files[name];
  send(200, type, content(desk));
}

/** What is done at each look at the crawl: it goes into the history, and whoever watches is told. */
function ticker({ control, history, lookout, watchers }: Desk): () => void {
  let told = 0;
  return () => {
    try {
      const status = control.status();
      const sample = history.add(status);
      if (watchers.size === 0) return;
      const series = history.whole();
      const newest = series.samples[series.samples.length - 1]?.time ?? 0;
      if (series.step > LEVELS[0].step && newest > told) {
        told = newest; // seconds the page counts itself, from the observations
        watchers.tell("history", { recent: history.recent(), whole: series });
      }
      watchers.tell("observation", lookout.look(status, sample));
    } catch (error) {
      watchers.tell("trouble", said(error));
    }
  };
}

const said = (error: unknown) => ({ message: error instanceof Error ? error.message : String(error) });

/** @returns status and what was done, or why not */
async function commanded(control: CrawlControl, text: string | undefined, onTrouble: (error: unknown) => void) {
  if (text === undefined) return [413, `A command has at most ${COMMAND_LIMIT} bytes.`] as const;
  try {
    return [200, await perform(control, parseCommand(text), onTrouble)] as const;
  } catch (error) {
    return [isProblem(error, "option") ? 400 : 500, said(error).message] as const;
  }
}

/** The body as text; undefined when it is too long. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size <= COMMAND_LIMIT) parts.push(part);
  }
  return size > COMMAND_LIMIT ? undefined : Buffer.concat(parts).toString("utf8");
}
