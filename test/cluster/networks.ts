import { execFileSync } from "node:child_process";
import { atEnd } from "../endings.js";

const ip = (...words: string[]) => execFileSync("ip", words, { stdio: "pipe" });

/** Why no network namespace can be made here; undefined: one can. */
export function namespacesMissing(): string | undefined {
  const name = `crawlbench-${process.pid}`;
  try {
    ip("netns", "add", name);
    ip("netns", "del", name);
    return undefined;
  } catch (error) {
    return `no network namespace can be made: ${(error as Error).message.split("\n")[0]}`;
  }
}

/** A network namespace, with a link of its own to each of some peers here. */
export interface Network {
  /** Words before a command that is to run in it. */
  readonly within: readonly string[];
  /** Its address on the link of each peer. */
  readonly addresses: readonly string[];
  /** Cuts or heals the link of a peer. */
  setLink(peer: number, state: "up" | "down"): void;
}

/**
 * Makes a network namespace that ends with the tests of the file. Addresses are of 198.18.0.0/15, set apart for tests
 * (RFC 2544).
 */
export function makeNetwork(peers: number): Network {
  const name = `cb${process.pid % 1_000_000}`; // names of links have 15 letters
  ip("netns", "add", name);
  atEnd(() => ip("netns", "del", name)); // and its links with it
  const addresses: string[] = [];
  const base = `198.18.${process.pid % 250}.`;
  const hereOf = (peer: number) => `${name}h${peer}`;
  const thereOf = (peer: number) => `${name}n${peer}`;
  for (let peer = 0; peer < peers; peer++) {
    const [here, there] = [hereOf(peer), thereOf(peer)];
    ip("link", "add", here, "type", "veth", "peer", "name", there);
    ip("link", "set", there, "netns", name);
    ip("addr", "add", `${base}${4 * peer + 1}/30`, "dev", here);
    ip("link", "set", here, "up");
    ip("netns", "exec", name, "ip", "addr", "add", `${base}${4 * peer + 2}/30`, "dev", there);
    ip("netns", "exec", name, "ip", "link", "set", there, "up");
    addresses.push(`${base}${4 * peer + 2}`);
  }
  return {
    within: ["ip", "netns", "exec", name],
    addresses,
    setLink: (peer, state) => ip("-n", name, "link", "set", thereOf(peer), state),
  };
}
