import { attempt } from "../../base/attempt.js";
import { got, problem } from "../../base/error.js";
import { pathOf } from "../../url/parse.js";
import { fetchProblem } from "../fetched.js";
import type { Origin } from "./dialing.js";
import type { ProxyServer } from "./proxies.js";
import type { Secrets } from "./secrets.js";

/** A request, ready to be sent. */
export interface Asked {
  readonly url: string;
  readonly origin: Origin;
  /** Path and query. */
  readonly path: string;
  /** What stands in the request line: the path, or the whole URL where a proxy asks in our place. */
  readonly target: string;
  /** That proxy. */
  readonly proxy?: ProxyServer;
  /** Of the Host header: the port stands there unless it is the scheme's. */
  readonly host: string;
  /** Names and values by turns, Host and Connection left out. */
  readonly headers: readonly string[];
  /** Sent beside them, and told nowhere. */
  readonly secrets: Secrets;
  readonly bodyLimit: number;
  /** Whether the connection is to be kept for the next. */
  readonly keepAlive: boolean;
  /** When it first had a connection to go out on, by performance.now(); 0 before. */
  began: number;
}

/** Where a URL leads. @throws "bad-url" */
export function placeOf(url: string): Pick<Asked, "origin" | "path" | "host"> {
  const found = attempt(() => new URL(url));
  const secure = found?.protocol === "https:";
  if (!found || !(secure || found.protocol === "http:"))
    throw fetchProblem("bad-url", `expected an absolute http or https URL; ${got(url.slice(0, 200))}`);
  const { hostname, host } = found;
  const port = found.port === "" ? (secure ? 443 : 80) : Number(found.port);
  return { origin: { key: `${found.protocol}//${host}`, secure, hostname, port }, path: pathOf(found), host };
}

/** Names and values by turns, of all headers but Host and Connection, as they go out. */
export function sentHeaders({ headers, secrets }: Asked): string[] {
  if (secrets.length === 0) return headers as string[];
  const own = new Set(secrets.filter((_, i) => i % 2 === 0).map((name) => name.toLowerCase()));
  return [...headers.filter((_, i) => !own.has(headers[i - (i % 2)].toLowerCase())), ...secrets];
}

/** Request line and headers as the server gets them, less the secrets. */
export function requestText({ path, host, headers }: Asked, keepAlive: boolean): string {
  let text = `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: ${keepAlive ? "keep-alive" : "close"}\r\n`;
  for (let i = 0; i < headers.length; i += 2) text += `${headers[i]}: ${headers[i + 1]}\r\n`;
  return `${text}\r\n`;
}

const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]+$/;

/** Can it be sent as the value of a header? */
export const isFieldValue = (text: string): boolean => VALUE.test(text);

/**
 * Names and values by turns; of equal names the last one holds. @throws "option" for what would break a request apart
 */
export function headerList(...headers: readonly Readonly<Record<string, string>>[]): string[] {
  const fields = new Map<string, string[]>();
  for (const [name, value] of headers.flatMap(Object.entries<string>)) {
    if (!NAME.test(name) || !isFieldValue(value))
      throw problem.option`transport: header ${JSON.stringify(name)} cannot be sent as ${JSON.stringify(value)}`;
    fields.set(name.toLowerCase(), [name, value]);
  }
  return [...fields.values()].flat();
}
