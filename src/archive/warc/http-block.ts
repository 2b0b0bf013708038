/** An HTTP response as it stands in a record. */
export interface HttpBlock {
  readonly status: number;
  /**
   * Status line and headers, lines ended by CR LF, the empty line included; each char is one byte (latin-1). See
   * Exchange.head.
   */
  readonly head: string;
  /** Less the transfer coding, where that was still there; content codings stand. */
  readonly body: Uint8Array;
  /** The chunks of a chunked body ended before the last one, or in the midst of one. */
  readonly brokenChunks: boolean;
}

const CR = 13;
const LF = 10;
/** "101 Switching Protocols" is no interim response: what follows is of another protocol. */
const SWITCHING = 101;

/**
 * Reads an HTTP response leniently, as archives hold it: interim responses before it (100 Continue, 103 Early Hints),
 * status lines without a reason or of ICY, lines ended by LF alone, headers that never end, bodies whose chunks the
 * archive took away while "Transfer-Encoding: chunked" stayed.
 *
 * @returns undefined when the first line is no status line
 */
export function parseHttpBlock(block: Uint8Array): HttpBlock | undefined {
  const bytes = buffer(block);
  const status = statusAt(bytes);
  if (status === undefined) return undefined;
  const { start, end } = emptyLine(bytes) ?? { start: bytes.length, end: bytes.length };
  if (status < 200 && status !== SWITCHING && statusAt(bytes.subarray(end)) !== undefined) {
    return parseHttpBlock(block.subarray(end));
  }
  const raw = bytes.toString("latin1", 0, start).trim();
  const head = `${raw.includes("\n") || raw.includes("\r") ? raw.replace(/\r{0,2}\n|\r/g, "\r\n") : raw}\r\n\r\n`;
  const body = block.subarray(end);
  const coding = headerOf(head, "transfer-encoding");
  const chunks = coding && /\bchunked\b/i.test(coding) ? unchunk(body) : undefined;
  return { status, head, body: chunks?.body ?? body, brokenChunks: chunks?.broken ?? false };
}

/** The status of a status line; undefined where there is none. */
function statusAt(bytes: Buffer): number | undefined {
  const first = bytes.toString("latin1", 0, Math.min(bytes.length, 64));
  const status = /^\s{0,4}(?:HTTP(?:\/\d+(?:\.\d+)?)?|ICY)\s+(\d{3})(?!\d)/i.exec(first);
  return status ? Number(status[1]) : undefined;
}

/** The first value of a header in a head; undefined when there is none. Folded lines are joined. */
export function headerOf(head: string, name: string): string | undefined {
  return headersOf(head, name)[0];
}

const patterns = new Map<string, RegExp>();

/** All values of a header in a head, in order. */
export function headersOf(head: string, name: string): string[] {
  let pattern = patterns.get(name);
  if (pattern === undefined) {
    pattern = new RegExp(`\\n${name}[ \\t]*:[ \\t]*([^\\r\\n]*(?:\\r?\\n[ \\t]+[^\\r\\n]*)*)`, "gi");
    if (patterns.size < 100) patterns.set(name, pattern);
  }
  return Array.from(head.matchAll(pattern), ([, value]) => value.replace(/\r?\n[ \t]+/g, " ").trim());
}

/** Media type of a response: lower case, without parameters; "" where there is none. */
export const mediaType = (contentType: string | undefined): string =>
  (contentType ?? "").split(/[;,]/, 1)[0].trim().toLowerCase();

/** Where the first empty line stands, `start` before the line end that precedes it; undefined when there is none. */
export function emptyLine(bytes: Buffer): { readonly start: number; readonly end: number } | undefined {
  for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) {
    let end = at + 1;
    // one too many where a program put a CR before each LF that had one
    while (bytes[end] === CR && end < at + 3) end++;
    if (bytes[end] === LF) return { start: at, end: end + 1 };
  }
  return undefined;
}

/**
 * Takes chunks apart (RFC 9112, section 7.1). A body that does not begin with the size of a chunk has none; one that
 * goes wrong later is what its whole chunks held, and the rest as far as it is there.
 */
function unchunk(body: Uint8Array): { readonly body: Uint8Array; readonly broken: boolean } | undefined {
  const bytes = buffer(body);
  const parts: Uint8Array[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = bytes.indexOf(LF, at);
    const size = lineEnd < 0 || lineEnd - at > 256 ? null : sizeOfChunk(bytes.toString("latin1", at, lineEnd));
    if (size === null) {
      if (at === 0) return undefined;
      if (at < bytes.length) parts.push(body.subarray(at));
      return { body: Buffer.concat(parts), broken: true };
    }
    if (size === 0) return { body: parts.length === 1 ? parts[0] : Buffer.concat(parts), broken: false };
    const from = lineEnd + 1;
    parts.push(body.subarray(from, from + size));
    if (from + size > bytes.length) {
      return parts.length === 1 && at === 0 && !followedByLine(bytes, from)
        ? undefined
        : { body: Buffer.concat(parts), broken: true };
    }
    at = from + size;
    if (bytes[at] === CR) at++;
    if (bytes[at] === LF) at++;
    if (at >= bytes.length) return { body: Buffer.concat(parts), broken: true };
  }
}

/**
 * A first line of hexadecimal digits is the size of a chunk and not the beginning of a text when it ends as HTTP lines
 * do.
 */
const followedByLine = (bytes: Buffer, from: number): boolean => from >= 2 && bytes[from - 2] === CR;

function sizeOfChunk(line: string): number | null {
  const match = /^([0-9a-f]{1,12})[ \t]*(?:;[^\r]*)?\r?$/i.exec(line);
  return match ? Number.parseInt(match[1], 16) : null;
}

const buffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
