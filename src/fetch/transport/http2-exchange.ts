import { STATUS_CODES } from "node:http";
import type { ClientHttp2Session, IncomingHttpHeaders, IncomingHttpStatusHeader } from "node:http2";
import type { TLSSocket } from "node:tls";
import { type FetchProblem, fetchProblem } from "../fetched.js";
import { type Asked, sentHeaders } from "./asked.js";
import { HEAD_BYTES } from "./connection.js";
import type { Dialer } from "./dialer.js";
import { Dialing } from "./dialing.js";
import { Exchange, type Outcome, type Surroundings } from "./exchange.js";
import { codeOf, fetchError } from "./faults.js";
import { Frames } from "./frames.js";
import { rebuiltHead } from "./received.js";

/** NO_ERROR of RFC 9113, section 7: the server ended the stream, and not for a fault. */
const NO_ERROR = 0;

/**
 * INTERNAL_ERROR, REFUSED_STREAM and ENHANCE_YOUR_CALM of RFC 9113, section 7: the server could not answer, or would not
 * yet, as where it resets a connection of HTTP/1.1. Other codes say that one side broke the protocol.
 */
const MAY_PASS = [2, 7, 11];

/** Alert 120 of TLS: the server speaks none of the protocols that were offered. RFC 7301, section 3.2 */
const REFUSED_PROTOCOL = /NO_APPLICATION_PROTOCOL/;

/** Of a head at most. */
const FIELDS = 4_096;

/** Kind of the frame that a server of HTTP/2 begins with: RFC 9113, sections 3.4 and 6.5. */
const SETTINGS = 4;

/** Does a server speak HTTP/2 alone: did it refuse HTTP/1.1, or answer it in frames? @param heard what it sent */
export function wantsHttp2(error: unknown, heard: readonly Buffer[]): boolean {
  if (REFUSED_PROTOCOL.test(codeOf((error as Error).cause))) return true;
  const head = Buffer.concat(heard).subarray(0, 9);
  return head.length === 9 && head.readUIntBE(0, 3) % 6 === 0 && head[3] === SETTINGS && head.readUInt32BE(5) === 0;
}

/** One request on a connection of its own to a server that speaks HTTP/2 alone, by Node's client. */
export class Http2Exchange extends Exchange {
  readonly #dialing = new Dialing();
  #session: ClientHttp2Session | undefined;

  constructor(dialer: Dialer, asked: Asked, surroundings: Surroundings, done: (answer: Outcome) => void) {
    super(asked, surroundings, done);
    this.#start(dialer).catch((error) => this.settle(fetchError(error, asked.host)));
  }

  async #start(dialer: Dialer): Promise<void> {
    const { connect } = await import("node:http2");
    const { origin, path, host } = this.asked;
    const socket = (await dialer.dial(origin, this.#dialing, "h2")) as TLSSocket;
    if (this.settled) return;
    this.ip = this.#dialing.ip;
    if (socket.alpnProtocol !== "h2")
      throw fetchProblem("tls", `${host}: the server takes neither HTTP/1.1 nor HTTP/2`);
    this.enter("headers");
    const frames = new Frames(socket);
    const session = connect(origin.key, {
      createConnection: () => frames,
      settings: { enablePush: false, maxHeaderListSize: HEAD_BYTES },
      maxHeaderListPairs: FIELDS,
    });
    this.#session = session;
    const sent = sentHeaders(this.asked);
    const fields: Record<string, string> = { ":path": path, ":authority": host };
    for (let i = 0; i < sent.length; i += 2) fields[sent[i].toLowerCase()] = sent[i + 1];
    const stream = session.request(fields, { endStream: true });
    stream.on("response", (headers) => this.#begin(headers));
    stream.on("data", (chunk: Buffer) => this.take(chunk));
    for (const each of [session, stream]) each.on("error", (error) => this.#broken(error, stream.rstCode ?? NO_ERROR));
    stream.on("close", () => {
      const { host } = this.asked;
      if (this.status === 0)
        this.settle(fetchProblem("reset", `${host}: closed without a response (code ${stream.rstCode})`));
      else this.finish(stream.rstCode === NO_ERROR && frames.ended ? undefined : "disconnect");
      session.destroy();
    });
  }

  /** The head is written as that of HTTP/1.1, which is all that readers of archives take. */
  #begin({ ":status": status = 0, ...fields }: IncomingHttpHeaders & IncomingHttpStatusHeader): void {
    const list = Object.entries(fields).flatMap(([name, value]) =>
      [value ?? []].flat().flatMap((each) => [name, each]),
    );
    const head = rebuiltHead("1.1", status, STATUS_CODES[status] ?? "", list);
    if (head.length > HEAD_BYTES) {
      this.settle(this.overflow(head.length));
      return;
    }
    this.status = status;
    this.head = head;
    this.enter("body");
  }

  #broken(error: Error, code: number): void {
    const isOfServer = codeOf(error).startsWith("ERR_HTTP2");
    const fault = isOfServer ? (MAY_PASS.includes(code) ? "reset" : "bad-response") : undefined;
    if (this.status > 0) this.finish("disconnect");
    else this.settle(fetchError(error, this.asked.host, fault));
  }

  protected override late(phase: "connect" | "headers", where: string): FetchProblem {
    if (phase === "headers") return fetchProblem("header-timeout", `${where} no response header had come, over HTTP/2`);
    return this.#dialing.late(where);
  }

  protected override hangUp(): void {
    this.#session?.destroy();
    this.#dialing.cancel();
  }
}
