import type { Exchange } from "../exchange.js";
import { headerOf, headersOf } from "./http-block.js";
import type { WarcRecord } from "./warc-record.js";

const NOT_MODIFIED = 304;

/** Words of WARC-Truncated (ISO 28500:2017, section 5.13). */
const TRUNCATED = ["length", "time", "disconnect", "unspecified"] as const;

/**
 * The exchange that a record stands for: a response; a revisit, with an empty body; or a resource, with a head made up
 * for its type.
 *
 * @returns undefined for other records, and for a response without a status line
 */
export function exchangeOf(record: WarcRecord): Exchange | undefined {
  const parts = partsOf(record);
  if (!parts) return undefined;
  const ip = record.headers.get("WARC-IP-Address");
  const word = record.headers.get("WARC-Truncated")?.toLowerCase();
  const known = TRUNCATED.find((each) => each === word);
  const truncated = known ?? (record.cut === "limit" ? "length" : word || record.cut ? "unspecified" : undefined);
  return {
    url: record.url,
    time: record.time,
    ...(ip ? { ip } : {}),
    request: "",
    ...parts,
    ...(truncated ? { truncated } : {}),
  };
}

/** What came back. */
export type Answer = Pick<Exchange, "status" | "head" | "body">;

/**
 * A revisit as what it repeats: with the body of its original, and the head where its own says nothing (none, or 304).
 * Where its own does not say how that body is coded, it says so then.
 */
export function withOriginal(revisit: Exchange, { status, head, body }: Answer): Exchange {
  if (revisit.status === 0 || revisit.status === NOT_MODIFIED) return { ...revisit, status, head, body };
  const codings = headersOf(head, CODING);
  if (codings.length === 0 || headerOf(revisit.head, CODING) !== undefined) return { ...revisit, body };
  const coded = revisit.head.replace(/\r\n$/, `Content-Encoding: ${codings.join(", ")}\r\n\r\n`);
  return { ...revisit, head: coded, body };
}

const CODING = "content-encoding";

function partsOf(record: WarcRecord): Answer | undefined {
  const { type, http, block } = record;
  if (type === "resource") {
    const media = record.headers.get("ARC-Content-Type") ?? record.headers.get("Content-Type") ?? "";
    const head = `HTTP/1.1 200 OK\r\nContent-Type: ${Buffer.from(media.replace(/[\r\n]/g, " ")).toString("latin1")}\r\n\r\n`;
    return { status: 200, head, body: block };
  }
  if (type === "revisit") return { status: http?.status ?? 0, head: http?.head ?? "", body: new Uint8Array(0) };
  return type === "response" && http ? { status: http.status, head: http.head, body: http.body } : undefined;
}
