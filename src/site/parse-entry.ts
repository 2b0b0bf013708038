import { got, option, problem } from "../base/error.js";
import { utcTime } from "../base/utc-time.js";
import { parseUrl, pathOf } from "../url/parse.js";
import { type AccessEntry, COLUMNS, OLD_COLUMNS } from "./access-log.js";
import { KINDS, type Kind } from "./answer.js";

/** Formats of access logs, and how exact their times are, in milliseconds. */
export const LOG_FORMATS = {
  crawlbench: { title: "crawlbench serve", resolution: 0 },
  heritrix: { title: "Heritrix crawl.log", resolution: 1 },
  vhost: { title: "combined log format with the host before it (Apache vhost_combined)", resolution: 1000 },
  combined: { title: "common or combined log format", resolution: 1000 },
} as const;

export type LogFormat = keyof typeof LOG_FORMATS;

const HERITRIX = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z\s+-?\d+\s+(?:\d+|-)\s+\S+\s/;
/** A name of a user may hold blanks. */
const COMBINED =
  /^\S+ (?:\S+ \S+|- .+?) \[(\d\d)\/(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\/(\d{4}):(\d\d):(\d\d):(\d\d) ([+-])(\d\d)(\d\d)\] "((?:[^"\\]|\\.)*)" (\d{3}|-) (\d+|-)(?: "((?:[^"\\]|\\.)*)" "((?:[^"\\]|\\.)*)")?/;
const MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";

/** The format that a line is in; undefined for none that is known. */
export function formatOf(line: string): LogFormat | undefined {
  if (isOwn(line.split("\t"))) return "crawlbench";
  if (HERITRIX.test(line)) return "heritrix";
  if (COMBINED.test(line)) return "combined";
  return COMBINED.test(line.replace(/^\S+ /, "")) ? "vhost" : undefined;
}

/**
 * Reads one line.
 *
 * @param host of a log whose lines tell none
 * @returns undefined for what is no HTTP request: DNS lookups of Heritrix
 * @throws "log" for a line of another format
 */
export function parseEntry(format: LogFormat, line: string, host?: string): AccessEntry | undefined {
  if (format === "crawlbench") return own(line);
  if (format === "heritrix") return heritrix(line);
  if (format === "combined") return combined(line, host);
  const space = line.indexOf(" ");
  return combined(line.slice(space + 1), line.slice(0, space));
}

function own(line: string): AccessEntry {
  const fields = line.split("\t");
  if (!isOwn(fields)) throw problem.log`expected ${COLUMNS.length} columns between tabs, ${got(fields.length)}`;
  const [time, end, host, path, status, bytes, kind, page, robots, connection, agent, method = "GET"] = fields;
  if (!KINDS.includes(kind as Kind)) throw problem.log`expected a kind, ${KINDS.join(", ")}; ${got(kind)}`;
  return {
    time: numeric(time),
    ...(end !== "-" && { end: numeric(end) }),
    host,
    path,
    status: numeric(status),
    bytes: numeric(bytes),
    kind: kind as Kind,
    page: page === "-" ? -1 : numeric(page),
    ...(robots === "disallowed" && { disallowed: true }),
    ...(connection !== "-" && { connection: numeric(connection) }),
    agent: agent === "-" ? "" : agent,
    ...otherThanGet(method),
  };
}

const isOwn = ({ length }: readonly string[]) => length === COLUMNS.length || length === OLD_COLUMNS;

const otherThanGet = (method: string) => (method === "GET" ? {} : { method });

/**
 * Written at the end of a fetch: time, status, bytes, URI, path of discovery, referrer, type, thread, begin +
 * milliseconds, ...
 */
function heritrix(line: string): AccessEntry | undefined {
  const [written, status, bytes, url, , , , , fetched = "-"] = line.split(/\s+/);
  if (!HERITRIX.test(line)) throw problem.log`expected a line of crawl.log: time, status, bytes, URI`;
  if (!/^https?:/i.test(url)) return undefined;
  const parsed = parseUrl(url);
  if (!parsed) return undefined;
  const took = Number(/\+(\d+)$/.exec(fetched)?.[1] ?? 0);
  const end = Date.parse(written);
  const code = Number(status);
  return {
    time: end - took,
    end,
    host: parsed.host,
    path: pathOf(parsed),
    status: code > 0 ? code : 0,
    bytes: Number(bytes) || 0,
    page: -1,
    agent: "Heritrix",
  };
}

function combined(line: string, name: string | undefined): AccessEntry | undefined {
  const found = COMBINED.exec(line);
  if (!found)
    throw problem.log`expected a line such as 10.0.0.1 - - [01/Apr/2001:12:00:00 +0000] "GET / HTTP/1.1" 200 2326`;
  const [, day, month, year, hour, minute, second, sign, hours, minutes, request, status, bytes, , agent = "-"] = found;
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === "-" ? -1 : 1);
  const written = utcTime(+year, MONTHS.indexOf(month) / 3, +day, [hour, minute, second].map(Number));
  if (written === undefined)
    throw problem.log`expected a date that there is, found ${day}/${month}/${year}:${hour}:${minute}:${second}`;
  const [, method, target] = /^([A-Z]+) (\S+)/.exec(request) ?? [];
  if (target === undefined) return undefined;
  const url = parseUrl(target);
  const host = url?.host ?? name;
  if (host === undefined || host === "-")
    throw problem.log`the lines tell no host: log it first in each (Apache vhost_combined), or say which it is: ${option("host")}`;
  return {
    time: written - offset,
    host: host.toLowerCase().replace(/:(?:80|443)?$/, ""),
    path: url ? pathOf(url) : target,
    status: Number(status) || 0,
    bytes: Number(bytes) || 0,
    page: -1,
    agent: agent === "-" ? "" : agent,
    ...otherThanGet(method),
  };
}

function numeric(text: string): number {
  const value = Number(text);
  if (text === "" || Number.isNaN(value)) throw problem.log`expected a number, ${got(text)}`;
  return value;
}
