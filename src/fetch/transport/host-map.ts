import { isIP } from "node:net";
import { got, option, problem } from "../../base/error.js";
import { inAscii } from "../politeness/name-map.js";

/** Where the user wants a host to be asked, whatever DNS says. */
export interface Mapped {
  readonly address: string;
  readonly family: 4 | 6;
  /** undefined: the port of the URL. */
  readonly port?: number;
  /** undefined: TLS for https URLs. */
  readonly tls?: boolean;
}

/** @returns undefined for a host that is not mapped */
export type HostMap = (hostname: string) => Mapped | undefined;

const TARGET = /^(?:(https?):\/\/)?(?:\[([^\]]+)\]|([^[\]:]+))(?::(\d{1,5}))?$/;

/**
 * Reads the `resolve` option. A pattern is `host=target`; the host is a name (`www.example`), all names below one
 * (`*.example`), all names (`*`), or an IP address as it stands in URLs (`10.0.0.1`, `[::1]`), which no `*` stands for.
 * The target is `address`, `address:port`, or `http://address[:port]`: then plain HTTP is spoken for https URLs too, as
 * a testbed without certificates wants (`https://` likewise: TLS for all). The most specific pattern holds; of equal
 * ones the last.
 *
 * @throws "option" for a pattern that cannot be read
 */
export function hostMap(patterns: readonly string[]): HostMap {
  const exact = new Map<string, Mapped>();
  const below = new Map<string, Mapped>();
  for (const pattern of patterns) {
    const [host, target] = split(pattern);
    if (host === "*") below.set("", target);
    else if (host.startsWith("*.")) below.set(host.slice(1), target);
    else exact.set(host, target);
  }
  return (hostname) => {
    const found = exact.get(hostname);
    if (found || below.size === 0 || hostname.startsWith("[") || isIP(hostname) !== 0) return found;
    for (let dot = hostname.indexOf("."); dot >= 0; dot = hostname.indexOf(".", dot + 1)) {
      const mapped = below.get(hostname.slice(dot));
      if (mapped) return mapped;
    }
    return below.get("");
  };
}

function split(pattern: string): [host: string, target: Mapped] {
  const equals = pattern.indexOf("=");
  const host = inAscii(pattern.slice(0, Math.max(equals, 0)));
  const [, scheme, v6, plain, digits] = TARGET.exec(pattern.slice(equals + 1).trim()) ?? [];
  const address = v6 ?? (plain === "localhost" ? "127.0.0.1" : plain) ?? "";
  const family = isIP(address);
  const port = digits === undefined ? undefined : Number(digits);
  const wildcard = host.lastIndexOf("*");
  const badHost = host === "" || wildcard > 0 || (wildcard === 0 && host !== "*" && !/^\*\.[^.]/.test(host));
  if (badHost || family === 0 || (port !== undefined && (port < 1 || port > 65_535)))
    throw problem.option`${option("resolve")}: expected host=address[:port], such as *.example=127.0.0.1:8080 or *=http://127.0.0.1:8080; ${got(pattern)}`;
  return [host, { address, family: family as 4 | 6, port, tls: scheme === undefined ? undefined : scheme === "https" }];
}
