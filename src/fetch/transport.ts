import { got, option, problem } from "../base/error.js";
import { valuesOf } from "../base/method.js";
import { isWebPort } from "./addresses.js";
import { fetchOptions, timeoutOptions } from "./declared-options.js";
import type { Answer, FetchProblem, Transport } from "./fetched.js";
import { openResolver, type Resolver } from "./resolve.js";
import { type Asked, headerList, placeOf } from "./transport/asked.js";
import { Connections } from "./transport/connections.js";
import { Dialer } from "./transport/dialer.js";
import type { Timeouts } from "./transport/exchange.js";
import { fetchError } from "./transport/faults.js";
import { hostMap } from "./transport/host-map.js";
import { forwards, type Proxies, type ProxyServer, proxyHeaders } from "./transport/proxies.js";
import { insecureHosts, type Secrets, secretsFor, withCookies } from "./transport/secrets.js";
import { Sender } from "./transport/sender.js";
import { Watch } from "./transport/watch.js";

export type { Timeouts } from "./transport/exchange.js";

export interface TransportOptions {
  /** Who asks, and where to complain. */
  readonly userAgent: string;
  /** Sent with every request, beside or instead of Accept and Accept-Encoding. */
  readonly headers?: Readonly<Record<string, string>>;
  /** See `timeoutOptions`. */
  readonly timeouts?: Partial<Timeouts>;
  /** Bytes of body after which reading stops; default 16 MB (Mercator's limit: Heydon and Najork 1999). */
  readonly bodyLimit?: number;
  /**
   * Bytes of bodies that are held while they come in; beyond it those longer than their share (`memory / connections`)
   * are cut. Default 512 MB.
   */
  readonly memory?: number;
  /**
   * Connections at a time, idle ones included, those of lenient second requests not; default 256. More requests wait;
   * their clocks stand still meanwhile.
   */
  readonly connections?: number;
  /** Milliseconds for which an idle connection is kept; default 4,000; 0: each request has its own. */
  readonly keepAlive?: number;
  /** Where hosts are asked instead of where DNS says: see `hostMap`. Such hosts may have any address and any port. */
  readonly resolve?: readonly string[];
  /** Default: DNS, see `openResolver`. */
  readonly resolver?: Resolver;
  /** Addresses that are not of the public internet are asked too, on any port; default false. */
  readonly allowPrivate?: boolean;
  /** Ports that are asked on public addresses; default 80, 443, 8080, 8443. */
  readonly allowPort?: (port: number, hostname: string) => boolean;
  /** Hosts whose certificates are not checked. */
  readonly insecure?: readonly string[];
  /** Headers for one host each, "host=Name: value", and names with passwords, "host=user:password": see `secretsFor`. */
  readonly header?: readonly string[];
  readonly auth?: readonly string[];
  /** Certificates (PEM) that are trusted instead of those that Node brings. */
  readonly ca?: string | Buffer | readonly (string | Buffer)[];
  /** Responses that break HTTP/1.1 are asked for once more and read leniently; default true. */
  readonly lenient?: boolean;
  /** Through which hosts are asked that are not mapped. */
  readonly proxies?: Proxies;
  /** Milliseconds before a proxy that cannot be reached is tried for the second, third, ... time; default 1 s, 4 s, 15 s. */
  readonly proxyWaits?: readonly number[];
  /** Milliseconds from a request to a host to the second one that its end makes needful; default 0. */
  readonly between?: (host: string) => number;
}

/** What a transport did so far. */
export interface TransportCounts {
  /** Requests sent, second ones included. */
  readonly requests: number;
  /** Second requests since the response broke HTTP/1.1. */
  readonly lenient: number;
  /** Second requests since the server had closed the connection meanwhile. */
  readonly stale: number;
  readonly dnsQueries: number;
  /** Open now. */
  readonly connections: number;
}

export interface CountingTransport extends Transport {
  counts(): TransportCounts;
}

const ACCEPT = {
  Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "Accept-Encoding": "gzip, deflate, br",
};

/**
 * Sends GET requests through undici: redirects are not followed, contents not decoded, user information of URLs is not
 * sent. A response that undici's parser refuses is asked for once more and read by Node's lenient one. A request on a
 * connection that the server had closed meanwhile is sent once more. A server that speaks HTTP/2 alone is asked over HTTP/2.
 *
 * @throws "option" for an option that cannot be, naming it
 */
export function openTransport(options: TransportOptions): CountingTransport {
  const { timeouts, limit, keepAlive, bodyLimit, memory } = limitsOf(options);
  const common = [{ "User-Agent": options.userAgent, ...ACCEPT }, options.headers ?? {}];
  const commonList = headerList(...common);
  const resolver = options.resolver ?? openResolver();
  const dialer = new Dialer({
    mapped: hostMap(options.resolve ?? []),
    resolver,
    allowPrivate: options.allowPrivate ?? false,
    allowPort: options.allowPort ?? isWebPort,
    insecure: insecureHosts(options.insecure ?? []),
    ca: options.ca,
    proxies: options.proxies,
  });
  const secrets = secretsFor(options.header ?? [], options.auth ?? []);
  const connections = new Connections(dialer, limit, keepAlive);
  const watch = new Watch(Math.min(...Object.values(timeouts)));
  const surroundings = { timeouts, watch, memory, share: memory / limit, held: 0 };
  const { lenient = true, between = () => 0, proxyWaits = [1_000, 4_000, 15_000] } = options;
  /** Ends of the look-ups under way: they would outlast the rest. */
  const locating = new Set<() => void>();
  const sender = new Sender({ dialer, connections, surroundings, lenient, between, proxyWaits });
  return {
    fetch: ({ url, headers, cookies, bodyLimit: most = bodyLimit }) =>
      new Promise<Answer>((resolve) => {
        try {
          const list = headers ? headerList(...common, headers) : commonList;
          const place = placeOf(url);
          const proxy = dialer.proxyOf(place.origin);
          const asked = {
            ...place,
            ...targetOf(place, proxy, withCookies(secrets(place.origin), cookies)),
            url,
            headers: list,
            bodyLimit: most,
            keepAlive: keepAlive > 0,
            began: 0,
          };
          sender.ask(asked, (answer) => {
            if ("ending" in answer) resolve(answer);
            else resolve(failed(url, "again" in answer ? answer.error : answer));
          });
        } catch (error) {
          resolve(failed(url, fetchError(error, url.slice(0, 200))));
        }
      }),
    addressOf: (url) =>
      new Promise((resolve) => {
        const end = (address?: string) => {
          locating.delete(end);
          resolve(address);
        };
        locating.add(end);
        dialer.addressOf(placeOf(url).origin).then(end, () => end());
      }),
    counts: () => ({ ...sender.counts, dnsQueries: resolver.queries, connections: connections.size }),
    async close() {
      sender.close();
      for (const end of locating) end();
      for (const exchange of watch.underWay) exchange.abort();
      resolver.close();
      await connections.close();
    },
  };
}

/** How a host is asked: by a proxy that asks in our place, or not. */
function targetOf({ origin, path }: Pick<Asked, "origin" | "path">, proxy: ProxyServer | undefined, secrets: Secrets) {
  if (!proxy || !forwards(proxy, origin)) return { target: path, secrets };
  return { target: origin.key + path, secrets: [...secrets, ...proxyHeaders(proxy)], proxy };
}

const failed = (url: string, { facts: { fault }, message }: FetchProblem): Answer => ({
  ending: "failed",
  url,
  fault,
  message,
});

/** @throws "option" for a limit that cannot be, naming it */
function limitsOf(options: TransportOptions) {
  const timeouts = valuesOf("timeouts", timeoutOptions, options.timeouts, { prefix: true });
  const {
    connections: limit = 256,
    keepAlive = 4_000,
    bodyLimit = fetchOptions.bodyLimit.default,
    memory = 512 << 20,
  } = options;
  for (const [name, value] of Object.entries({ connections: limit, bodyLimit, memory }))
    if (!(value > 0)) throw problem.option`${option(name, "transport")} is a positive number; ${got(value)}`;
  if (!(keepAlive >= 0))
    throw problem.option`${option("keepAlive", "transport")} is milliseconds, 0 for none; ${got(keepAlive)}`;
  return { timeouts, limit, keepAlive, bodyLimit, memory };
}
