/** One delivery of a message. */
export interface Delivery {
  /** Where the server is told what became of it. */
  readonly reply: string;
  /** Of the message: it has the same however often it is delivered. */
  readonly id: string;
  /** How often the consumer delivered it before. */
  readonly before: number;
}

/**
 * Reads where a delivery is to be answered: "$JS.ACK.stream.consumer.deliveries.number.delivery.time.waiting"; newer servers put a
 * domain and an account behind "ACK".
 */
export function deliveryOf(reply: string): Delivery {
  const parts = reply.split(".");
  const [deliveries, number, , time] = parts.slice(parts.length === 9 ? 4 : 6);
  return { reply, id: `${number}.${time}`, before: Number(deliveries) - 1 };
}

/** Messages that are known when they come again. */
const REMEMBERED = 10_000;

/** What became of the messages that came last: after a server was restarted, all that it has in its files comes again. */
export class DeliveryMemory {
  readonly #known = new Map<string, "in hand" | "done">();

  /** @returns "done": the server forgot that it is done; "in hand": it forgot that it delivered it */
  came({ id, before }: Delivery): "new" | "done" | "in hand" {
    const known = this.#known.get(id);
    if (known === "done" || (known === "in hand" && before === 0)) return known;
    this.#note(id, "in hand");
    return "new";
  }

  done({ id }: Delivery): void {
    this.#note(id, "done");
  }

  #note(id: string, state: "in hand" | "done"): void {
    this.#known.delete(id);
    this.#known.set(id, state);
    if (this.#known.size <= REMEMBERED) return;
    const [oldest] = this.#known.keys();
    this.#known.delete(oldest);
  }
}
