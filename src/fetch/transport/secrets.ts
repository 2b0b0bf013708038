import { either, option, problem } from "../../base/error.js";
import { parseUrl } from "../../url/parse.js";
import type { Origin } from "./dialing.js";

/** Headers with secrets: names and values by turns. They are sent, and written down nowhere. */
export type Secrets = readonly string[];

const NONE: Secrets = [];
const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
/** What the transport sees to itself. */
const OWN =
  /^(?:host|connection|keep-alive|proxy-.*|user-agent|from|accept-encoding|content-length|transfer-encoding|upgrade|te|trailer|expect|range|if-.*)$/i;

/**
 * Which headers are sent to which host alone. No message repeats a value.
 *
 * @param header "host=Name: value"; the host is a name, or an origin: https://www.example.org
 * @param auth "host=user:password", for basic authentication (RFC 7617)
 * @throws "option" for what cannot be read or sent
 */
export function secretsFor(header: readonly string[], auth: readonly string[]): (origin: Origin) => Secrets {
  const byPlace = new Map<string, Map<string, Secrets>>();
  const add = (place: string, name: string, value: string) => {
    const own = byPlace.get(place) ?? new Map<string, Secrets>();
    if (own.has(name.toLowerCase()))
      throw problem.option`${either("header and auth", "--header and --auth")}: ${place} gets ${name} twice; give one of them`;
    byPlace.set(place, own.set(name.toLowerCase(), [name, value]));
  };
  for (const [name, all] of Object.entries({ header, auth }))
    if (!Array.isArray(all)) throw problem.option`${option(name)} is a list of texts, one for each host`;
  for (const text of header) {
    const [place, rest] = placed("header", text, "www.example.org=Name: value");
    const [, name = "", value = ""] = /^([^:]*):\s*(.*)$/s.exec(rest) ?? [];
    if (!NAME.test(name) || !VALUE.test(value) || OWN.test(name))
      throw problem.option`${option("header")}: the header for ${place} cannot be sent: www.example.org=Name: value, and not a name that the crawler sees to, such as Host or User-Agent`;
    add(place, name, value);
  }
  for (const text of auth) {
    const [place, rest] = placed("auth", text, "www.example.org=user:password");
    if (!rest.includes(":"))
      throw problem.option`${option("auth")}: ${place} gets a name and a password: www.example.org=user:password`;
    add(place, "Authorization", `Basic ${Buffer.from(rest).toString("base64")}`);
  }
  if (byPlace.size === 0) return () => NONE;
  // what is for an origin goes before what is for its host
  return ({ key, hostname }) =>
    [...new Map([...(byPlace.get(hostname) ?? []), ...(byPlace.get(key) ?? [])]).values()].flat();
}

/** Cookies of a jar stand behind those that the user gave a host, in one header (RFC 6265, section 5.4). */
export function withCookies(secrets: Secrets, cookies: string | undefined): Secrets {
  if (cookies === undefined) return secrets;
  const at = secrets.findIndex((name, i) => i % 2 === 0 && name.toLowerCase() === "cookie");
  return at < 0 ? [...secrets, "Cookie", cookies] : secrets.with(at + 1, `${secrets[at + 1]}; ${cookies}`);
}

/** @returns host or origin, and what stands behind the = */
function placed(name: string, text: string, form: string): [place: string, rest: string] {
  const [, place = "", rest = ""] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  const isOrigin = ORIGIN.test(place);
  const url = hostIn(name, place, form);
  return [isOrigin ? url.origin : url.hostname, rest];
}

const ORIGIN = /^https?:\/\//i;

/** A host by its name or origin. @throws "option" for anything else */
function hostIn(name: string, place: string, form: string): URL {
  const isOrigin = ORIGIN.test(place);
  const url = parseUrl(isOrigin ? place : `http://${place}`);
  if (url?.pathname !== "/" || url.username !== "" || (!isOrigin && url.port !== "") || /[*\s]/.test(place))
    throw problem.option`${option(name)} is for one host, by its name or origin: ${form}`;
  return url;
}

/** Hosts that may show any certificate, as URLs have them. @throws "option" for what is no host */
export const insecureHosts = (hosts: readonly string[]): ReadonlySet<string> =>
  new Set(hosts.map((host) => hostIn("insecure", host, "www.example.org").hostname));
