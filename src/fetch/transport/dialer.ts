import { connect, type LookupFunction, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { forbiddenRange, literalAddress } from "../addresses.js";
import { type FetchProblem, fetchProblem } from "../fetched.js";
import type { Address, Resolver } from "../resolve.js";
import { fetchError } from "./faults.js";
import type { HostMap } from "./host-map.js";

/** Scheme, host and port of a URL. */
export interface Origin {
  /** "https://www.example:8443", as URL.origin has it. */
  readonly key: string;
  readonly secure: boolean;
  /** As in the URL: an IPv6 address stands in brackets. */
  readonly hostname: string;
  readonly port: number;
}

/** A connection that is being made. */
export class Dialing {
  /** What it waits for, for messages and names. */
  step: "dns" | "tcp" | "tls" = "dns";
  cancelled = false;
  socket: Socket | undefined;

  cancel(): void {
    this.cancelled = true;
    this.socket?.destroy();
  }

  /** What to say when it took too long. */
  late(where: string): FetchProblem {
    return this.step === "dns"
      ? fetchProblem("dns", `${where} no address was known`)
      : fetchProblem("connect-timeout", `${where} no ${this.step === "tls" ? "TLS" : "TCP"} connection stood`);
  }
}

export interface DialerOptions {
  readonly mapped: HostMap;
  readonly resolver: Resolver;
  readonly allowPrivate: boolean;
  readonly allowPort: (port: number, hostname: string) => boolean;
  /** Hosts whose certificates are not checked. */
  readonly insecure: ReadonlySet<string>;
  readonly ca?: string | Buffer | readonly (string | Buffer)[];
}

/** Sessions kept so that the next handshake with a host is short. */
const SESSIONS = 1_000;
/**
 * Addresses of one host that are tried, and milliseconds for each but the last: Node's 250 are too few for servers far
 * away.
 */
const TRIES = 4;
const TRY_TIME = 3_000;
/** As much as one read brings. */
const READ_BYTES = 65_536;

/**
 * Makes connections to where a URL leads, and nowhere else: addresses are checked after they were resolved, and exactly
 * those that passed are connected to, so that a name whose address changes between two questions (DNS rebinding) gains
 * nothing.
 */
export class Dialer {
  readonly #options: DialerOptions;
  readonly #sessions = new Map<string, Buffer>();

  constructor(options: DialerOptions) {
    this.#options = options;
  }

  /** @returns a connection that stands, TLS included @throws "fetch" */
  async dial(origin: Origin, dialing: Dialing): Promise<Socket> {
    const { hostname } = origin;
    const mapped = this.#options.mapped(hostname);
    const port = mapped?.port ?? origin.port;
    const secure = mapped?.tls ?? origin.secure;
    dialing.step = "dns";
    const addresses = mapped ? [mapped] : await this.#checked(origin);
    if (dialing.cancelled) throw fetchProblem("aborted", `${hostname}: the connection is no longer wanted`);
    dialing.step = "tcp";
    const socket = secure ? this.#openTls(origin, addresses, port) : open(addresses, port);
    dialing.socket = socket;
    socket.setNoDelay(true);
    await standing(
      socket,
      secure,
      dialing,
      `${hostname} (${addresses.map(({ address }) => address).join(", ")})`,
      port,
    );
    return socket;
  }

  /** Addresses of a host that is not mapped, those out of reach left out. */
  async #checked({ hostname, port }: Origin): Promise<readonly Address[]> {
    const { allowPrivate, allowPort, resolver } = this.#options;
    const literal = literalAddress(hostname);
    const found = literal
      ? [{ address: literal, family: literal.includes(":") ? (6 as const) : (4 as const) }]
      : await resolver.resolve(hostname);
    const portAllowed = allowPort(port, hostname);
    let refused = "";
    const allowed = found.filter(({ address }) => {
      const range = forbiddenRange(address);
      if (range === undefined ? portAllowed : allowPrivate && range !== "invalid") return true;
      refused = range === undefined ? `port ${port}` : `${address} (${range})`;
      return false;
    });
    if (allowed.length > 0) return allowed;
    throw fetchProblem("forbidden-address", `${hostname}: ${refused} is not asked`);
  }

  #openTls(origin: Origin, addresses: readonly Address[], port: number): Socket {
    const { insecure, ca } = this.#options;
    const session = this.#sessions.get(origin.key);
    const name = literalAddress(origin.hostname) === undefined ? origin.hostname : undefined;
    const socket = connectTls({
      ...endpoint(addresses, port),
      ...(name !== undefined && { servername: name }),
      ...(session && { session }),
      ...(ca !== undefined && { ca: ca as string }),
      ALPNProtocols: ["http/1.1"],
      rejectUnauthorized: !insecure.has(origin.hostname),
    });
    socket.on("session", (fresh: Buffer) => {
      this.#sessions.delete(origin.key);
      if (this.#sessions.size >= SESSIONS) this.#sessions.delete(this.#sessions.keys().next().value as string);
      this.#sessions.set(origin.key, fresh);
    });
    return socket;
  }
}

/**
 * One address is connected to as it is; among several Node tries one after the other (RFC 8305), through a lookup that
 * knows the answer.
 */
function endpoint(addresses: readonly Address[], port: number) {
  const common = { port, highWaterMark: READ_BYTES };
  if (addresses.length === 1) return { ...common, host: addresses[0].address };
  const lookup: LookupFunction = (_host, options, answer) => {
    if (options.all) answer(null, addresses.slice(0, TRIES));
    else answer(null, addresses[0].address, addresses[0].family);
  };
  return {
    ...common,
    host: "resolved.invalid",
    lookup,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: TRY_TIME,
  };
}

const open = (addresses: readonly Address[], port: number): Socket => connect(endpoint(addresses, port));

function standing(socket: Socket, secure: boolean, dialing: Dialing, where: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (error?: unknown) => {
      socket.off("error", failed).off("close", closed).off("connect", connected).off("secureConnect", done);
      if (error instanceof Error) reject(error);
      else resolve();
    };
    const failed = (error: unknown) => {
      socket.on("error", () => {});
      done(fetchError(error, `${where}, port ${port}`, dialing.step === "tls" ? "tls" : undefined));
    };
    const closed = () => done(fetchProblem("aborted", `${where}: the connection is no longer wanted`));
    const connected = () => {
      if (secure) dialing.step = "tls";
      else done();
    };
    socket.on("error", failed).on("close", closed).on("connect", connected).on("secureConnect", done);
  });
}
