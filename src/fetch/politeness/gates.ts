import { BinaryHeap } from "../../base/binary-heap.js";

/** Hosts that are throttled together: those of one registered domain, or at one address. */
export interface Gate {
  readonly name: string;
  /** Requests under way behind it. */
  busy: number;
  /** When the next request may be sent, milliseconds. */
  nextAllowed: number;
  /** Host records that refer to it; it is forgotten only without. */
  hosts: number;
  /** Hosts that were ready but for this gate, by the request number of their first item. */
  readonly parked: BinaryHeap<{ readonly number: number; readonly host: string }>;
  /** Does it stand in the list of gates that will open? */
  listed: boolean;
}

/**
 * Gates by name. A host that is ready while its gate is shut is parked there; when the gate opens, the parked host with
 * the lowest request number goes back to the ready ones, and the others stay until its request is done. So a host is
 * parked once each time that it becomes ready, however many share its gate: O(log hosts) per request.
 */
export class Gates {
  readonly #delay: number;
  readonly #gates = new Map<string, Gate>();
  /** Gates that were shut, or have a request under way. */
  readonly #changed = new Set<Gate>();
  readonly #opening = new BinaryHeap<{ readonly time: number; readonly gate: Gate }>((a, b) => a.time < b.time);

  /** @param delay milliseconds from the end of a request to the next behind the same gate; 0: there are no gates */
  constructor(delay: number) {
    this.#delay = delay;
  }

  /** The gate of a name, one host more referring to it; undefined: there are none. */
  of(name: string): Gate | undefined {
    if (this.#delay === 0) return undefined;
    const known = this.#gates.get(name);
    if (known !== undefined) {
      known.hosts++;
      return known;
    }
    const gate: Gate = {
      name,
      busy: 0,
      nextAllowed: Number.NEGATIVE_INFINITY,
      hosts: 1,
      parked: new BinaryHeap((a, b) => a.number < b.number),
      listed: false,
    };
    this.#gates.set(name, gate);
    return gate;
  }

  /** Keeps a host until the gate opens. */
  park(gate: Gate, host: string, number: number): void {
    gate.parked.push({ host, number });
    this.list(gate);
  }

  /** A request behind the gate is sent. */
  enter(gate: Gate): void {
    gate.busy++;
    this.#changed.add(gate);
  }

  /** A request behind the gate has ended. @param sent false: nothing was sent, no delay is due */
  leave(gate: Gate, now: number, sent: boolean): void {
    gate.busy--;
    if (sent) this.#shut(gate, now + this.#delay);
    this.list(gate);
  }

  /** A host turned out to stand behind the gate after it was asked. */
  asked(gate: Gate, now: number): void {
    this.#shut(gate, now + this.#delay);
  }

  /**
   * Sees to it that a parked host is let out when the gate is open: also where the one let out before did not use its
   * turn.
   */
  list(gate: Gate): void {
    if (gate.listed || gate.busy > 0 || gate.parked.size === 0) return;
    gate.listed = true;
    this.#opening.push({ time: gate.nextAllowed, gate });
  }

  /**
   * Lets one host out of each gate that has opened.
   *
   * @param letOut @returns whether the host still has something to ask for; otherwise the next one is let out
   */
  wake(now: number, letOut: (host: string, now: number) => boolean): void {
    for (let first = this.#opening.peek(); first !== undefined && first.time <= now; first = this.#opening.peek()) {
      this.#opening.pop();
      const { gate } = first;
      gate.listed = false;
      if (gate.nextAllowed > now) this.list(gate);
      else if (gate.busy === 0)
        for (let next = gate.parked.pop(); next && !letOut(next.host, now); ) next = gate.parked.pop();
    }
  }

  /** When the first gate with parked hosts opens. */
  readyAt(): number | undefined {
    return this.#opening.peek()?.time;
  }

  /** Forgets gates that stand open and that no host refers to. */
  sweep(now: number): void {
    for (const gate of this.#gates.values()) {
      if (gate.hosts === 0 && gate.busy === 0 && gate.nextAllowed <= now) this.#gates.delete(gate.name);
    }
  }

  /** Gates that are shut: [name, nextAllowed]; those with a request under way as if it ended now. */
  save(now: number): [string, number][] {
    return [...this.#gates.values()].map((gate) => this.#rowOf(gate, now)).filter(([, time]) => time > now);
  }

  /** Rows as of `save`, of those that were shut since this was called last. */
  changes(now: number): [string, number][] {
    const rows = [...this.#changed].map((gate) => this.#rowOf(gate, now));
    for (const gate of this.#changed) if (gate.busy === 0) this.#changed.delete(gate);
    return rows;
  }

  #rowOf({ name, busy, nextAllowed }: Gate, now: number): [string, number] {
    return [name, Math.max(busy > 0 ? now + this.#delay : nextAllowed, now)];
  }

  restore(shut: readonly (readonly [string, number])[]): void {
    for (const [name, time] of shut) {
      const gate = this.of(name);
      if (gate === undefined) return;
      gate.hosts--;
      this.#shut(gate, time);
    }
  }

  #shut(gate: Gate, until: number): void {
    gate.nextAllowed = Math.max(gate.nextAllowed, until);
    this.#changed.add(gate);
  }
}
