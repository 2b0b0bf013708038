import { got, option, problem } from "../base/error.js";
import { append } from "../base/grouped-by.js";
import type { ValuesOf } from "../base/method.js";
import { registeredDomain } from "../url/host.js";
import { parseUrl } from "../url/parse.js";
import type { SCOPE_OPTIONS } from "./scope-options.js";

const DEFAULT_PORTS: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };

/** Which hosts and folders a scope lets in, and at which ports. */
export class ScopeHosts {
  readonly ports: ReadonlySet<number> | "any";
  readonly #any: boolean;
  readonly #hosts = new Set<string>();
  /** Domains of seeds: a host belongs to one if that is its registered domain. */
  readonly #registered = new Set<string>();
  /** Domains named: all hosts below them. */
  readonly #domains = new Set<string>();
  readonly #prefixes = new Map<string, string[]>();
  /** Hosts whose registered domain was found to be one of a seed. */
  readonly #found = new Set<string>();

  /** @throws "option" for a text that is no URL and no host name, and when nothing is let in */
  constructor({ seeds, within, hosts, domains, prefixes, ports }: ValuesOf<typeof SCOPE_OPTIONS>) {
    const open = new Set([80, 443]);
    this.#any = within === "any";
    for (const seed of seeds) {
      const url = urlOf("seeds", seed);
      open.add(portOf(url));
      if (within === "prefix") this.#addPrefix(new URL(".", url));
      else if (within === "domain") this.#addRegistered(url.hostname);
      else this.#hosts.add(url.hostname);
    }
    for (const prefix of prefixes) {
      const url = urlOf("prefixes", prefix);
      open.add(portOf(url));
      this.#addPrefix(url);
    }
    for (const host of hosts) this.#hosts.add(urlOf("hosts", host).hostname);
    for (const domain of domains) this.#domains.add(urlOf("domains", domain).hostname);
    this.ports = ports === "any" ? "any" : new Set(ports ?? open);
    const wrong = ports === "any" ? undefined : ports?.find((port) => !(port >= 1 && port < 2 ** 16 && port % 1 === 0));
    if (wrong !== undefined)
      throw problem.option`${option("ports")} are those of hosts, whole numbers from 1 to 65535; ${got(wrong)}`;
    const size = this.#hosts.size + this.#registered.size + this.#domains.size + this.#prefixes.size;
    if (size === 0 && !this.#any)
      throw problem.option`the scope lets no URL in: give seeds, hosts, domains or prefixes, or within: "any" for the whole web`;
  }

  /** undefined: let in. */
  refuses(url: string, host: string): "host" | "prefix" | undefined {
    if (this.#any || this.#hosts.has(host) || this.#found.has(host) || this.#isBelow(host)) return undefined;
    const prefixes = this.#prefixes.get(host);
    if (prefixes === undefined) return "host";
    return prefixes.some((prefix) => url.startsWith(prefix)) ? undefined : "prefix";
  }

  #isBelow(host: string): boolean {
    if (this.#registered.size + this.#domains.size === 0) return false;
    for (let name = host; ; name = name.slice(name.indexOf(".") + 1)) {
      if (this.#domains.has(name)) return true;
      if (this.#registered.has(name) && registeredDomain(host) === name) {
        this.#found.add(host);
        return true;
      }
      if (!name.includes(".")) return false;
    }
  }

  #addPrefix(url: URL): void {
    append(this.#prefixes, url.hostname, url.href.replace(/#.*$/, ""));
  }

  /** A host that is a public suffix itself, or has none (localhost, an address), stands for itself alone. */
  #addRegistered(host: string): void {
    this.#registered.add(registeredDomain(host));
  }
}

const portOf = ({ protocol, port }: URL) => (port === "" ? (DEFAULT_PORTS[protocol] ?? 80) : Number(port));

function urlOf(name: string, text: string): URL {
  const url = text.includes("://") ? text : `http://${text}`;
  const parsed = parseUrl(url);
  if (parsed && parsed.hostname !== "") return parsed;
  const example = name === "prefixes" ? '"https://example.org/docs/"' : '"https://example.org/" or "example.org"';
  throw problem.option`${option(name)}: expected texts such as ${example}; ${got(text)}`;
}
