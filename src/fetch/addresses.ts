import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * 2000::/3, all of IPv6 that is handed out for the internet at large (RFC 4291, section 2.4, and the IANA registry).
 */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * What keeps an IP address out of reach of a crawler: the name of its range in the IANA special-purpose registries (RFC
 * 6890), as ipaddr.js calls it: "loopback", "private", "linkLocal", "carrierGradeNat", "multicast", "unspecified",
 * "ipv4Mapped", "rfc6052" (NAT64), "reserved" (documentation, benchmarks, future use), ...; "unassigned" for IPv6
 * outside 2000::/3.
 *
 * @param address dotted decimal or IPv6 as text, without brackets: what a resolver answers
 * @returns undefined for an address of the public internet
 */
export function forbiddenRange(address: string): string | undefined {
  if (isIP(address) === 0) return "invalid";
  const parsed = ipaddr.parse(address);
  const range = parsed.range();
  if (range !== "unicast") return range;
  return parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_IPV6) ? "unassigned" : undefined;
}

/** Ports on which web servers are found on purpose. */
const WEB_PORTS = new Set([80, 443, 8080, 8443]);

/**
 * Ports asked unless an option says otherwise: others look like a port scan to whoever watches a firewall (Shkapenyuk
 * and Suel 2001, section 4.2).
 */
export const isWebPort = (port: number): boolean => WEB_PORTS.has(port);

/** The address that a URL names instead of a host name: "127.0.0.1", "::1" without brackets; undefined for a name. */
export function literalAddress(hostname: string): string | undefined {
  const bare = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
  return isIP(bare) === 0 ? undefined : bare;
}
