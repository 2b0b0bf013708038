import { connect, type LookupFunction, type Socket } from "node:net";
import { connect as connectTls, createSecureContext, type SecureContext } from "node:tls";
import { forbiddenRange, literalAddress } from "../addresses.js";
import { fetchProblem, isFetchProblem, isOfProxy } from "../fetched.js";
import { type Address, isLocalName, type Resolver } from "../resolve.js";
import { type Dialing, faultIn, type Origin, READ_BYTES, standing, unwanted } from "./dialing.js";
import type { HostMap } from "./host-map.js";
import { forwards, type Proxies, type ProxyServer } from "./proxies.js";

export interface DialerOptions {
  readonly mapped: HostMap;
  readonly resolver: Resolver;
  readonly allowPrivate: boolean;
  readonly allowPort: (port: number, hostname: string) => boolean;
  /** Hosts whose certificates are not checked. */
  readonly insecure: ReadonlySet<string>;
  readonly ca?: string | Buffer | readonly (string | Buffer)[];
  /** Hosts that are mapped are asked directly. */
  readonly proxies?: Proxies;
}

/** As TLS names what is spoken on a connection: RFC 7301, section 6. */
type Protocol = "http/1.1" | "h2";

/** Sessions kept so that the next handshake with a host is short. */
const SESSIONS = 1_000;
/**
 * Addresses of one host that are tried, and milliseconds for each but the last: Node's 250 are too few for servers far
 * away.
 */
const TRIES = 4;
const TRY_TIME = 3_000;
/**
 * Makes connections to where a URL leads, and nowhere else: addresses are checked after they were resolved, and exactly
 * those that passed are connected to, so that a name whose address changes between two questions (DNS rebinding) gains
 * nothing.
 */
export class Dialer {
  readonly #options: DialerOptions;
  readonly #sessions = new Map<string, Buffer>();
  /** Whom certificates are trusted from: made once, for all connections. */
  #trust: SecureContext | undefined;

  constructor(options: DialerOptions) {
    this.#options = options;
  }

  /** The proxy through which a host is asked. */
  proxyOf(origin: Origin): ProxyServer | undefined {
    const { proxies, mapped } = this.#options;
    return proxies && !mapped(origin.hostname) ? proxies.of(origin) : undefined;
  }

  /** The address that would be dialled first; undefined: a proxy's, or none. */
  async addressOf(origin: Origin): Promise<string | undefined> {
    if (this.proxyOf(origin)) return undefined;
    const mapped = this.#options.mapped(origin.hostname);
    if (mapped) return mapped.address;
    return this.#checked(origin).then(
      ([{ address }]) => address,
      () => undefined, // whoever asks is told why
    );
  }

  /** @param protocol that TLS offers @returns a connection that stands, TLS included @throws "fetch" */
  async dial(origin: Origin, dialing: Dialing, protocol: Protocol = "http/1.1"): Promise<Socket> {
    const { hostname } = origin;
    const proxy = this.proxyOf(origin);
    if (proxy) return this.#dialThrough(proxy, origin, dialing, protocol);
    const mapped = this.#options.mapped(hostname);
    const port = mapped?.port ?? origin.port;
    const secure = mapped?.tls ?? origin.secure;
    dialing.step = "dns";
    const addresses = mapped ? [mapped] : await this.#checked(origin);
    if (dialing.cancelled) throw unwanted(hostname);
    dialing.step = "tcp";
    const where = endpoint(addresses, port);
    const socket = secure ? this.#openTls(origin, where, protocol) : connect(where);
    dialing.hold(socket);
    socket.setNoDelay(true);
    const said = `${hostname} (${addresses.map(({ address }) => address).join(", ")}), port ${port}`;
    if (secure) socket.once("connect", () => (dialing.step = "tls"));
    await standing(socket, secure ? "secureConnect" : "connect", said, () => faultIn(dialing));
    dialing.ip = socket.remoteAddress;
    return socket;
  }

  /** What is looked up here is checked here, and the proxy is told the addresses that passed, one after the other. */
  async #dialThrough(proxy: ProxyServer, origin: Origin, dialing: Dialing, protocol: Protocol): Promise<Socket> {
    const { leadOn, reachProxy } = await import("./tunnel.js");
    const { hostname, port, secure } = origin;
    dialing.step = "dns";
    const hosts = proxy.looksUp
      ? [this.#unresolved(origin)]
      : (await this.#checked(origin)).slice(0, TRIES).map(({ address }) => address);
    for (let nth = 0; ; nth++) {
      if (dialing.cancelled) throw unwanted(hostname);
      const bare = await reachProxy(proxy, dialing, this.#options);
      if (forwards(proxy, origin)) return bare;
      try {
        await leadOn(bare, proxy, { host: hosts[nth], port }, dialing);
      } catch (error) {
        if (nth + 1 < hosts.length && isFetchProblem(error) && !isOfProxy(error.facts.fault)) continue;
        throw error;
      }
      if (!proxy.looksUp) dialing.ip = hosts[nth];
      if (!secure) return bare;
      dialing.step = "tls";
      const socket = this.#openTls(origin, { socket: bare }, protocol);
      dialing.hold(socket);
      await standing(socket, "secureConnect", `${hostname}, by the proxy ${proxy.label}`, () => faultIn(dialing));
      return socket;
    }
  }

  /** A host whose name the proxy looks up: what can be told by its name and port alone is. */
  #unresolved({ hostname, port }: Origin): string {
    const { allowPrivate, allowPort } = this.#options;
    const literal = literalAddress(hostname);
    const host = literal ?? hostname;
    const range = literal ? forbiddenRange(literal) : isLocalName(host) ? "local" : undefined;
    if (range === undefined ? allowPort(port, hostname) : allowPrivate) return host;
    const refused = range === undefined ? `port ${port}` : `${host} (${range})`;
    throw fetchProblem("forbidden-address", `${hostname}: ${refused} is not asked`);
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

  #openTls(
    origin: Origin,
    where: ReturnType<typeof endpoint> | { readonly socket: Socket },
    protocol: Protocol,
  ): Socket {
    const { insecure, ca } = this.#options;
    this.#trust ??= createSecureContext(ca === undefined ? {} : { ca: ca as string });
    const session = this.#sessions.get(origin.key);
    const name = literalAddress(origin.hostname) === undefined ? origin.hostname : undefined;
    const socket = connectTls({
      ...where,
      ...(name !== undefined && { servername: name }),
      session,
      secureContext: this.#trust,
      ALPNProtocols: [protocol],
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
