import type { Msg, Subscription } from "@nats-io/transport-node";
import type { Message } from "../engine.js";
import { callOut } from "./call-out.js";
import type { Link } from "./link.js";
import { growing, pause } from "./pause.js";
import { isUnheard } from "./queue-answers.js";
import type { Requests } from "./requests.js";

/** Milliseconds between signs of life of a server that has nothing to deliver; without any for so long, it is asked again. */
const HEARTBEAT = 1_000;
const SILENCE = 3_500;

/** Milliseconds for which a server keeps a question. */
const EXPIRES = 10_000;

/** Messages that are known when they come again. */
const REMEMBERED = 10_000;

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
  /** Makes the consumer anew, if there is none, or one of a server that was restarted since. */
  mend(): Promise<void>;
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
  readonly #pause = growing(100, 2_000);
  readonly #forget: () => void;
  /** Messages that a question was sent for and that did not come yet. */
  #wanted = 0;
  #heard = Date.now();
  /** What came last: when a server was restarted, all that it stores comes again, what is in hand and what it forgot was done. */
  readonly #known = new Map<string, "in hand" | "done">();
  #mending: NodeJS.Timeout | undefined;
  #ended = false;

  constructor(
    readonly link: Link,
    readonly requests: Requests,
    readonly taken: Taken,
  ) {
    this.#subscription = link.connection.subscribe(taken.inbox, {
      callback: (error, message) => (error ? this.#mend() : this.#came(message)),
    });
    this.#forget = link.whenUp(() => this.#mend());
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
    clearTimeout(this.#mending);
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
    this.#pause.reset();
    this.#ask();
    const known = this.#known.get(delivery.id);
    if (known === "done") this.#send(delivery.reply, DONE);
    if (known === "done" || (known === "in hand" && delivery.before === 0)) return;
    this.#note(delivery.id, "in hand");
    callOut(() => this.taken.handle(this.#message(message.data, delivery)));
  }

  #note(id: string, state: "in hand" | "done"): void {
    this.#known.delete(id);
    this.#known.set(id, state);
    if (this.#known.size <= REMEMBERED) return;
    const [oldest] = this.#known.keys();
    this.#known.delete(oldest);
  }

  /** The server says something of its own: that it is alive, that a question ran out, or that something is wrong. */
  #told(message: Msg): void {
    const code = message.headers?.code;
    if (code === 404 || code === 408) {
      const left = Number(message.headers?.get("Nats-Pending-Messages") || this.#wanted);
      this.#wanted = Math.max(0, this.#wanted - left);
      this.#ask();
    } else if (code !== 100) {
      this.#mend();
    }
  }

  #look(): void {
    if (this.link.connected && Date.now() - this.#heard > SILENCE) this.#mend();
  }

  #mend(): void {
    if (this.#ended || this.#mending) return;
    this.#mending = setTimeout(async () => {
      await this.taken.mend().catch(() => {}); // asked again after the next silence
      this.#mending = undefined;
      this.#askAnew();
    }, this.#pause.next());
  }

  #message(body: Uint8Array, { reply, id, before }: Delivery): Message {
    return {
      body,
      redelivered: before,
      done: () => {
        this.#note(id, "done");
        return this.#done(reply);
      },
      working: () => this.#send(reply, WORKING),
    };
  }

  async #done(reply: string): Promise<void> {
    const judge = (answer: Msg) => ({ result: !isUnheard(answer) });
    while (!(await this.requests.send(reply, DONE, judge))) {
      if (await this.taken.gone()) return;
      await pause(this.#pause.next());
    }
  }

  #send(subject: string, body: Uint8Array, reply?: string): void {
    if (!this.link.closed) this.link.connection.publish(subject, body, reply === undefined ? {} : { reply });
  }
}

interface Delivery {
  /** Where the server is told what became of it. */
  readonly reply: string;
  /** Of the message: it has the same however often it is delivered. */
  readonly id: string;
  /** How often the consumer delivered it before. */
  readonly before: number;
}

/** "$JS.ACK.stream.consumer.deliveries.number.delivery.time.waiting"; newer servers put a domain and an account behind "ACK". */
function deliveryOf(reply: string): Delivery {
  const parts = reply.split(".");
  const [deliveries, number, , time] = parts.slice(parts.length === 9 ? 4 : 6);
  return { reply, id: `${number}.${time}`, before: Number(deliveries) - 1 };
}
