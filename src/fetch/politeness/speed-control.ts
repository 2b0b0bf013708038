import { ConnectionControl } from "./connection-control.js";
import { Pace } from "./pace.js";
import type { Settings } from "./settings.js";
import { checkPositive, periodAt, type SpeedPeriod } from "./speed-schedule.js";

/** Milliseconds by which whoever asks late may catch up: the naps of an event loop, and of a network. */
const REQUEST_TOLERANCE = 100;
const BYTE_TOLERANCE = 1000;

/**
 * May a request be sent now, whoever it is for? Speed by time of day, bytes per second, and the number of connections.
 */
export class SpeedControl {
  readonly #settings: Settings;
  readonly #period: (now: number) => SpeedPeriod | undefined;
  readonly #requests = new Pace(REQUEST_TOLERANCE);
  readonly #bytes = new Pace(BYTE_TOLERANCE);
  readonly #connections = new ConnectionControl();
  #speed: number | undefined | "schedule" = "schedule";

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#period = periodAt(settings.schedule, settings.timeZone);
  }

  /** Requests per second aimed at; undefined: no limit. */
  speed(now: number): number | undefined {
    if (this.#speed !== "schedule") return this.#speed;
    const period = this.#period(now);
    return period === undefined ? this.#settings.speed : period.speed;
  }

  /** @throws "option" for a number that is not positive */
  setSpeed(speed: number | undefined | "schedule"): void {
    if (speed !== "schedule") checkPositive("speed, in requests per second,", speed);
    this.#speed = speed;
  }

  /** When a request may be sent: a time not after `now` means at once; undefined: not before another has ended. */
  readyAt(now: number, inFlight: number): number | undefined {
    const maximum = Math.min(this.#settings.connections, this.#period(now)?.connections ?? Number.POSITIVE_INFINITY);
    const speed = this.speed(now);
    const bytesAt = this.#bytes.readyAt(now, this.#settings.bytesPerSecond);
    if (this.#settings.control === "pace" || speed === undefined) {
      if (inFlight >= maximum) return undefined;
      return Math.max(bytesAt, this.#requests.readyAt(now, speed));
    }
    this.#connections.step(now, speed, maximum);
    if (inFlight < this.#connections.limit) return bytesAt;
    this.#connections.full();
    return this.#connections.limit < maximum ? Math.max(bytesAt, this.#connections.stepAt(now)) : undefined;
  }

  /** A request is being sent. */
  sent(now: number): void {
    if (this.#settings.control === "pace") this.#requests.spend(now, 1, this.speed(now));
  }

  /** A request has ended, or was not sent after all. */
  ended(now: number, kind: "answered" | "failed" | "skipped", bytes: number): void {
    if (kind === "skipped") {
      if (this.#settings.control === "pace") this.#requests.refund(1);
      return;
    }
    this.#connections.ended(kind === "failed");
    if (bytes > 0) this.#bytes.spend(now, bytes, this.#settings.bytesPerSecond);
  }
}
