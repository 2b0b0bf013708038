import { BlockList } from "node:net";
import { attempt } from "../../base/attempt.js";
import { option, type Part, problem } from "../../base/error.js";
import { literalAddress } from "../addresses.js";
import { fetchProblem } from "../fetched.js";
import type { Origin } from "./dialing.js";

/** A proxy, and how it is spoken to. */
export interface ProxyServer {
  /** "http" and "https": by HTTP (RFC 9110, section 9.3.6), over TLS or not; "socks5": RFC 1928. */
  readonly kind: "http" | "https" | "socks5";
  /** Without brackets. */
  readonly hostname: string;
  readonly port: number;
  /**
   * Does the proxy look names up? Then the addresses of hosts are not known here. A `socks5:` proxy is told the
   * address, a `socks5h:` one the name, as curl has it.
   */
  readonly looksUp: boolean;
  /** "http://proxy.example:3128": without name and password. */
  readonly label: string;
  readonly login?: { readonly user: string; readonly password: string };
}

/** Which URLs are asked for through which proxy. */
export interface Proxies {
  /** @returns undefined: the host is asked directly */
  of(origin: Pick<Origin, "secure" | "hostname" | "port">): ProxyServer | undefined;
  /** In words, a line each; no line repeats a name or a password. */
  readonly said: readonly string[];
  /** Does any of them look names up? */
  readonly looksUp: boolean;
}

/** Is a proxy asked for a URL as a server would be, instead of being told to lead on to the host? */
export const forwards = ({ kind }: ProxyServer, { secure }: Pick<Origin, "secure">): boolean =>
  kind !== "socks5" && !secure;

/** The header by which a proxy is told a name and a password: its name and value. */
export const proxyHeaders = ({ login }: ProxyServer): readonly string[] =>
  login ? ["Proxy-Authorization", `Basic ${Buffer.from(`${login.user}:${login.password}`).toString("base64")}`] : [];

/** A status line of a proxy, for messages: what a terminal would obey is left out. */
export const statusSaid = (status: number | string, reason: string): string =>
  `${status} ${reason.replace(/[^\x20-\x7e]/g, "").slice(0, 80)}`.trim();

/** What is said where a proxy answers 407. */
export const wantsLogin = ({ label, login }: ProxyServer, said: string) =>
  fetchProblem("proxy-login", `the proxy ${label} wants ${login ? "another" : "a"} name and password: ${said}`);

type Environment = Readonly<Record<string, string | undefined>>;

const FORM = "http://proxy.example:3128, https://..., socks5://... (names are looked up here) or socks5h://... (there)";

/**
 * The proxies that are named: by the option for all URLs, else by the environment: HTTP_PROXY for http URLs, HTTPS_PROXY
 * for https URLs, ALL_PROXY for both, in lower case or capitals, lower case first. Hosts of NO_PROXY are asked directly,
 * whoever named the proxy, and so are "localhost" and loopback addresses.
 *
 * @param named a URL, perhaps with name and password; "none": the environment does not count
 * @returns undefined: none
 * @throws "option" for what cannot be read; no message repeats it, since it may hold a password
 */
export function proxiesOf(named: string | undefined, environment: Environment): Proxies | undefined {
  if (named !== undefined) {
    if (typeof named !== "string") throw unreadable(option("proxy"));
    const proxy = proxyIn(named, option("proxy"));
    return proxy && chosen(proxy, proxy, environment);
  }
  const all = variable(environment, "all_proxy");
  const plain = variable(environment, "http_proxy") ?? all;
  const secure = variable(environment, "https_proxy") ?? all;
  return chosen(plain && proxyIn(plain[1], plain[0]), secure && proxyIn(secure[1], secure[0]), environment);
}

function chosen(
  plain: ProxyServer | undefined,
  secure: ProxyServer | undefined,
  environment: Environment,
): Proxies | undefined {
  if (plain === undefined && secure === undefined) return undefined;
  const without = variable(environment, "no_proxy");
  const isDirect = directly(without?.[1] ?? "");
  const how = (proxy: ProxyServer | undefined) =>
    proxy
      ? `${proxy.label}, ${proxy.looksUp ? "which looks names up" : "told addresses that are looked up here"}`
      : "none";
  const said =
    plain?.label === secure?.label
      ? [`all URLs: ${how(plain)}`]
      : [`http URLs: ${how(plain)}`, `https URLs: ${how(secure)}`];
  return {
    of: (origin) => {
      const proxy = origin.secure ? secure : plain;
      return proxy && !isDirect(origin.hostname, origin.port) ? proxy : undefined;
    },
    said: [...said, ...(without ? [`${without[1]}: none (${without[0]})`] : [])],
    looksUp: [plain, secure].some((proxy) => proxy?.looksUp),
  };
}

/** Name and value of an environment variable that is not empty. */
function variable(environment: Environment, name: string): [name: string, value: string] | undefined {
  const found = [name, name.toUpperCase()].find((each) => environment[each]?.trim());
  return found === undefined ? undefined : [found, (environment[found] as string).trim()];
}

const unreadable = (where: string | Part) => problem.option`${where} is the URL of a proxy: ${FORM}; or none`;

const PORTS = { http: 80, https: 443, socks5: 1080, socks5h: 1080 } as const;

/** @param where what names it, for messages */
function proxyIn(text: string, where: string | Part): ProxyServer | undefined {
  if (text === "none") return undefined;
  const url = attempt(() => new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`));
  const scheme = url?.protocol.slice(0, -1) as keyof typeof PORTS | undefined;
  const login = url && loginIn(url);
  const bare = url && /^\/?$/.test(url.pathname) && url.search === "" && url.hash === "";
  if (!bare || !scheme || !Object.hasOwn(PORTS, scheme) || url.hostname === "" || login === null)
    throw unreadable(where);
  const hostname = url.hostname.replace(/^\[|\]$/g, "").toLowerCase();
  const port = url.port === "" ? PORTS[scheme] : Number(url.port);
  const kind = scheme === "socks5h" ? "socks5" : scheme;
  const label = `${scheme}://${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`;
  return { kind, hostname, port, looksUp: scheme !== "socks5", label, ...(login && { login }) };
}

/** @returns undefined: none; null: one that cannot be sent. RFC 1929 has 255 bytes for each, RFC 7617 no colon in names */
function loginIn({ username, password }: URL): ProxyServer["login"] | null {
  if (username === "" && password === "") return undefined;
  try {
    const login = { user: decodeURIComponent(username), password: decodeURIComponent(password) };
    const fits = Object.values(login).every((each) => Buffer.byteLength(each) <= 255);
    return fits && login.user !== "" && !login.user.includes(":") ? login : null;
  } catch {
    return null;
  }
}

/**
 * Reads NO_PROXY: names with commas or blanks between, each for itself and all below it ("example.org", ".example.org",
 * "*.example.org"), addresses and ranges of them for hosts that are named by address ("10.0.0.0/8"), each perhaps with a
 * port; "*" for all.
 */
function directly(list: string): (hostname: string, port: number) => boolean {
  const tests = (list.toLowerCase().match(/[^\s,]+/g) ?? []).map(directTest);
  const loopback = directTest("127.0.0.0/8");
  return (hostname, port) => {
    const name = (literalAddress(hostname) ?? hostname).replace(/\.$/, "");
    const isOwn = name === "localhost" || name.endsWith(".localhost") || name === "::1" || loopback(name, port);
    return isOwn || tests.some((test) => test(name, port));
  };
}

function directTest(entry: string): (name: string, port: number) => boolean {
  if (entry === "*") return () => true;
  const [, bracketed, rest, digits] = /^(?:\[([^\]]+)\]|(.*?))(?::(\d+))?$/.exec(bare6(entry)) ?? [];
  const text = bracketed ?? rest ?? "";
  const ofPort = (port: number) => digits === undefined || Number(digits) === port;
  const [address, bits] = text.split("/");
  const literal = literalAddress(address);
  if (literal === undefined) {
    const suffix = text.replace(/^\*?\./, "").replace(/\.$/, "");
    return (name, port) => ofPort(port) && (name === suffix || name.endsWith(`.${suffix}`));
  }
  const family = (each: string) => (each.includes(":") ? "ipv6" : "ipv4");
  const range = new BlockList();
  const most = family(literal) === "ipv6" ? 128 : 32;
  if (bits !== undefined && !(/^\d+$/.test(bits) && Number(bits) <= most)) return () => false;
  range.addSubnet(literal, bits === undefined ? most : Number(bits), family(literal));
  return (name, port) => ofPort(port) && literalAddress(name) !== undefined && range.check(name, family(name));
}

/** An IPv6 address or range without brackets gets them, so that its last part is no port. */
const bare6 = (entry: string) => (/^[^[\]]*:[^[\]]*:/.test(entry) ? `[${entry}]` : entry);
