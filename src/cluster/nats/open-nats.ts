import type { NatsConnection } from "@nats-io/transport-node";
import { checkOptions } from "../../options.js";
import { type Engine, EngineError } from "../engine.js";
import { parseAddress } from "./address.js";
import { connect } from "./connect.js";
import { Link } from "./link.js";
import { namesOf } from "./names.js";
import { NatsEngine } from "./nats-engine.js";
import { loadPackages } from "./packages.js";
import { explained } from "./persist.js";
import { Store } from "./store.js";

export interface NatsOptions {
  /** Is told when the connection breaks and when it stands again. */
  readonly onConnection?: (connected: boolean) => void;
  /** Bytes that the queues of the group hold at most; default 1 GiB, or what it was made with. */
  readonly maxBytes?: number;
}

/**
 * Opens the engine on NATS JetStream, a server that stores queues in files: `nats-server -js -sd FOLDER`, version 2.9 or later.
 * A message is durable when the server wrote it to its file: it outlives the server's death, and that of its machine as far as
 * the server's `sync_interval` goes.
 *
 * @param address "host", "host:4222", "nats://user:password@host:4222", "tls://token@host"; several of one cluster with commas
 * @param group letters, digits, "-" and "_": processes of one group share queues, table and news
 * @throws EngineError "unreachable", "unsuitable", "refused"; RangeError for an address or a group that is none
 */
export async function openNats(address: string, group: string, options: NatsOptions = {}): Promise<Engine> {
  checkOptions("openNats", options, { onConnection: undefined, maxBytes: undefined });
  const { maxBytes, onConnection = () => {} } = options;
  if (maxBytes !== undefined && !(Number.isSafeInteger(maxBytes) && maxBytes > 0)) {
    throw new RangeError(`openNats: maxBytes is a number of bytes; found ${maxBytes}`);
  }
  const place = parseAddress(address);
  const names = namesOf(group);
  const packages = await loadPackages();
  const connection = await connect(packages, place);
  try {
    checkServer(connection, place.shown);
    const store = await Store.open(packages, connection, names, maxBytes);
    return new NatsEngine(new Link(connection, place.shown, onConnection), store);
  } catch (error) {
    await connection.close();
    if ((error as Error).name === "JetStreamNotEnabled") throw withoutJetStream(place.shown, error);
    throw explained({ address: place.shown }, error as Error);
  }
}

function checkServer({ info }: NatsConnection, address: string): void {
  if (!info?.jetstream) throw withoutJetStream(address);
  const [major, minor] = info.version.split(".").map(Number);
  if (major > 2 || (major === 2 && minor >= 9)) return;
  throw new EngineError(`${address} is nats-server ${info.version}: version 2.9 or later is needed`, "unsuitable");
}

const withoutJetStream = (address: string, cause?: unknown) =>
  new EngineError(
    `${address} is a NATS server without JetStream, which stores the queues: start it as nats-server -js -sd FOLDER, and allow it for this user`,
    "unsuitable",
    { cause },
  );
