import type { HostIndex } from "./address.js";
import { drawNormal, drawShare, LOT } from "./chance.js";
import type { SiteSettings } from "./options.js";

/** Deviation of the logarithm of latencies over hosts: one host in six is twice as slow as the median one. */
const SPREAD = 0.7;

/** How a host that is dead behaves: connections are reset, or taken and never answered. */
export type Death = "reset" | "silent";

/**
 * What a host's wires do, whatever is asked of it: functions of seed and host. The start page's host lives and is not
 * slow.
 */
export class HostFaults {
  readonly #settings: SiteSettings;
  readonly #startHost: HostIndex;

  constructor(startHost: HostIndex, settings: SiteSettings) {
    this.#settings = settings;
    this.#startHost = startHost;
  }

  death(host: HostIndex): Death | undefined {
    const { seed, faults } = this.#settings;
    if (host < 0 || host === this.#startHost || drawShare(seed, LOT.deadHost, host) >= faults.deadHosts)
      return undefined;
    return drawShare(seed, LOT.deadKind, host) < 0.5 ? "reset" : "silent";
  }

  /** Bytes per second of bodies; undefined: as fast as it goes. */
  rate(host: HostIndex): number | undefined {
    const { seed, faults } = this.#settings;
    if (host < 0 || host === this.#startHost || drawShare(seed, LOT.slowHost, host) >= faults.slowHosts)
      return undefined;
    return faults.slowRate;
  }

  /** Milliseconds before each response. */
  latency(host: HostIndex): number {
    const { seed, latency } = this.#settings;
    return latency === 0 ? 0 : latency * Math.exp(SPREAD * drawNormal(seed, LOT.latency, host));
  }
}
