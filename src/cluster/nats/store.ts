import type { ConsumerInfo, JetStreamManager, StreamConfig } from "@nats-io/jetstream";
import { either, problem } from "../../base/error.js";
import type { Link } from "./link.js";
import { groupOf, type Names } from "./names.js";
import { hasCode, ifMissing, THERE, TOO_MANY } from "./persist.js";

const NANOSECONDS = 1e6;

/** Milliseconds in which a message whose id was seen is not stored again. */
const REMEMBERED = 10 * 60_000;

/** Bytes of all queues, unless told otherwise. */
const MOST_BYTES = 2 ** 30;

/** Servers of a cluster that each keep all of it, at most: any one of three may lose its disk. */
const REPLICAS = 3;

/** Times that a cluster is asked for that many while it still finds out who belongs to it. */
const ATTEMPTS = 6;

export interface StoreLimits {
  /** Of the queues; undefined: 1 GiB, or what it was before. */
  readonly maxBytes: number | undefined;
  /** Servers that each keep all of it; undefined: as many as the cluster has, up to three. */
  readonly replicas: number | undefined;
}

const CONSUMER_GONE = { code: 404, err_code: 10014, description: "consumer not found" };

type Settings = Partial<StreamConfig> & { readonly name: string };

/**
 * What a group keeps on the server: a stream of all its queues, with a consumer for each that is taken of, and one of
 * its table.
 */
export class Store {
  #refusals = 0;

  constructor(
    readonly jetstream: typeof import("@nats-io/jetstream"),
    readonly manager: JetStreamManager,
    readonly link: Link,
    readonly names: Names,
    readonly limits: StoreLimits,
  ) {}

  /** Has the table of the group an entry? Whoever begins something makes the streams a moment before. */
  async isThere(): Promise<boolean> {
    const found = await this.manager.streams.info(this.names.table).catch(ifMissing);
    return found !== undefined && found.state.messages > 0;
  }

  /** Groups whose tables have entries. */
  async groups(): Promise<readonly string[]> {
    const found: (string | undefined)[] = [];
    for await (const { config, state } of this.manager.streams.list())
      if (state.messages > 0) found.push(groupOf(config.name));
    return found.filter((group) => group !== undefined).sort();
  }

  /** Makes what there is not; other processes may do so at the same moment. */
  async make(): Promise<void> {
    const { RetentionPolicy, DiscardPolicy, StorageType } = this.jetstream;
    const common = { discard: DiscardPolicy.New, storage: StorageType.File };
    await this.#makeStream({
      ...common,
      name: this.names.stream,
      subjects: [this.names.subjects],
      retention: RetentionPolicy.Workqueue,
      duplicate_window: REMEMBERED * NANOSECONDS,
      ...(this.limits.maxBytes !== undefined && { max_bytes: this.limits.maxBytes }),
    });
    // as NATS' own tables are: the last value of each key
    await this.#makeStream({
      ...common,
      name: this.names.table,
      subjects: [this.names.keys],
      max_msgs_per_subject: 1,
      allow_rollup_hdrs: true,
      max_bytes: -1,
    });
  }

  /**
   * Makes a stream on as many servers as was said, or as the cluster has, up to three; or adds those that were missing when it was
   * made. Only the cluster knows their number: what it tells clients are addresses of those that run now, of which one
   * server may have several. So it is asked for fewer until it agrees.
   *
   * @throws "unsuitable" where it has fewer servers than copies were asked for
   */
  async #makeStream(settings: Settings): Promise<void> {
    const { streams } = this.manager;
    const { info } = this.link.connection;
    const found = await streams.info(settings.name).catch(ifMissing);
    const max_bytes = settings.max_bytes ?? found?.config.max_bytes ?? MOST_BYTES;
    const asked = this.limits.replicas;
    for (let replicas = asked ?? (info?.cluster ? REPLICAS : 1); ; replicas--) {
      const num_replicas = Math.max(replicas, found?.config.num_replicas ?? replicas);
      if (found?.config.num_replicas === num_replicas && found.config.max_bytes === max_bytes) return;
      try {
        if (found) await streams.update(settings.name, { num_replicas, max_bytes });
        else await streams.add({ ...settings, num_replicas, max_bytes });
        return;
      } catch (error) {
        const isStarting = !found && (info?.connect_urls?.length ?? 0) >= replicas && this.#refusals++ < ATTEMPTS;
        if (replicas === 1 || isStarting || !hasCode(error, TOO_MANY)) throw error;
        if (asked !== undefined)
          throw problem.unsuitable({
            cause: error,
          })`${this.link.address} keeps fewer copies than ${asked}: as many servers of its cluster must run, with JetStream; or leave ${either("replicas", "--replicas")} out`;
      }
    }
  }

  /**
   * The consumer of a queue, which all who take of it share; makes it, if there is none, and anew if the server was
   * restarted since: what a server that was killed finds of a consumer in its files may be stuck for good, or have
   * messages for stored that are done (seen with 2.9.10); what it finds of messages is right.
   *
   * @throws "consumer not found" where it is gone as the server answers: a cluster that lost its disks then says nothing
   *   of it (seen with 2.9.10)
   */
  async consumer(queue: string, ahead: number, within: number): Promise<ConsumerInfo> {
    const { AckPolicy, DeliverPolicy, JetStreamApiError } = this.jetstream;
    const { consumers } = this.manager;
    const { stream } = this.names;
    const { info } = this.link.connection;
    const name = this.names.consumer(queue);
    const start = info?.cluster ? undefined : info?.server_id; // a cluster keeps consumers in several places
    const found = await consumers.info(stream, name).catch(ifMissing);
    if (start && found && found.config?.description !== start) await consumers.delete(stream, name).catch(ifMissing);
    const settings = {
      durable_name: name,
      description: start ?? "",
      filter_subject: this.names.queue(queue),
      deliver_policy: DeliverPolicy.All,
      ack_policy: AckPolicy.Explicit,
      ack_wait: within * NANOSECONDS,
      max_ack_pending: ahead,
    };
    const made = await consumers.add(stream, settings).catch((error) => {
      if (!hasCode(error, THERE)) throw error;
      return consumers.update(stream, name, settings); // newer servers do not change one that is to be added
    });
    if (made.config === undefined) throw new JetStreamApiError(CONSUMER_GONE);
    return made;
  }

  /** Is there no consumer of the queue? */
  async isGone(queue: string): Promise<boolean> {
    const found = this.manager.consumers.info(this.names.stream, this.names.consumer(queue));
    return (await found.catch(ifMissing)) === undefined;
  }

  /** Messages that are not done, of a queue and of all whose names go on with a dot. */
  async pending(queue: string): Promise<number> {
    let sum = 0;
    for (const [name, count] of await this.waiting()) if (name === queue || name.startsWith(`${queue}.`)) sum += count;
    return sum;
  }

  /** Messages that are not done, by queue. */
  async waiting(): Promise<ReadonlyMap<string, number>> {
    const { stream, subjects } = this.names;
    // of all queues: asked for one, a server of version 2.9 that was killed counts its newer files alone
    const { state } = await this.manager.streams.info(stream, { subjects_filter: subjects });
    const begin = subjects.length - 1;
    return new Map(Object.entries(state.subjects ?? {}).map(([subject, count]) => [subject.slice(begin), count]));
  }

  /**
   * Deletes the consumer of a queue that waits, where nobody has anything of it in hand, or where nobody leads it.
   *
   * @returns was it so?
   */
  async mendConsumer(queue: string): Promise<boolean> {
    const [stream, name] = [this.names.stream, this.names.consumer(queue)];
    const found = await this.manager.consumers.info(stream, name).catch(() => undefined);
    if (found && found.num_ack_pending > 0) return false;
    await this.manager.consumers.delete(stream, name).catch(ifMissing); // whoever takes of it makes it anew
    return true;
  }

  /** Streams that do not answer, or that no server of the cluster leads. */
  async unled(): Promise<readonly string[]> {
    const names = [this.names.stream, this.names.table];
    const found = await Promise.all(names.map((name) => this.manager.streams.info(name).catch(() => undefined)));
    const isLed = (at: number) => found[at] && (found[at].cluster === undefined || found[at].cluster.leader);
    return names.filter((_, at) => !isLed(at));
  }

  /**
   * Makes such streams of a cluster anew. A server on its own leads all that it keeps: where it says nothing it is slow,
   * or whoever asks is, and would delete later what it has.
   *
   * @throws where the cluster answers nothing at all, as most of it is away
   */
  async mendStreams(): Promise<void> {
    if (!this.link.connection.info?.cluster) return;
    await this.manager.getAccountInfo(); // its leader answers, and in time
    for (const name of await this.unled()) await this.manager.streams.delete(name).catch(ifMissing);
    await this.make();
  }

  async drop(): Promise<void> {
    for (const name of [this.names.stream, this.names.table]) await this.manager.streams.delete(name).catch(ifMissing);
  }
}
