import { attempt } from "../../base/attempt.js";
import { anchorOf, collapse } from "../../page/html/anchor.js";
import { LINK_SOURCES, type LinkSource, type PageLink, type ParsedPage } from "../../page/html/page.js";
import { refreshUrl } from "../../page/html/refresh.js";
import { resolverFor } from "../../page/html/resolve.js";
import { RobotsRules } from "../../page/html/robots-directives.js";
import type { NewCapture } from "../capture.js";
import { mediaType } from "../warc/http-block.js";
import { dateOf } from "../warc/record-head.js";
import { httpUrl, redirectOf } from "./new-capture.js";

type Json = Readonly<Record<string, unknown>>;

const object = (value: unknown): Json => (typeof value === "object" && value !== null ? (value as Json) : {});
const list = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.map(object) : []);
const text = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : "";

/**
 * Reads a record of a WAT file (Common Crawl, after the Internet Archive's Web Archive Transformation): what JSON tells
 * of one record of the WARC beside it. There is no body: links, anchors, title and status are all.
 *
 * @returns the type of the record that it tells of; undefined when it is no WAT. The capture is missing where that is
 *   no response
 */
export function readWat(block: Uint8Array): { readonly type: string; readonly capture?: NewCapture } | undefined {
  const envelope = attempt(() => object(object(JSON.parse(Buffer.from(block).toString("utf8"))).Envelope));
  if (envelope === undefined) return undefined;
  const fields = object(envelope["WARC-Header-Metadata"] ?? envelope["ARC-Header-Metadata"]);
  const arc = envelope["ARC-Header-Metadata"] !== undefined;
  const type = arc ? "response" : text(fields["WARC-Type"]);
  if (type === "") return undefined;
  const http = object(object(envelope["Payload-Metadata"])["HTTP-Response-Metadata"]);
  const url = httpUrl(text(fields["WARC-Target-URI"] ?? fields["Target-URI"]));
  if (type !== "response" || url === undefined) return { type };
  const message = object(http["Response-Message"]);
  const status = Number(text(message.Status)) || 0;
  const head = headOf(message, object(http.Headers));
  const time = dateOf(text(fields["WARC-Date"] ?? fields.Date));
  const exchange = { url, time, request: "", status, head, body: new Uint8Array(0) };
  const contentType = Object.entries(object(http.Headers)).find(([name]) => name.toLowerCase() === "content-type");
  const redirect = redirectOf(exchange);
  const html = http["HTML-Metadata"];
  return {
    type,
    capture: {
      exchange,
      type: mediaType(text(contentType?.[1])),
      depth: 0,
      ...(redirect !== undefined && { redirect }),
      ...(html !== undefined && { page: pageOf(url, object(html)) }),
    },
  };
}

/** A head as it may have been: WAT keeps the values, not the bytes. */
function headOf(message: Json, headers: Json): string {
  const lines = [`${text(message.Version) || "HTTP/1.1"} ${text(message.Status)} ${text(message.Reason)}`];
  for (const [name, value] of Object.entries(headers)) {
    for (const each of Array.isArray(value) ? value : [value]) lines.push(`${name}: ${text(each)}`);
  }
  const clean = lines.map((line) => Buffer.from(line.replace(/[\r\n]+/g, " ").trim()).toString("latin1"));
  return `${clean.join("\r\n")}\r\n\r\n`;
}

function pageOf(url: string, html: Json): ParsedPage {
  const head = object(html.Head);
  const base = httpUrl(text(head.Base), url) ?? url;
  const resolver = resolverFor(base);
  const links: PageLink[] = [];
  let skipped = 0;
  let canonical: string | undefined;
  const robots = new RobotsRules();
  const add = (reference: string, source: LinkSource, anchor: string, rel: string) => {
    const target = resolver.resolve(reference);
    if (target === undefined) skipped++;
    else
      links.push({
        url: target,
        source,
        anchor: anchorOf(anchor),
        nofollow: /\b(?:nofollow|ugc|sponsored)\b/i.test(rel),
      });
    return target;
  };
  for (const meta of list(head.Metas)) {
    robots.addMeta(text(meta.name), text(meta.content));
    if (text(meta["http-equiv"]).toLowerCase() !== "refresh") continue;
    const target = refreshUrl(text(meta.content));
    if (target !== undefined) add(target, "meta[refresh]", "", "");
  }
  for (const link of [...list(head.Link), ...list(head.Scripts), ...list(html.Links)]) {
    const source = sourceOf(text(link.path));
    const reference = text(link.url ?? link.href);
    if (source === undefined || reference === "") continue;
    const target = add(reference, source, text(link.text ?? link.alt), text(link.rel));
    if (source === "link[href]" && /^canonical$/i.test(text(link.rel))) canonical ??= target;
  }
  return {
    title: collapse(text(head.Title)),
    base,
    links,
    ...(canonical !== undefined && { canonical }),
    robots: { noindex: robots.noindex, nofollow: robots.nofollow },
    skipped,
  };
}

const known = new Set<string>(LINK_SOURCES);

/** "A@/href" is a[href]; paths without an attribute, such as "STYLE/#text", are no links. */
function sourceOf(path: string): LinkSource | undefined {
  const match = /^(\w+)@\/([\w-]+)$/.exec(path);
  if (!match) return undefined;
  const name = `${match[1]}[${match[2]}]`.toLowerCase();
  if (known.has(name)) return name as LinkSource;
  const attribute = match[2].toLowerCase();
  return attribute === "cite" || attribute === "longdesc" ? attribute : "other";
}
