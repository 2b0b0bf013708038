import type { KvEntry } from "@nats-io/kv";
import type { Subscription } from "@nats-io/transport-node";
import type { Versioned } from "../engine.js";
import { callOut } from "./call-out.js";
import type { Link } from "./link.js";
import { growing } from "./pause.js";

/** Looks after a hint, over 6 seconds: the hint may come before the server stored the value. */
const LOOKS = 8;

/**
 * Follows one key of the table: what is sent there is a hint to look, and so is a reconnect. The client's own watching starts
 * again only where it stopped, and so misses what a bucket holds that was made anew.
 */
export class Watch {
  readonly #subscription: Subscription;
  readonly #forget: () => void;
  /** Looks that are due. */
  #due = 0;
  readonly #pause = growing(50, 4_000);
  #timer: NodeJS.Timeout | undefined;
  #looking = false;
  /** What was sent there last; undefined: it is not known. */
  #hint: Uint8Array | undefined;
  /** Revision and time of what was told last: a bucket that was made anew counts from 1 again. */
  #told = "";
  #ended = false;

  constructor(
    readonly link: Link,
    subject: string,
    readonly read: () => Promise<KvEntry | null>,
    readonly handler: (entry: Versioned) => void,
  ) {
    this.#subscription = link.connection.subscribe(subject, { callback: (_, message) => this.#hinted(message?.data) });
    this.#forget = link.whenUp(() => this.#hinted(undefined));
    this.#hinted(undefined);
  }

  end(): void {
    this.#ended = true;
    this.#forget();
    clearTimeout(this.#timer);
    if (!this.link.closed) this.#subscription.unsubscribe();
  }

  #hinted(hint: Uint8Array | undefined): void {
    this.#hint = hint;
    this.#due = LOOKS;
    this.#pause.reset();
    clearTimeout(this.#timer);
    if (!this.#looking) void this.#look();
  }

  async #look(): Promise<void> {
    this.#looking = true;
    this.#due--;
    const entry = await this.read().catch(() => null);
    this.#looking = false;
    if (this.#ended) return;
    if (entry) this.#tell(entry);
    if (this.#due > 0) this.#timer = setTimeout(() => void this.#look(), this.#pause.next()).unref();
  }

  #tell({ value, revision, created }: KvEntry): void {
    if (this.#hint && Buffer.compare(this.#hint, value) === 0) this.#due = 0;
    const which = `${revision} ${created.getTime()}`;
    if (which === this.#told) return;
    this.#told = which;
    callOut(() => this.handler({ value, revision }));
  }
}
