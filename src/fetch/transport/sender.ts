import { type Fetched, fetchProblem, isFetchProblem, isOurs } from "../fetched.js";
import { type Asked, placeOf } from "./asked.js";
import type { Connections } from "./connections.js";
import type { Dialer } from "./dialer.js";
import type { Outcome, Surroundings } from "./exchange.js";
import { Http2Exchange } from "./http2-exchange.js";
import { LenientExchange } from "./lenient-exchange.js";
import { proxyHeaders, statusSaid, wantsLogin } from "./proxies.js";
import { StrictExchange } from "./strict-exchange.js";

export interface SenderParts {
  readonly dialer: Dialer;
  readonly connections: Connections;
  readonly surroundings: Surroundings;
  readonly lenient: boolean;
  /** Milliseconds before a second request to a host. */
  readonly between: (host: string) => number;
  /** Milliseconds before the first, second, ... time that a proxy is tried again. */
  readonly proxyWaits: readonly number[];
}

/** Origins without HTTP/1.1 that are remembered: each other one is asked for it first. */
const ORIGINS = 10_000;

/** There is no such host: RFC 6761, section 6.4. */
const NOWHERE = "http://no-host.invalid/";

/** Sends requests, and second ones where their ends make them needful. */
export class Sender {
  readonly counts = { requests: 0, lenient: 0, stale: 0 };
  readonly #parts: SenderParts;
  /** Ends of the second requests that wait. */
  readonly #resting = new Set<() => void>();
  /** Origins that speak HTTP/2 alone, the last ones found. */
  readonly #http2 = new Set<string>();
  #closed = false;

  constructor(parts: SenderParts) {
    this.#parts = parts;
  }

  /** A proxy that cannot be reached is tried again: the host was not asked. */
  ask(asked: Asked, done: (answer: Outcome) => void, tries = 0): void {
    const { proxyWaits, between } = this.#parts;
    this.#askOrigin(asked, (answer) => {
      const lost = isFetchProblem(answer) && answer.facts.fault === "proxy";
      if (!lost || tries >= proxyWaits.length || this.#closed) return done(answer);
      this.#rest(Math.max(proxyWaits[tries], between(asked.origin.hostname)), done, () => {
        asked.began = 0;
        this.ask(asked, done, tries + 1);
      });
    });
  }

  /**
   * A proxy that asks in our place passes on a 407 of the server's as it gives its own. Its own it gives for a host that
   * there is not, too; any other response to that tells that the first was the server's.
   */
  #askOrigin(asked: Asked, done: (answer: Outcome) => void): void {
    const { proxy } = asked;
    this.#ask(asked, (answer) => {
      if (!proxy || !wantsProxyLogin(answer)) return done(answer);
      const secrets = proxyHeaders(proxy);
      const nowhere = { ...asked, ...placeOf(NOWHERE), url: NOWHERE, target: NOWHERE, secrets, began: 0 };
      this.#ask(nowhere, (other) => {
        if (wantsProxyLogin(other)) done(wantsLogin(proxy, statusSaid(407, reasonIn(other))));
        else if (!isFetchProblem(other)) done(answer);
        else if (isOurs(other.facts.fault)) done(other);
        else done(fetchProblem("proxy", `${proxy.label} answered 407, and did not say whose it is: ${other}`));
      });
    });
  }

  #ask(asked: Asked, done: (answer: Outcome) => void): void {
    const { dialer, surroundings, lenient, between } = this.#parts;
    if (this.#http2.has(asked.origin.key)) {
      this.#overHttp2(asked, done);
      return;
    }
    this.#strictly(asked, false, (answer) => {
      if (!("again" in answer)) return done(answer);
      if (answer.again === "lenient" && (!lenient || this.#closed)) return done(answer.error);
      this.#rest(between(asked.origin.hostname), done, () => {
        asked.began = performance.now();
        if (answer.again === "fresh") {
          this.counts.stale++;
          this.#strictly(asked, true, done);
        } else if (answer.again === "http2") {
          this.#http2.add(asked.origin.key);
          if (this.#http2.size > ORIGINS) this.#http2.delete(this.#http2.values().next().value as string);
          this.#overHttp2(asked, done);
        } else {
          this.counts.requests++;
          this.counts.lenient++;
          new LenientExchange(dialer, asked, surroundings, done);
        }
      });
    });
  }

  #overHttp2(asked: Asked, done: (answer: Outcome) => void): void {
    if (this.#closed) {
      done(fetchProblem("aborted", `${asked.host}: the transport is closed`));
      return;
    }
    asked.began ||= performance.now();
    this.counts.requests++;
    new Http2Exchange(this.#parts.dialer, asked, this.#parts.surroundings, done);
  }

  /** Ends what waits; no response is read leniently any more. */
  close(): void {
    this.#closed = true;
    for (const end of this.#resting) end();
  }

  #strictly(asked: Asked, fresh: boolean, done: (answer: Outcome) => void): void {
    const { connections, surroundings } = this.#parts;
    connections.take(asked.origin, fresh, (connection) => {
      if (isFetchProblem(connection)) return done(connection);
      asked.began ||= performance.now();
      this.counts.requests++;
      new StrictExchange(connection, asked, surroundings, (answer, clean) => {
        connections.release(connection, clean);
        done(answer);
      });
    });
  }

  /** Waits, until a second request is polite, or a proxy may be back. */
  #rest(milliseconds: number, done: (answer: Outcome) => void, goOn: () => void): void {
    if (milliseconds === 0) {
      goOn();
      return;
    }
    const end = () => {
      clearTimeout(timer);
      this.#resting.delete(end);
      done(fetchProblem("aborted", `the crawl ended before the second request`));
    };
    const timer = setTimeout(() => {
      this.#resting.delete(end);
      goOn();
    }, milliseconds);
    this.#resting.add(end);
  }
}

const wantsProxyLogin = (answer: Outcome): answer is Fetched => "ending" in answer && answer.status === 407;

/** What stands behind the status. */
const reasonIn = ({ head }: Fetched): string => /^\S+ \d+ ?(.*)/.exec(head)?.[1] ?? "";
