import type { DeliveryInfo } from "@nats-io/jetstream";

/** Messages that are known when they come again. */
const REMEMBERED = 10_000;

type Delivery = Pick<DeliveryInfo, "streamSequence" | "timestampNanos" | "deliveryCount">;

/** Of a message: it has the same however often it is delivered, and none has it in a stream that was made anew. */
const messageId = ({ streamSequence, timestampNanos }: Delivery): string => `${streamSequence}.${timestampNanos}`;

/**
 * What became of the messages that came last: after a server was restarted, all that it has in its files comes again.
 */
export class DeliveryMemory {
  readonly #known = new Map<string, "in hand" | "done">();

  /** @returns "done": the server forgot that it is done; "in hand": it forgot that it delivered it */
  came(delivery: Delivery): "new" | "done" | "in hand" {
    const known = this.#known.get(messageId(delivery));
    if (known === "done" || (known === "in hand" && delivery.deliveryCount === 1)) return known;
    this.note(delivery, "in hand");
    return "new";
  }

  note(delivery: Delivery, state: "in hand" | "done"): void {
    const id = messageId(delivery);
    this.#known.delete(id);
    this.#known.set(id, state);
    if (this.#known.size <= REMEMBERED) return;
    const [oldest] = this.#known.keys();
    this.#known.delete(oldest);
  }
}
