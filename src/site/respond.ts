import type { IncomingMessage, ServerResponse } from "node:http";
import type { AccessEntry } from "./access-log.js";
import type { Answer, Asked } from "./answer.js";

/** A slow host sends a piece this often. */
const TRICKLE_MILLISECONDS = 100;

/** Milliseconds since 1970; never backwards, whatever is done to the machine's clock. */
export const clock = (): number => performance.timeOrigin + performance.now();

/**
 * What a request asks for. A target in absolute form, as proxies get it, names the host (RFC 9112, section 3.2.2), so
 * that a crawler may be given the site as its proxy.
 *
 * @param port the site's own, which clients without a map of host names write after the host
 */
export function asked({ method = "", url = "", headers }: IncomingMessage, port: number): Asked {
  const [, authority, rest = ""] = /^https?:\/\/([^/?#]+)(.*)$/i.exec(url) ?? [];
  const header = (name: string) => {
    const value = headers[name];
    return Array.isArray(value) ? value.join(", ") : value;
  };
  return {
    method,
    host: hostName(authority ?? headers.host ?? "", port),
    path: authority === undefined ? url : rest.startsWith("/") ? rest : `/${rest}`,
    header,
  };
}

/** Lower case, without a dot at the end, and without port where that is 80 or the site's own. */
function hostName(authority: string, port: number): string {
  const [, name, digits] = /^(.*?)\.?(?::(\d*))?$/.exec(authority.toLowerCase()) ?? ["", authority];
  const implied = digits === undefined || digits === "" || Number(digits) === 80 || Number(digits) === port;
  return implied ? name : `${name}:${digits}`;
}

const nameAndValue = (line: string) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)];

/**
 * Sends an answer, at once or as late and slowly as it says.
 *
 * @param over called once, when the last byte was handed to the operating system or the client has left, with what was
 *   sent
 */
export function send(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  over: (sent: Pick<AccessEntry, "end" | "status" | "bytes">) => void,
): void {
  const bare = request.method === "HEAD" || answer.status === 304;
  let status = 0;
  let bytes = 0;
  let isOver = false;
  const finish = () => {
    if (isOver) return;
    isOver = true;
    over({ end: clock(), status, bytes });
  };
  response.once("close", finish);
  if (answer.death === "reset") request.socket.resetAndDestroy();
  if (answer.death) return;

  const begin = () => {
    if (response.destroyed) return;
    status = answer.status;
    const headers = answer.headers.flatMap(nameAndValue);
    if (answer.status !== 304 && !answer.chunked) headers.push("Content-Length", String(answer.body.length));
    if (answer.reason === undefined) response.writeHead(answer.status, headers);
    else response.writeHead(answer.status, answer.reason, headers);
    if (bare) end();
    else if (answer.rate !== undefined) trickle(0, Math.max(1, (answer.rate * TRICKLE_MILLISECONDS) / 1000));
    else if (answer.chunked) pieces();
    else end(answer.body);
  };
  const end = (body?: Uint8Array) => {
    bytes += body?.length ?? 0;
    if (body) response.end(body);
    else response.end();
    if (request.socket.writableLength === 0) finish();
    else response.once("finish", finish);
  };
  const pieces = () => {
    const size = Math.max(1, Math.ceil(answer.body.length / 3));
    for (let at = 0; at < answer.body.length; at += size) {
      const piece = answer.body.subarray(at, at + size);
      response.write(piece);
      bytes += piece.length;
    }
    end();
  };
  const trickle = (at: number, size: number) => {
    if (response.destroyed) return;
    const to = at + Math.round(size);
    if (to >= answer.body.length) return end(answer.body.subarray(at));
    bytes += to - at;
    response.write(answer.body.subarray(at, to));
    setTimeout(trickle, TRICKLE_MILLISECONDS, to, size);
  };
  if (answer.latency) setTimeout(begin, answer.latency);
  else begin();
}
