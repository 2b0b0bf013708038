import { request as httpRequest, type IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { type FetchProblem, fetchProblem } from "../fetched.js";
import { type Asked, sentHeaders } from "./asked.js";
import { HEAD_BYTES } from "./connection.js";
import type { Dialer } from "./dialer.js";
import { Dialing, endedInOrder } from "./dialing.js";
import { Exchange, type Outcome, type Surroundings } from "./exchange.js";
import { faultOf, fetchError } from "./faults.js";
import { MendedHead } from "./mended-head.js";
import { rebuiltHead } from "./received.js";

/**
 * One request on a connection of its own, by Node's parser with all its leniencies: folded headers, bare line feeds,
 * control characters in values, 100 before 200, Content-Length beside chunks, versions of HTTP that there are not. A
 * length that is given twice is one, if it is the same, and blanks before a colon are none.
 */
export class LenientExchange extends Exchange {
  protected override readonly lenient = true;
  readonly #dialing = new Dialing();

  constructor(dialer: Dialer, asked: Asked, surroundings: Surroundings, done: (answer: Outcome) => void) {
    super(asked, surroundings, done);
    this.#start(dialer).catch((error) => this.settle(fetchError(error, asked.host)));
  }

  async #start(dialer: Dialer): Promise<void> {
    const { target, host } = this.asked;
    const socket = await dialer.dial(this.asked.origin, this.#dialing);
    this.ip = this.#dialing.ip;
    this.enter("headers");
    const sent = httpRequest({
      createConnection: () => new MendedHead(socket),
      method: "GET",
      path: target,
      headers: ["host", host, "connection", "close", ...sentHeaders(this.asked)],
      insecureHTTPParser: true,
      maxHeaderSize: HEAD_BYTES,
    });
    sent.on("information", () => {
      if (socket.bytesRead > Exchange.noHeadAfter) this.settle(this.overflow(socket.bytesRead));
    });
    sent.on("response", (response) => this.#receive(response, socket));
    sent.on("error", (error) => this.#broken(error, socket.bytesRead > 0));
    sent.on("close", () => this.#broken(new Error("closed without a response"), true));
    sent.end();
  }

  #receive(response: IncomingMessage, socket: Socket): void {
    const { httpVersion, statusCode = 0, statusMessage = "", rawHeaders } = response;
    this.status = statusCode;
    this.head = rebuiltHead(httpVersion, statusCode, statusMessage, rawHeaders);
    this.enter("body");
    let broken = false;
    // before Node hears of it, which takes a body without a length for complete
    socket.prependOnceListener("end", () => {
      broken = !response.complete && !endedInOrder(socket);
    });
    response.on("data", (chunk: Buffer) => this.take(chunk));
    response.on("end", () => this.finish(response.complete && !broken ? undefined : "disconnect"));
    response.on("error", () => this.finish("disconnect"));
    response.on("close", () => this.finish("disconnect"));
  }

  #broken(error: Error, heard: boolean): void {
    const known = faultOf(error);
    if (this.status > 0) this.finish("disconnect");
    else this.settle(fetchError(error, this.asked.host, heard && known !== "header-overflow" ? "bad-response" : known));
  }

  protected override late(phase: "connect" | "headers", where: string): FetchProblem {
    if (phase === "headers")
      return fetchProblem("header-timeout", `${where} no response header had come, read leniently`);
    return this.#dialing.late(where);
  }

  protected override hangUp(): void {
    this.#dialing.cancel();
  }
}
