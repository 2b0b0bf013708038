import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { Cookie, CookieJar, type SerializedCookieJar } from "tough-cookie";
import { problem } from "../base/error.js";
import { makeFolder, replaceFileBy } from "../base/file/durable.js";
import { CookieStore } from "./cookie-store.js";
import { type CookieWalls, NO_WALLS, type SavedWalls } from "./cookie-walls.js";
import { byEnding, type Fetched, type Transport } from "./fetched.js";

/** Bytes of a Set-Cookie header, and cookies that one URL is sent, at the most: what browsers must take (RFC 6265, 6.1). */
const MOST_BYTES = 4_096;
const MOST_COOKIES = 50;
/** No header with these can be sent: browsers leave out a cookie with controls, too (RFC 6265bis, section 5.6). */
const UNSENT = /[^\t\x20-\x7e\x80-\xff]/;
/** Cookies of a registered domain, as browsers have it, and in all: ten times what they must take. */
const OF_DOMAIN = 180;
const IN_ALL = 30_000;

/**
 * The cookies of a crawl: RFC 6265, hosts by the public suffix list. They are secrets: whoever reads them is who the
 * crawler is. So they stand in this file alone, which its owner alone may read.
 */
export class Cookies {
  readonly #path: string;
  readonly #jar: CookieJar;
  #changes = 0;
  /** Changes that are on disk. */
  #saved = 0;
  #walls: SavedWalls;

  private constructor(path: string, jar: CookieJar, walls: SavedWalls = NO_WALLS) {
    this.#path = path;
    this.#jar = jar;
    this.#walls = walls;
  }

  /** Walls as they were saved last. */
  get walls(): SavedWalls {
    return this.#walls;
  }

  /** @param version of the walls, as the checkpoint has it @throws "damaged" where the file cannot be read */
  static open(path: string, version?: number): Cookies {
    const store = new CookieStore(OF_DOMAIN, IN_ALL);
    const jar = new CookieJar(store, OPTIONS);
    if (!existsSync(path)) return new Cookies(path, jar);
    try {
      const { cookies, walls = [] } = JSON.parse(readFileSync(path, "utf8")) as SavedCookies;
      // the jar's own way goes as deep as there are cookies
      for (const each of cookies) store.putCookie(Cookie.fromJSON(each) as Cookie);
      return new Cookies(path, jar, walls.find((each) => each.version === version) ?? walls.at(-1));
    } catch {
      // the error may repeat what the file holds
      throw problem.damaged`${path} cannot be read. Delete it to resume without the cookies of the crawl so far`;
    }
  }

  /** Value of the header Cookie for a URL; "" for none. */
  of(url: string): string {
    return this.#jar.getCookieStringSync(url);
  }

  /** Takes what an answer sets, and leaves out the rest: what is too long, too much, or for others. */
  take(answer: Fetched): void {
    const { url } = answer;
    for (const text of answer.headers("set-cookie")) {
      if (text.length > MOST_BYTES || UNSENT.test(text)) continue;
      const own = this.#jar.getCookiesSync(url);
      const name = Cookie.parse(text)?.key;
      const isFull = own.length >= MOST_COOKIES && own.every(({ key }) => key !== name);
      if (!isFull && this.#jar.setCookieSync(text, url, { ignoreError: true })) this.#changes++;
    }
  }

  /**
   * Puts the jar on disk, and the walls, where they changed: to come before the checkpoint that they are of. The walls of
   * the one before it stay until then, for a kill may come in between.
   */
  async save(walls?: Pick<CookieWalls, "save">): Promise<void> {
    const changes = this.#changes;
    const now = walls?.save() ?? this.#walls;
    if (changes === this.#saved && now.version === this.#walls.version) return;
    makeFolder(dirname(this.#path));
    const text = JSON.stringify({ ...this.#jar.serializeSync(), walls: [this.#walls, now] });
    await replaceFileBy(this.#path, (aside) => writeFile(aside, text, { mode: 0o600 }));
    this.#saved = changes;
    this.#walls = now;
  }
}

interface SavedCookies extends SerializedCookieJar {
  /** Those of the last checkpoint but one, and of the last. */
  readonly walls?: readonly SavedWalls[];
}

const OPTIONS = { rejectPublicSuffixes: true, prefixSecurity: "silent" } as const;

/**
 * A transport that sends what the jar has for a URL, and gives it what answers set. The values are masked in the heads
 * of answers, as they are to be stored; what is sent is written down nowhere.
 */
export function withCookies(transport: Transport, jar: Cookies): Transport {
  const came = (answer: Fetched) => {
    jar.take(answer);
    answer.head = masked(answer.head);
  };
  return {
    async fetch(request) {
      const cookies = request.cookies ?? jar.of(request.url);
      const answer = await transport.fetch(cookies === "" ? request : { ...request, cookies });
      byEnding(answer, { whole: came, cut: came, failed() {} });
      return answer;
    },
    close: () => transport.close(),
  };
}

/** "Set-Cookie: id=***; Path=/": names and known attributes stay; all else may be of the value. */
const masked = (head: string): string =>
  head.replace(/^(set-cookie2?[ \t]*:[ \t]*(?:[^=;\r\n]*=)?)([^\r\n]*)/gim, (_, name: string, rest: string) => {
    const parts = rest.split(";").slice(1);
    return [`${name}***`, ...parts.filter((part) => ATTRIBUTE.test(part))].join(";");
  });

const ATTRIBUTE = /^\s*(?:(?:path|domain|expires|max-age|samesite|priority)\s*=|(?:secure|httponly|partitioned)\s*$)/i;
