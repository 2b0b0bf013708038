import { promises as dns } from "node:dns";
import { fetchProblem } from "./fetched.js";

/** One address of a host, in the shape in which node:net wants it. */
export interface Address {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Finds the addresses of hosts. */
export interface Resolver {
  /** Questions sent so far: an A and an AAAA question are two, and so is one to the operating system. */
  readonly queries: number;
  /** @returns at least one address @throws "dns" */
  resolve(host: string): Promise<readonly Address[]>;
  /** Ends what is under way. */
  close(): void;
}

interface Answer {
  readonly address: string;
  /** Seconds. */
  readonly ttl: number;
}

/** Who is asked: the part of `node:dns` that is used here. */
export interface NameServer {
  resolve4(host: string, options: { ttl: true }): Promise<readonly Answer[]>;
  resolve6(host: string, options: { ttl: true }): Promise<readonly Answer[]>;
  /** The operating system, which knows /etc/hosts. */
  lookup(host: string, options: { all: true }): Promise<readonly { address: string; family: number }[]>;
  cancel(): void;
}

export interface ResolverOptions {
  readonly nameServer?: NameServer;
  /** Milliseconds from any fixed moment; it never steps back. */
  readonly now?: () => number;
  /** Hosts remembered; default 100,000. */
  readonly capacity?: number;
}

const MINUTE = 60_000;
/**
 * What a zone asks for is kept to within these: servers that say 0 are not asked for each page (Heritrix keeps
 * addresses 6 hours).
 */
const SHORTEST = MINUTE;
const LONGEST = 360 * MINUTE;
/** The name exists nowhere; nobody could be asked. */
const MISSING = 5 * MINUTE;
const FAILED = MINUTE / 2;

/** Names that are no business of DNS: those without a dot, .localhost (RFC 6761) and .local (RFC 6762). */
const LOCAL = /^[^.]+$|\.local(host)?$/;

/** ... or of the internet's: .internal and .home.arpa (RFC 8375) besides. */
export const isLocalName = (host: string): boolean => {
  const name = host.replace(/\.$/, "");
  return LOCAL.test(name) || /\.(?:internal|home\.arpa)$/.test(name);
};

interface Entry {
  readonly answer: Promise<readonly Address[]>;
  /** Infinity while the question is under way. */
  expires: number;
}

/**
 * Resolves through c-ares, IPv4 first: AAAA is asked only for hosts without A, and the operating system (/etc/hosts,
 * mDNS) only for names that DNS does not know or that are local; so an entry of /etc/hosts does not overrule DNS, which
 * the `resolve` option of the transport does. Answers are remembered for their time to live, clamped to [1 minute, 6
 * hours]; "no such name" for 5 minutes, failures for 30 seconds. Equal questions asked at the same time are one. When
 * `capacity` is reached the oldest answer is forgotten.
 */
export function openResolver(options: ResolverOptions = {}): Resolver {
  const { nameServer = systemNameServer(), now = () => performance.now(), capacity = 100_000 } = options;
  const known = new Map<string, Entry>();
  let queries = 0;

  async function ask(host: string, entry: () => Entry): Promise<readonly Address[]> {
    const codes: string[] = [];
    const attempt = async <T>(question: () => Promise<readonly T[]>): Promise<readonly T[]> => {
      queries++;
      try {
        return await question();
      } catch (error) {
        codes.push((error as NodeJS.ErrnoException).code ?? String(error));
        return [];
      }
    };
    const keep = (milliseconds: number) => {
      entry().expires = now() + milliseconds;
    };
    for (const family of LOCAL.test(host) ? [] : ([4, 6] as const)) {
      const answers = await attempt(() => nameServer[`resolve${family}`](host, { ttl: true }));
      if (answers.length === 0) continue;
      const seconds = Math.min(...answers.map(({ ttl }) => ttl));
      keep(Math.min(Math.max(seconds * 1000, SHORTEST), LONGEST));
      return answers.map(({ address }) => ({ address, family }));
    }
    const local = await attempt(() => nameServer.lookup(host, { all: true }));
    if (local.length > 0) {
      keep(SHORTEST);
      return local.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
    }
    keep(codes.every((code) => code === "ENOTFOUND" || code === "ENODATA") ? MISSING : FAILED);
    throw fetchProblem("dns", `${host}: no address found (${codes.join(", ") || "empty answers"})`);
  }

  return {
    get queries() {
      return queries;
    },
    resolve(host) {
      const found = known.get(host);
      if (found && now() < found.expires) return found.answer;
      known.delete(host);
      if (known.size >= capacity) known.delete(known.keys().next().value as string);
      const entry: Entry = { answer: ask(host, () => entry), expires: Number.POSITIVE_INFINITY };
      entry.answer.catch(() => {}); // whoever awaits it is told
      known.set(host, entry);
      return entry.answer;
    },
    close: () => nameServer.cancel(),
  };
}

function systemNameServer(): NameServer {
  const resolver = new dns.Resolver({ timeout: 5_000, tries: 2 });
  return {
    resolve4: (host, options) => resolver.resolve4(host, options),
    resolve6: (host, options) => resolver.resolve6(host, options),
    lookup: (host, options) => dns.lookup(host, options),
    cancel: () => resolver.cancel(),
  };
}
