import type { JetStreamManager } from "@nats-io/jetstream";
import type { KV } from "@nats-io/kv";
import type { NatsConnection } from "@nats-io/transport-node";
import type { TakeOptions } from "../engine.js";
import type { Names } from "./names.js";
import type { Packages } from "./packages.js";
import { isMissing, makeOnce } from "./persist.js";

const NANOSECONDS = 1e6;

/** Milliseconds in which a message whose id was seen is not stored again. */
const REMEMBERED = 10 * 60_000;

/** What a group keeps on the server: a stream of all its queues, with a consumer for each that is taken of, and a table. */
export class Store {
  private constructor(
    readonly packages: Packages,
    readonly names: Names,
    readonly manager: JetStreamManager,
    readonly maxBytes: number | undefined,
    readonly connection: NatsConnection,
  ) {}

  /** @param maxBytes of the queues; undefined: 1 GiB, or what it was before */
  static async open(
    packages: Packages,
    connection: NatsConnection,
    names: Names,
    maxBytes: number | undefined,
  ): Promise<Store> {
    const manager = await packages.jetstream.jetstreamManager(connection);
    const store = new Store(packages, names, manager, maxBytes, connection);
    await store.makeStream();
    await store.table();
    return store;
  }

  /** Makes the stream, if there is none; those of other processes may do so at the same moment. */
  async makeStream(): Promise<void> {
    const { streams } = this.manager;
    const { RetentionPolicy, DiscardPolicy, StorageType } = this.packages.jetstream;
    const find = () => streams.info(this.names.stream).catch(ifMissing);
    const found = await find();
    if (found === undefined) {
      const settings = {
        name: this.names.stream,
        subjects: [this.names.subjects],
        retention: RetentionPolicy.Workqueue,
        discard: DiscardPolicy.New,
        storage: StorageType.File,
        max_bytes: this.maxBytes ?? 2 ** 30,
        duplicate_window: REMEMBERED * NANOSECONDS,
      };
      await makeOnce(() => streams.add(settings), find);
    } else if (this.maxBytes !== undefined && found.config.max_bytes !== this.maxBytes) {
      await streams.update(this.names.stream, { max_bytes: this.maxBytes });
    }
  }

  /**
   * Makes the consumer of a queue, which all who take of it share, if there is none.
   *
   * @param renew make it anew when the server was restarted since: what a server that was killed finds of a consumer in its files
   *   may be stuck for good, or have messages for stored that are done (seen with 2.9.10); what it finds of messages is right
   */
  async makeConsumer(queue: string, settings: Required<TakeOptions>, renew: boolean): Promise<void> {
    await this.makeStream();
    const { consumers } = this.manager;
    const name = this.names.consumer(queue);
    const start = this.#serverStart();
    const found = await consumers.info(this.names.stream, name).catch(ifMissing);
    const isOld = renew && found !== undefined && start !== undefined && found.config.description !== start;
    if (isOld) await consumers.delete(this.names.stream, name).catch(ifMissing);
    if (found === undefined || isOld) return this.#addConsumer(queue, settings, start);
    const { ahead, within } = settings;
    if (found.config.max_ack_pending === ahead && found.config.ack_wait === within * NANOSECONDS) return;
    await consumers.update(this.names.stream, name, { max_ack_pending: ahead, ack_wait: within * NANOSECONDS });
  }

  async #addConsumer(
    queue: string,
    { ahead, within }: Required<TakeOptions>,
    start: string | undefined,
  ): Promise<void> {
    const { AckPolicy, DeliverPolicy } = this.packages.jetstream;
    const settings = {
      durable_name: this.names.consumer(queue),
      description: start ?? "",
      filter_subject: this.names.queue(queue),
      deliver_policy: DeliverPolicy.All,
      ack_policy: AckPolicy.Explicit,
      ack_wait: within * NANOSECONDS,
      max_ack_pending: ahead,
    };
    const { consumers } = this.manager;
    await makeOnce(
      () => consumers.add(this.names.stream, settings),
      () => consumers.info(this.names.stream, settings.durable_name).catch(ifMissing),
    );
  }

  /** Which start of the server this is; undefined: it is one of a cluster, which keeps consumers in several places. */
  #serverStart(): string | undefined {
    const { info } = this.connection;
    return info?.cluster ? undefined : info?.server_id;
  }

  /** Is there no consumer of the queue? */
  async isGone(queue: string): Promise<boolean> {
    const found = this.manager.consumers.info(this.names.stream, this.names.consumer(queue));
    return (await found.catch(ifMissing)) === undefined;
  }

  /** The bucket of the table; makes it, if there is none. */
  async table(): Promise<KV> {
    const manager = new this.packages.kv.Kvm(this.connection);
    // read by way of the server's interface, which says when the bucket is gone
    const create = () => manager.create(this.names.bucket, { history: 1, allow_direct: false });
    await makeOnce(create, () => this.manager.streams.info(`KV_${this.names.bucket}`).catch(ifMissing));
    return create();
  }

  /** Messages that are not done, of a queue and of all whose names go on with a dot. */
  async pending(queue: string): Promise<number> {
    const { stream, subjects } = this.names;
    // of all queues: asked for one, a server of version 2.9 that was killed counts its newer files alone
    const { state } = await this.manager.streams.info(stream, { subjects_filter: subjects });
    let sum = 0;
    for (const [subject, count] of Object.entries(state.subjects ?? {})) {
      const name = subject.slice(subjects.length - 1);
      if (name === queue || name.startsWith(`${queue}.`)) sum += count;
    }
    return sum;
  }

  async drop(): Promise<void> {
    await this.manager.streams.delete(this.names.stream).catch(ifMissing);
    await this.manager.streams.delete(`KV_${this.names.bucket}`).catch(ifMissing);
  }
}

function ifMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}
