import { type Cookie, Store } from "tough-cookie";
import { registeredDomain } from "../url/host.js";

type Done<T> = (error: null, found: T) => void;

/** Cookies of a registered domain, by domain, path and name. */
type Own = Map<string, Cookie>;

/**
 * Cookies in memory, bounded: where a registered domain sets more than it may have, the one that was sent longest ago is
 * dropped (RFC 6265, section 5.3); where there are too many in all, one of the domain that set none for longest.
 */
export class CookieStore extends Store {
  override readonly synchronous = true;
  readonly #ofDomain: number;
  readonly #inAll: number;
  /** By registered domain; the one that set a cookie last stands last. */
  readonly #domains = new Map<string, Own>();
  #size = 0;

  constructor(ofDomain: number, inAll: number) {
    super();
    this.#ofDomain = ofDomain;
    this.#inAll = inAll;
  }

  // the jar always gives a callback, and calls are done when they return
  override findCookie(domain: string, path: string, key: string, done?: Done<Cookie | undefined>): Promise<undefined> {
    done?.(null, this.#own(domain)?.get(idOf(domain, path, key)));
    return NOTHING;
  }

  /** All of the registered domain: the jar looks at host and path itself. */
  override findCookies(domain: string, _path: unknown, _special?: unknown, done?: Done<Cookie[]>): Promise<Cookie[]> {
    done?.(null, [...(this.#own(domain)?.values() ?? [])]);
    return NONE;
  }

  override putCookie(cookie: Cookie, done?: (error: null) => void): Promise<void> {
    this.#put(cookie);
    done?.(null);
    return NOTHING;
  }

  override updateCookie(_old: Cookie, cookie: Cookie, done?: (error: null) => void): Promise<void> {
    this.#put(cookie);
    done?.(null);
    return NOTHING;
  }

  override removeCookie(domain: string, path: string, key: string, done?: (error: null) => void): Promise<void> {
    this.#remove(domain, idOf(domain, path, key));
    done?.(null);
    return NOTHING;
  }

  override getAllCookies(done?: Done<Cookie[]>): Promise<Cookie[]> {
    const all = Array.from(this.#domains.values(), (own) => [...own.values()]).flat();
    done?.(
      null,
      all.sort((a, b) => a.creationIndex - b.creationIndex),
    );
    return NONE;
  }

  #own(domain: string): Own | undefined {
    return this.#domains.get(registeredDomain(domain));
  }

  #put(cookie: Cookie): void {
    const domain = cookie.domain ?? "";
    const id = idOf(domain, cookie.path ?? "", cookie.key);
    this.#remove(domain, id);
    if (cookie.TTL() <= 0) return; // that is how a site takes one back
    const name = registeredDomain(domain);
    const own: Own = this.#domains.get(name) ?? new Map();
    if (own.size >= this.#ofDomain) this.#dropOf(own);
    this.#domains.delete(name);
    if (this.#size >= this.#inAll) this.#dropOldest();
    this.#domains.set(name, own.set(id, cookie));
    this.#size++;
  }

  #remove(domain: string, id: string): void {
    const own = this.#own(domain);
    if (!own?.delete(id)) return;
    this.#size--;
    if (own.size === 0) this.#domains.delete(registeredDomain(domain));
  }

  #dropOldest(): void {
    for (const [name, own] of this.#domains) {
      this.#dropOf(own);
      if (own.size === 0) this.#domains.delete(name);
      return;
    }
  }

  #dropOf(own: Own): void {
    let oldest: [id: string, time: number] | undefined;
    for (const [id, { lastAccessed }] of own) {
      const time = Number(lastAccessed);
      if (!oldest || time < oldest[1]) oldest = [id, time];
    }
    if (oldest && own.delete(oldest[0])) this.#size--;
  }
}

const NOTHING: Promise<undefined> = Promise.resolve(undefined);
const NONE: Promise<Cookie[]> = Promise.resolve([]);

/** None of these holds a line break. */
const idOf = (...parts: readonly string[]): string => parts.join("\n");
