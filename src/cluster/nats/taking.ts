import type { Msg, Subscription } from "@nats-io/transport-node";
import type { Message } from "../engine.js";
import { callOut } from "./call-out.js";
import { type Delivery, DeliveryMemory, deliveryOf } from "./delivery.js";
import type { Link } from "./link.js";
import { Mender } from "./mender.js";
import { growing, pause } from "./pause.js";
import { isUnheard } from "./queue-answers.js";
import type { Requests } from "./requests.js";

/** Milliseconds between signs of life of a server that has nothing to deliver; without any for so long, it is asked again. */
const HEARTBEAT = 1_000;
const SILENCE = 3_500;

/** Milliseconds for which a server keeps a question. */
const EXPIRES = 10_000;

/** Attempts to say that a message is done to a consumer that is not there. */
const ATTEMPTS = 5;

const NANOSECONDS = 1e6;
const bytes = (text: string) => new TextEncoder().encode(text);
const [DONE, NOT_NOW, WORKING] = [bytes("+ACK"), bytes("-NAK"), bytes("+WPI")];

/** What a taking needs to know. */
export interface Taken {
  /** Where the server is asked for messages. */
  readonly next: string;
  /** A subject of its own, on which they come. */
  readonly inbox: string;
  readonly ahead: number;
  handle(message: Message): void;
  /** Makes the consumer, if there is none; @param renew and anew, if the server was restarted since it was made. */
  mend(renew: boolean): Promise<void>;
  /** Is there no such consumer any more? */
  gone(): Promise<boolean>;
}

/**
 * Takes of a queue: asks the server for some messages, and again before all of them came. The client's own loop of that kind
 * waits up to half a minute after a server was killed, and gives nothing back when it ends.
 */
export class Taking {
  readonly #subscription: Subscription;
  readonly #clock: NodeJS.Timeout;
  readonly #mender: Mender;
  readonly #forget: () => void;
  /** Messages that a question was sent for and that did not come yet. */
  #wanted = 0;
  #heard = Date.now();
  readonly #memory = new DeliveryMemory();
  #ended = false;

  constructor(
    readonly link: Link,
    readonly requests: Requests,
    readonly taken: Taken,
  ) {
    this.#mender = new Mender(
      (renew) => taken.mend(renew),
      () => this.#askAnew(),
    );
    this.#subscription = link.connection.subscribe(taken.inbox, {
      callback: (error, message) => (error ? this.#mender.ask(false) : this.#came(message)),
    });
    this.#forget = link.whenUp(() => this.#mender.ask(true));
    this.#clock = setInterval(() => this.#look(), HEARTBEAT);
    this.#askAnew();
  }

  /** What comes while it ends is given back at once. */
  async end(): Promise<void> {
    this.stop();
    if (this.link.connected) await this.#subscription.drain().catch(() => {});
  }

  /** Asks for nothing more. */
  stop(): void {
    this.#ended = true;
    clearInterval(this.#clock);
    this.#mender.stop();
    this.#forget();
  }

  #askAnew(): void {
    this.#wanted = 0;
    this.#heard = Date.now();
    this.#ask();
  }

  /** Two questions are with the server, each for a quarter of what may be under way: so several who take of a queue come in turn. */
  #ask(): void {
    const batch = Math.max(1, this.taken.ahead >> 2);
    if (this.#ended || !this.link.connected) return;
    while (this.#wanted <= batch) {
      this.#wanted += batch;
      const question = { batch, expires: EXPIRES * NANOSECONDS, idle_heartbeat: HEARTBEAT * NANOSECONDS };
      this.#send(this.taken.next, bytes(JSON.stringify(question)), this.taken.inbox);
    }
  }

  #came(message: Msg): void {
    this.#heard = Date.now();
    if (message.subject === this.taken.inbox) this.#told(message);
    else if (this.#ended) this.#send(message.reply ?? "", NOT_NOW);
    else this.#handOver(message);
  }

  #handOver(message: Msg): void {
    const delivery = deliveryOf(message.reply ?? "");
    this.#wanted = Math.max(0, this.#wanted - 1);
    this.#mender.wellAgain();
    this.#ask();
    const meant = this.#memory.came(delivery);
    if (meant === "done") this.#send(delivery.reply, DONE);
    if (meant !== "new") return;
    callOut(() => this.taken.handle(this.#message(message.data, delivery)));
  }

  /** The server says something of its own: that it is alive, that a question ran out, or that something is wrong. */
  #told(message: Msg): void {
    const code = message.headers?.code;
    if (code === 404 || code === 408) {
      const left = Number(message.headers?.get("Nats-Pending-Messages") || this.#wanted);
      this.#wanted = Math.max(0, this.#wanted - left);
      this.#ask();
    } else if (code !== 100) {
      this.#mender.ask(false);
    }
  }

  #look(): void {
    if (this.link.connected && Date.now() - this.#heard > SILENCE) this.#mender.ask(false);
  }

  #message(body: Uint8Array, delivery: Delivery): Message {
    const { reply, before } = delivery;
    return {
      body,
      redelivered: before,
      done: () => {
        this.#memory.done(delivery);
        return this.#done(reply);
      },
      working: () => this.#send(reply, WORKING),
    };
  }

  /** Where nobody listens, the consumer is made anew at this moment; or it was dropped. */
  async #done(reply: string): Promise<void> {
    const judge = (answer: Msg) => ({ result: !isUnheard(answer) });
    const pauses = growing(50, 1_000);
    for (let gone = 0; gone < ATTEMPTS; ) {
      if (await this.requests.send(reply, DONE, judge)) return;
      if (await this.taken.gone()) gone++;
      await pause(pauses.next());
    }
  }

  #send(subject: string, body: Uint8Array, reply?: string): void {
    if (!this.link.closed) this.link.connection.publish(subject, body, reply === undefined ? {} : { reply });
  }
}
