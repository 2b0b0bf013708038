import { connect, isIP, isIPv4, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import ipaddr from "ipaddr.js";
import { type Fault, type FetchProblem, fetchProblem } from "../fetched.js";
import { type Dialing, READ_BYTES, standing } from "./dialing.js";
import { type ProxyServer, proxyHeaders, statusSaid, wantsLogin } from "./proxies.js";

/** Where a proxy is to lead: a name, or an address, without brackets. */
export interface Target {
  readonly host: string;
  readonly port: number;
}

/** Bytes of the name of a host, its last dot included: RFC 1035, section 2.3.4. */
const LONGEST_NAME = 254;

/** Bytes of what a proxy answers to CONNECT. */
const HEAD_BYTES = 16_384;

/**
 * A connection to a proxy, TLS included where it wants that.
 *
 * @throws "fetch": "proxy"
 */
export async function reachProxy(
  { kind, hostname, port, label }: ProxyServer,
  dialing: Dialing,
  { insecure, ca }: { readonly insecure: ReadonlySet<string>; readonly ca?: unknown },
): Promise<Socket> {
  dialing.step = "proxy";
  const where = { host: hostname, port, highWaterMark: READ_BYTES };
  const socket =
    kind === "https"
      ? connectTls({
          ...where,
          ...(!isAddress(hostname) && { servername: hostname }),
          ...(ca !== undefined && { ca: ca as string }),
          ALPNProtocols: ["http/1.1"],
          rejectUnauthorized: !insecure.has(hostname),
        })
      : connect(where);
  dialing.hold(socket);
  socket.setNoDelay(true);
  socket.on("error", () => {}); // whoever waits is told
  try {
    await standing(socket, kind === "https" ? "secureConnect" : "connect", label, () => "proxy");
  } catch (error) {
    if (dialing.cancelled) throw error;
    throw fetchProblem("proxy", `the proxy ${(error as Error).message}`); // which begins with its label
  }
  return socket;
}

/**
 * Has a proxy lead on to a host: by CONNECT, or as SOCKS has it.
 *
 * @throws "fetch": "proxy" or "proxy-login" for what the proxy does wrong or refuses to all; else what it says of the host
 */
export async function leadOn(socket: Socket, proxy: ProxyServer, target: Target, dialing: Dialing): Promise<void> {
  try {
    await (proxy.kind === "socks5" ? bySocks : byConnect)(new Replies(socket), proxy, target, dialing);
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

const isAddress = (host: string) => isIP(host) !== 0;

const proxyProblem = (label: string, what: string) => fetchProblem("proxy", `the proxy ${label}: ${what}`);

/** RFC 9110, section 9.3.6. */
async function byConnect(
  replies: Replies,
  proxy: ProxyServer,
  { host, port }: Target,
  dialing: Dialing,
): Promise<void> {
  dialing.step = "tcp";
  const place = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  const login = proxyHeaders(proxy);
  const fields = login.length === 0 ? "" : `${login.join(": ")}\r\n`;
  replies.send(`CONNECT ${place} HTTP/1.1\r\nHost: ${place}\r\n${fields}\r\n`);
  const wrong = () => proxyProblem(proxy.label, "does not answer as an HTTP proxy does");
  const head = await replies.head(() => cutOff(proxy, place), wrong);
  const [, status, reason = ""] = /^HTTP\/1\.[01] (\d{3})(?: ([^\r\n]*))?/.exec(head) ?? [];
  if (status === undefined) throw wrong();
  if (/^2/.test(status)) return;
  const said = statusSaid(status, reason);
  if (status === "407") throw wantsLogin(proxy, said);
  const fault = status === "504" ? "connect-timeout" : "unreachable";
  throw fetchProblem(fault, `${place}: the proxy ${proxy.label} answers ${said}`);
}

const cutOff = ({ label }: ProxyServer, place: string) =>
  fetchProblem("reset", `${place}: the proxy ${label} closed the connection before it stood`);

const NO_LOGIN = 0;
const LOGIN = 2;

/** RFC 1928, and RFC 1929 for names and passwords. */
async function bySocks(replies: Replies, proxy: ProxyServer, { host, port }: Target, dialing: Dialing): Promise<void> {
  const { login, label } = proxy;
  const wrong = () => proxyProblem(label, "does not answer as a SOCKS5 proxy does");
  replies.send(login ? [5, 2, NO_LOGIN, LOGIN] : [5, 1, NO_LOGIN]);
  const [version, method] = await replies.bytes(2, wrong);
  if (version !== 5) throw wrong();
  const refused = (said: string) => fetchProblem("proxy-login", `the proxy ${label} ${said}`);
  if (method === LOGIN && login) {
    replies.send([1, ...counted(login.user), ...counted(login.password)]);
    const [, status] = await replies.bytes(2, () => refused("refuses name and password"));
    if (status !== 0) throw refused("refuses name and password");
  } else if (method !== NO_LOGIN) throw refused(login ? "takes no name and password" : "wants a name and a password");
  dialing.step = "tcp";
  const place = `${host}, port ${port}`;
  replies.send([5, 1, 0, ...addressed(host), port >> 8, port & 255]);
  const cut = () => cutOff(proxy, place);
  const [again, reply, , kind] = await replies.bytes(4, cut);
  if (again !== 5) throw wrong();
  if (reply !== 0) {
    const [fault, said] = REPLIES[reply] ?? (["unreachable", `reply ${reply}`] as const);
    throw fetchProblem(fault, `${place}: the proxy ${label} says: ${said}`);
  }
  if (kind !== 1 && kind !== 3 && kind !== 4) throw wrong();
  const length = kind === 1 ? 4 : kind === 4 ? 16 : (await replies.bytes(1, cut))[0];
  await replies.bytes(length + 2, cut);
}

/** RFC 1928, section 6. */
const REPLIES: Readonly<Record<number, readonly [Fault, string]>> = {
  1: ["unreachable", "general failure"],
  2: ["unreachable", "not allowed by its rules"],
  3: ["unreachable", "network unreachable"],
  4: ["unreachable", "host unreachable"],
  5: ["refused", "connection refused"],
  6: ["connect-timeout", "time to live expired"],
  7: ["proxy", "it makes no connections"],
  8: ["unreachable", "it knows no addresses of this kind"],
};

const counted = (text: string) => [Buffer.byteLength(text), ...Buffer.from(text)];

/**
 * RFC 1928, section 5. A longer name would not fit the byte that counts it: the proxy would take its beginning for the
 * name, and what follows for the port.
 *
 * @throws "fetch": "dns" for a name that is too long for one
 */
function addressed(host: string): readonly number[] {
  if (host.length > LONGEST_NAME)
    throw fetchProblem("dns", `${host.slice(0, 80)}...: a name of ${host.length} bytes is none of a host`);
  if (!isAddress(host)) return [3, ...counted(host)];
  return [isIPv4(host) ? 1 : 4, ...ipaddr.parse(host).toByteArray()];
}

/** What a proxy says before it leads on. All that comes after stays in the socket. */
class Replies {
  readonly #socket: Socket;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  send(what: string | readonly number[]): void {
    this.#socket.write(typeof what === "string" ? what : Uint8Array.from(what));
  }

  /** So many bytes. @param ended what to say when the connection ends before */
  bytes(count: number, ended: () => FetchProblem): Promise<Buffer> {
    return this.#when(() => (this.#socket.readableLength < count ? undefined : this.#socket.read(count)), ended);
  }

  /** All up to an empty line, as latin1. */
  head(ended: () => FetchProblem, tooLong: () => FetchProblem): Promise<string> {
    let text = "";
    return this.#when(() => {
      for (let chunk = this.#socket.read(); chunk !== null; chunk = this.#socket.read()) {
        text += chunk.toString("latin1");
        const end = /\r?\n\r?\n/.exec(text);
        if (end) {
          const rest = text.slice(end.index + end[0].length);
          if (rest !== "") this.#socket.unshift(Buffer.from(rest, "latin1"));
          return text.slice(0, end.index);
        }
        if (text.length > HEAD_BYTES) throw tooLong();
      }
      return undefined;
    }, ended);
  }

  /** Tries again whenever something came. */
  #when<T>(look: () => T | undefined, ended: () => FetchProblem): Promise<T> {
    const socket = this.#socket;
    return new Promise<T>((resolve, reject) => {
      const done = (settle: () => void) => {
        socket.off("readable", came).off("end", gone).off("close", gone).off("error", gone);
        settle();
      };
      const gone = () => done(() => reject(ended()));
      const came = () => {
        try {
          const found = look();
          if (found !== undefined) done(() => resolve(found));
        } catch (error) {
          done(() => reject(error));
        }
      };
      socket.on("readable", came).on("end", gone).on("close", gone).on("error", gone);
      if (socket.destroyed) gone();
      else came();
    });
  }
}
