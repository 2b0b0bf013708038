import type { Socket } from "node:net";
import type { Dispatcher } from "undici";
import { type FetchProblem, fetchProblem } from "../fetched.js";
import { type Asked, sentHeaders } from "./asked.js";
import type { Connection } from "./connection.js";
import { endedInOrder } from "./dialing.js";
import { Exchange, type Outcome, type Surroundings } from "./exchange.js";
import { codeOf, fetchError } from "./faults.js";
import { wantsHttp2 } from "./http2-exchange.js";
import { headAsReceived, rebuiltHead } from "./received.js";

/** These have no body, whatever their Content-Length says; undici takes the difference for an error. */
const bodiless = (status: number) => status === 204 || status === 304;

/** One request on one connection, by undici's parser. */
export class StrictExchange extends Exchange implements Dispatcher.DispatchHandler {
  readonly #connection: Connection;
  #controller: Dispatcher.DispatchController | undefined;
  #noted: Buffer[] = [];
  #heard = 0;
  #interim = 0;

  constructor(
    connection: Connection,
    asked: Asked,
    surroundings: Surroundings,
    done: (answer: Outcome, clean: boolean) => void,
  ) {
    super(asked, surroundings, done);
    this.#connection = connection;
    connection.hearer = this;
    const { target: path } = asked;
    connection.client.dispatch({ method: "GET", path, headers: sentHeaders(asked), origin: asked.origin.key }, this);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.settled) this.hangUp();
    this.#connection.uses++;
    this.#noted = []; // what an idle connection brought unasked belongs to no request
    this.#heard = 0;
    this.ip = this.#connection.ip;
    this.enter("headers");
  }

  hear(chunk: Buffer): void {
    this.#heard += chunk.length;
    if (this.#heard > Exchange.noHeadAfter) this.settle(this.overflow(this.#heard));
    else this.#noted.push(chunk);
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, _fields: object, reason = ""): void {
    if (status < 200) {
      this.#interim++;
      return;
    }
    this.#connection.hearer = undefined;
    this.status = status;
    this.head = headAsReceived(this.#noted, this.#interim) ?? rebuiltHead("1.1", status, reason, rawFields(controller));
    this.#noted = [];
    this.enter("body");
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.take(chunk);
  }

  onResponseEnd(): void {
    const socket = this.#connection.dialing.socket as Socket;
    // a body without a length undici ends by whatever ends the connection
    if (socket.readable || endedInOrder(socket)) this.finish(undefined, true);
    else this.finish("disconnect");
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    if (this.status > 0) {
      const whole = bodiless(this.status) && codeOf(error) === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH";
      this.finish(whole ? undefined : "disconnect");
    } else if (!this.settled) this.settle(this.#refused(error));
  }

  /** No head came that could be read. */
  #refused(error: Error): FetchProblem | Outcome {
    const where = this.ip === undefined ? this.asked.host : `${this.asked.host} (${this.ip})`;
    const known = fetchError(error, where);
    if (this.asked.origin.secure && wantsHttp2(error, this.#noted)) return { again: "http2", error: known };
    const odd = known.facts.fault === "bad-response" || /^bad (response|upgrade)$/.test(error.message);
    if (this.#heard > 0) return odd ? { again: "lenient", error: known } : known;
    return known.facts.fault === "reset" && this.#connection.uses > 1 ? { again: "fresh", error: known } : known;
  }

  protected override late(phase: "connect" | "headers", where: string): FetchProblem {
    if (phase === "headers") return fetchProblem("header-timeout", `${where} no response header had come`);
    return this.#connection.dialing.late(where);
  }

  protected override hangUp(): void {
    this.#connection.hearer = undefined;
    this.#noted = [];
    this.#controller?.abort(new Error("settled"));
  }
}

const rawFields = ({ rawHeaders }: Dispatcher.DispatchController) => (rawHeaders ?? []) as (Buffer | string)[];
