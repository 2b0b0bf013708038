import { basename } from "node:path";
import { NONE } from "../archive/capture-columns.js";
import type { Snapshot } from "../archive/open-snapshot.js";
import { problem } from "../base/error.js";
import { ComputedStrings } from "../web/graph/computed-strings.js";
import { hostIn, pageAt, pageAtPath } from "./address.js";
import type { Answer, Asked, Content } from "./answer.js";
import { HostFaults } from "./host-faults.js";
import type { SiteSettings } from "./options.js";
import { OwnAddresses } from "./own-addresses.js";
import { storedResponse } from "./stored-response.js";

const NOTHING = new Uint8Array(0);

/**
 * A stored web as a site: each URL answers as it did when it was crawled last, status, headers and body; URLs that were
 * not crawled answer 404. Everything is served as http: where http and https of one URL were crawled, the one that does
 * not redirect to the other answers, and where there are https URLs, links to https are rewritten to http (see
 * `storedResponse`).
 */
export class SnapshotContent implements Content {
  readonly start: string;
  /** URLs that answer. */
  readonly pages: number;
  readonly addresses: OwnAddresses;
  readonly hostFaults: HostFaults;
  readonly #snapshot: Snapshot;
  /** Capture row by index of the address; NONE for an address that only tells http from https. */
  readonly #rows: Uint32Array;
  readonly #plain: boolean;
  readonly #latency: number;

  /** @throws "option" for a snapshot without captures, or for faults that would change what was stored */
  constructor(snapshot: Snapshot, settings: SiteSettings) {
    const { captures } = snapshot;
    const url = (row: number) => snapshot.urls.at(snapshot.columns.u32("capture.url")[row]);
    if (captures === 0) throw problem.option`${snapshot.folder} holds no capture: there is nothing to serve`;
    const { statuses, transient, robots, traps, copies, encodings, chunked, validators, change } = settings.faults;
    if (statuses || transient || robots || traps || copies || encodings || chunked || validators || change)
      throw problem.option`a snapshot answers as it was crawled: of the faults, it takes latency, dead hosts and slow hosts`;
    this.#snapshot = snapshot;
    this.addresses = new OwnAddresses(basename(snapshot.folder), new ComputedStrings(captures, url));
    this.#rows = new Uint32Array(captures).fill(NONE);
    const redirects = snapshot.columns.u32("capture.redirect");
    let plain = false;
    let pages = 0;
    for (let row = 0; row < captures; row++) {
      const at = pageAt(this.addresses, url(row));
      if (url(row).startsWith("https:")) plain = true;
      if (at < 0) continue;
      const redirect = redirects[row];
      const toItself = redirect !== NONE && pageAt(this.addresses, snapshot.urls.at(redirect)) === at;
      if (this.#rows[at] === NONE) pages++;
      else if (toItself) continue;
      this.#rows[at] = row;
    }
    this.#plain = plain;
    this.pages = pages;
    const first = snapshot.about.start ?? url(snapshot.pages > 0 ? snapshot.columns.u32("page.capture")[0] : 0);
    this.start = first.replace(/^https:/i, "http:");
    this.hostFaults = new HostFaults(this.addresses.hostIndex(hostIn(new URL(this.start))), settings);
    this.#latency = settings.latency;
  }

  get hosts(): number {
    return this.addresses.hosts;
  }

  answer({ host: name, path }: Asked): Answer {
    const host = this.addresses.hostIndex(name);
    const death = this.hostFaults.death(host);
    const row = this.#rows[pageAtPath(this.addresses, host, path)] ?? NONE;
    const rate = this.hostFaults.rate(host);
    const latency = host < 0 ? this.#latency : this.hostFaults.latency(host);
    const wires = { ...(rate !== undefined && { rate }), ...(latency > 0 && { latency }) };
    const kind = path === "/robots.txt" ? "robots" : row === NONE ? "unknown" : undefined;
    if (death) return { status: 0, kind: kind ?? "page", page: -1, headers: [], body: NOTHING, death };
    if (row === NONE)
      return {
        status: 404,
        kind: kind ?? "unknown",
        page: -1,
        headers: ["Content-Type: text/plain"],
        body: Buffer.from("404\n"),
        ...wires,
      };
    const exchange = this.#snapshot.exchange(row);
    const { status } = exchange;
    const other = status >= 300 && status < 400 ? "alias" : status >= 400 ? "dead" : "page";
    return { status, kind: kind ?? other, page: -1, ...storedResponse(exchange, this.#plain), ...wires };
  }
}
