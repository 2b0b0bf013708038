import type { NatsConnection } from "@nats-io/transport-node";
import { type CrawlbenchError, got, option, problem } from "../../base/error.js";
import { checkOptions } from "../../base/method.js";
import type { Engine } from "../engine.js";
import { parseAddress } from "./address.js";
import { connect } from "./connect.js";
import { Link } from "./link.js";
import { namesOf } from "./names.js";
import { NatsEngine } from "./nats-engine.js";
import { hasCode, NO_ROOM, persist } from "./persist.js";
import { Store } from "./store.js";

/** Milliseconds that a cluster has to choose who leads it, after one of its servers was lost. */
const PATIENCE = 30_000;

export interface NatsOptions {
  /** Is told when the connection breaks and when it stands again. */
  readonly onConnection?: (connected: boolean) => void;
  /** Is told, by a text that says what to do, when the servers are there and hardly store or deliver anything. */
  readonly onSilence?: (what: string) => void;
  /** Bytes that the queues of the group hold at most; default 1 GiB, or what it was made with. */
  readonly maxBytes?: number;
  /** Servers of the cluster that each keep all of it, 1 to 5; default: as many as there are, three at most. */
  readonly replicas?: number;
  /**
   * For whoever begins nothing: called while the table of the group has no entry, and then it is looked for again. By
   * default all that is missing is made.
   *
   * @param others tells which groups have tables with entries
   */
  readonly missing?: (address: string, others: () => Promise<readonly string[]>) => Promise<void>;
}

/**
 * Opens the engine on NATS JetStream, a server that stores queues in files: `nats-server -js -sd FOLDER`, version 2.9
 * or later. A message is durable when the server, or more than half of the up to three servers of a cluster that keep
 * it, wrote it to a file: it outlives the servers' death. Of what a power failure takes see docs/cluster.md.
 *
 * @param address "host", "host:4222", "nats://user:password@host:4222", "tls://token@host"; several of one cluster with
 *   commas
 * @param group letters, digits, "-" and "_": processes of one group share queues, table and news
 * @throws "unreachable", "unsuitable", "refused"; "option" for an address or a group that is none; what `missing` throws
 */
export async function openNats(address: string, group: string, options: NatsOptions = {}): Promise<Engine> {
  checkOptions("openNats", options, {
    onConnection: undefined,
    onSilence: undefined,
    maxBytes: undefined,
    replicas: undefined,
    missing: undefined,
  });
  const { maxBytes, replicas, missing, onConnection = () => {}, onSilence = () => {} } = options;
  if (maxBytes !== undefined && !(Number.isSafeInteger(maxBytes) && maxBytes > 0)) {
    throw problem.option`${option("maxBytes", "openNats")} is a number of bytes; ${got(maxBytes)}`;
  }
  if (replicas !== undefined && !(Number.isInteger(replicas) && replicas >= 1 && replicas <= 5))
    throw problem.option`${option("replicas", "openNats")} are 1 to 5 copies; ${got(replicas)}`;
  const place = parseAddress(address);
  const names = namesOf(group);
  const [transport, jetstream] = await Promise.all([import("@nats-io/transport-node"), import("@nats-io/jetstream")]);
  const connection = await connect(transport.connect, place);
  const link = new Link(connection, place.shown, onConnection);
  const timer = setTimeout(() => link.close(), PATIENCE);
  let last: Error | undefined;
  try {
    checkServer(connection, place.shown);
    const manager = await jetstream.jetstreamManager(connection, { checkAPI: false });
    const store = new Store(jetstream, manager, link, names, { maxBytes, replicas });
    const asked = <T>(work: () => Promise<T>) =>
      persist(link, () =>
        work().catch((error) => {
          last = error;
          throw unsuitable(place.shown, error) ?? error;
        }),
      );
    while (missing && !(await asked(() => store.isThere()))) {
      clearTimeout(timer); // it answers
      await missing(place.shown, () => store.groups());
    }
    await asked(() => store.make());
    return new NatsEngine(link, store, transport.createInbox(), () => onSilence(silenceOf(place.shown)));
  } catch (error) {
    const late = link.closed;
    link.close();
    await connection.close();
    throw late ? withoutQuorum(place.shown, last) : error;
  } finally {
    clearTimeout(timer);
  }
}

function checkServer({ info }: NatsConnection, address: string): void {
  if (!info?.jetstream) throw withoutJetStream(address);
  const [major, minor] = info.version.split(".").map(Number);
  if (major > 2 || (major === 2 && minor >= 9)) return;
  throw problem.unsuitable`${address} is nats-server ${info.version}: version 2.9 or later is needed`;
}

/** What no further attempt will change, of a server that just said that it can store. */
function unsuitable(address: string, cause: Error): CrawlbenchError | undefined {
  if (cause.name === "JetStreamNotEnabled") return withoutJetStream(address, cause);
  if (!hasCode(cause, NO_ROOM)) return undefined;
  return problem.unsuitable`${address} has no room for the queues (${cause}): give nats-server -sd a folder on a larger disk, or forget crawls that are done: crawlbench processes ADDRESS --crawl NAME --forget`;
}

/** Where most servers lost their disks, those that did not may never agree with them again (seen with 2.9.10). */
const REPAIR =
  "in a cluster more than half of the servers must run, with room on their disks; start the others. If all run, stop all, delete their stores (the folders after -sd) and start them: the processes of a crawl put back what it needs";

const withoutQuorum = (address: string, cause: Error | undefined) =>
  problem.unreachable({
    cause,
  })`${address} takes connections and stores nothing (asked for ${PATIENCE / 1000} s${cause ? `: ${cause.message}` : ""}): ${REPAIR}`;

const silenceOf = (address: string) =>
  `the engine at ${address} takes connections and has stored or delivered next to nothing for some minutes: ${REPAIR}`;

const withoutJetStream = (address: string, cause?: unknown) =>
  problem.unsuitable({
    cause,
  })`${address} is a NATS server without JetStream, which stores the queues: start it as nats-server -js -sd FOLDER, and allow it for this user`;
