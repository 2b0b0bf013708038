import { createHash } from "node:crypto";
import type { UrlId } from "../archive/capture.js";
import type { Waiting } from "./frontier/frontier.js";

/** Redirects that are remembered, and times that one URL is asked again. */
const REMEMBERED = 10_000;
const TIMES = 5;

interface Redirected {
  readonly page: Waiting;
  /** Digest of what it was asked with. */
  readonly cookies: string;
  readonly times: number;
}

/** A redirect as it is saved. The digest is of secrets: it stands where they do. */
export interface SavedRedirect {
  readonly url: string;
  readonly depth: number;
  readonly hops: number;
  readonly cookies: string;
  readonly times: number;
  /** It is to be asked again. */
  readonly pending: boolean;
}

/** All of them at one time, by its number: those of the checkpoint that stands are told from later ones. */
export interface SavedWalls {
  readonly version: number;
  readonly redirects: readonly SavedRedirect[];
}

export interface WallsOptions {
  /** May a redirect lead back to itself alone? Default false. */
  readonly itselfOnly?: boolean;
  /** What an earlier run saved. */
  readonly saved?: SavedWalls;
  /** Id of a URL whose answer an earlier run stored; undefined for others: their frontier has them. */
  readonly storedId?: (url: string) => UrlId | undefined;
}

/**
 * Cookie walls: a page that redirects, to itself or to another that leads back, until a cookie is set. A crawler that
 * asks for each URL once would never see it; a URL is asked again where a redirect leads back to it, and its cookies are
 * others than it was asked with.
 *
 * What it knows is saved with the cookies, at each checkpoint: the first redirect of a wall is stored and done with long
 * before the wall is passed, so the frontier does not have it any more.
 */
export class CookieWalls {
  readonly #cookiesOf: (url: string) => string;
  readonly #itselfOnly: boolean;
  /** The last redirects, the oldest first. */
  readonly #redirected = new Map<string, Redirected>();
  /** Those that are to be asked again. */
  readonly #pending = new Map<string, Redirected>();
  #version: number;

  /** @param cookiesOf what a URL would be asked with now */
  constructor(
    cookiesOf: (url: string) => string,
    { itselfOnly = false, saved = NO_WALLS, storedId = () => undefined }: WallsOptions = {},
  ) {
    this.#cookiesOf = cookiesOf;
    this.#itselfOnly = itselfOnly;
    this.#version = saved.version;
    for (const { url, depth, hops, cookies, times, pending } of saved.redirects) {
      const id = storedId(url);
      if (id === undefined) {
        this.#version++; // so that the list without it is saved
        continue;
      }
      (pending ? this.#pending : this.#redirected).set(url, { page: { id, url, depth, hops }, cookies, times });
    }
  }

  /** Those that are to be asked again, and were not yet. */
  get pending(): readonly Waiting[] {
    return Array.from(this.#pending.values(), ({ page }) => page);
  }

  /** What a URL is about to be asked with: to be told to `leadsBack`. */
  before(url: string): string {
    return this.#cookiesOf(url);
  }

  /**
   * A URL answered with a redirect. @param cookies what it was asked with
   *
   * @returns the URL that is to be asked again: itself, or an earlier one
   */
  leadsBack(page: Waiting, cookies: string, target: string): Waiting | undefined {
    const times = (this.#pending.get(page.url) ?? this.#redirected.get(page.url))?.times ?? 0;
    this.passed(page.url);
    if (this.#redirected.size >= REMEMBERED) this.#redirected.delete(this.#redirected.keys().next().value as string);
    this.#redirected.set(page.url, { page, cookies: digest(cookies), times });
    this.#version++;
    if (this.#itselfOnly && target !== page.url) return undefined;
    const back = this.#redirected.get(target);
    if (!back || back.times >= TIMES || digest(this.#cookiesOf(target)) === back.cookies) return undefined;
    this.#redirected.delete(target);
    this.#pending.set(target, { ...back, times: back.times + 1 });
    return back.page;
  }

  /** A URL answered, and not with a redirect: nothing leads back to it any more. */
  passed(url: string): void {
    if (this.#redirected.delete(url)) this.#version++;
    this.settled(url);
  }

  /** A URL was stored or given up: it is not asked again. */
  settled(url: string): void {
    if (this.#pending.delete(url)) this.#version++;
  }

  save(): SavedWalls {
    const told = (pending: boolean) => (redirected: Redirected) => {
      const { page, cookies, times } = redirected;
      return { url: page.url, depth: page.depth, hops: page.hops, cookies, times, pending };
    };
    const redirected = Array.from(this.#redirected.values(), told(false));
    return { version: this.#version, redirects: [...redirected, ...Array.from(this.#pending.values(), told(true))] };
  }
}

export const NO_WALLS: SavedWalls = { version: 0, redirects: [] };

/** Of fixed length, however many cookies there are. */
const digest = (cookies: string): string => createHash("sha256").update(cookies).digest("base64url");
