import { registeredDomain } from "../../url/host.js";
import { type Gate, Gates } from "./gates.js";
import type { HostState } from "./host-state.js";
import type { Settings } from "./settings.js";

/**
 * The two gates that a host may stand behind: that of its registered domain, and that of its address once it is known.
 */
export class Throttle {
  readonly #domains: Gates;
  readonly #addresses: Gates;
  readonly #byDomain: boolean;
  readonly #byAddress: boolean;

  constructor({ domainDelay, addressDelay }: Settings) {
    this.#domains = new Gates(domainDelay);
    this.#addresses = new Gates(addressDelay);
    this.#byDomain = domainDelay > 0;
    this.#byAddress = addressDelay > 0;
  }

  /** The gate of a host's domain; undefined: domains do not count. */
  domainOf(host: string): Gate | undefined {
    return this.#byDomain ? this.#domains.of(registeredDomain(host)) : undefined;
  }

  isOpen({ domain, address }: HostState, now: number): boolean {
    return isOpen(domain, now) && isOpen(address, now);
  }

  /**
   * Keeps a host that found a gate shut at the one that opens later; its turn at the other goes to whoever is parked
   * there.
   */
  park(state: HostState, now: number, number: number): void {
    const { domain, address } = state;
    state.parked = true;
    if (address === undefined || (domain !== undefined && opensAt(domain) > opensAt(address))) {
      this.#domains.park(domain as Gate, state.name, number);
      if (address !== undefined && isOpen(address, now)) this.#addresses.list(address);
    } else {
      this.#addresses.park(address, state.name, number);
      if (domain !== undefined && isOpen(domain, now)) this.#domains.list(domain);
    }
  }

  /** A host is being asked. */
  enter({ domain, address }: HostState): void {
    if (domain !== undefined) this.#domains.enter(domain);
    if (address !== undefined) this.#addresses.enter(address);
  }

  /** Its request has ended. @param sent false: nothing was sent @param address of the server, where known */
  leave(state: HostState, now: number, sent: boolean, address: string | undefined): void {
    if (state.domain !== undefined) this.#domains.leave(state.domain, now, sent);
    if (state.address !== undefined) this.#addresses.leave(state.address, now, sent);
    if (address === undefined || address === state.address?.name) return;
    this.stand(state, address);
    if (sent && state.address !== undefined) this.#addresses.asked(state.address, now);
  }

  /** A host stands at an address from now on. It must not be in use. */
  stand(state: HostState, address: string): void {
    if (!this.#byAddress) return;
    if (state.address !== undefined) state.address.hosts--;
    state.address = this.#addresses.of(address);
  }

  /** A host lost its items: if it was let out of a gate, that turn goes to whoever is parked there. */
  dropped({ domain, address }: HostState): void {
    if (domain !== undefined) this.#domains.list(domain);
    if (address !== undefined) this.#addresses.list(address);
  }

  /** Hosts whose gates have opened are let out, one per gate. */
  wake(now: number, letOut: (host: string, now: number) => boolean): void {
    if (this.#byDomain) this.#domains.wake(now, letOut);
    if (this.#byAddress) this.#addresses.wake(now, letOut);
  }

  /** When the first gate opens behind which a host is parked. */
  readyAt(): number | undefined {
    const domain = this.#domains.readyAt();
    const address = this.#addresses.readyAt();
    return domain === undefined || address === undefined ? (domain ?? address) : Math.min(domain, address);
  }

  /** A host is forgotten. */
  forget({ domain, address }: HostState): void {
    if (domain !== undefined) domain.hosts--;
    if (address !== undefined) address.hosts--;
  }

  sweep(now: number): void {
    this.#domains.sweep(now);
    this.#addresses.sweep(now);
  }

  save(now: number) {
    return { domains: this.#domains.save(now), addresses: this.#addresses.save(now) };
  }

  changes(now: number) {
    return { domains: this.#domains.changes(now), addresses: this.#addresses.changes(now) };
  }

  restore(state: {
    readonly domains: readonly (readonly [string, number])[];
    readonly addresses: readonly (readonly [string, number])[];
  }): void {
    this.#domains.restore(state.domains);
    this.#addresses.restore(state.addresses);
  }
}

const isOpen = (gate: Gate | undefined, now: number) =>
  gate === undefined || (gate.busy === 0 && gate.nextAllowed <= now);

const opensAt = (gate: Gate) => (gate.busy > 0 ? Number.POSITIVE_INFINITY : gate.nextAllowed);
