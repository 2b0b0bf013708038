import { got, option, problem } from "../../base/error.js";
import { checkOptions } from "../../base/method.js";

/** Requests per second for a part of every day: 80 by day and 180 at night in Shkapenyuk and Suel 2001, section 4.2. */
export interface SpeedPeriod {
  /** "08:00", included. */
  readonly from: string;
  /** "20:00", not included; at or before `from`: of the next day. */
  readonly to: string;
  /** Requests per second; undefined: no limit. */
  readonly speed?: number;
  /** Requests under way at most in that time; default: the scheduler's bound. */
  readonly connections?: number;
}

const MINUTE = 60_000;
const DAY = 24 * 60;

/**
 * Which period a time belongs to: the first that holds it; undefined: none does.
 *
 * @param timeZone as the Intl functions name it: "UTC", "America/New_York"
 * @throws "option" for a time of day, a speed or a time zone that is none
 *
 * Works the time of day out once a minute.
 */
export function periodAt(periods: readonly SpeedPeriod[], timeZone: string): (now: number) => SpeedPeriod | undefined {
  const spans = periods.map((period) => {
    checkOptions("schedule", period, { from: undefined, to: undefined, speed: undefined, connections: undefined });
    for (const name of ["speed", "connections"] as const) checkPositive(`schedule: ${name}`, period[name]);
    const from = minuteOf(period.from);
    return { period, from, length: ((minuteOf(period.to) - from + DAY - 1) % DAY) + 1 };
  });
  const clock = clockOf(timeZone);
  let asked = Number.NaN;
  let found: SpeedPeriod | undefined;
  return (now) => {
    const minute = Math.floor(now / MINUTE);
    if (minute !== asked) {
      asked = minute;
      const time = clock(minute * MINUTE);
      found = spans.find(({ from, length }) => (time - from + DAY) % DAY < length)?.period;
    }
    return found;
  };
}

/** @throws "option" unless the value is undefined or a number above 0 */
export function checkPositive(name: string, value: number | undefined): void {
  if (value === undefined || value > 0) return;
  throw problem.option`${option(name)} is a number above 0, or left out for no limit; ${got(value)}`;
}

/** Minutes since midnight of "08:30"; "24:00" is that of the next day. */
function minuteOf(text: string): number {
  const [, hours, minutes] = /^(\d\d?):(\d\d)$/.exec(text) ?? [];
  const minute = 60 * Number(hours) + Number(minutes);
  if (Number(minutes) > 59 || !(minute <= DAY))
    throw problem.option`${option("schedule")}: a time of day is "08:00" or "20:30"; ${got(text)}`;
  return minute;
}

/** Minutes since midnight in a time zone. */
function clockOf(timeZone: string): (time: number) => number {
  if (timeZone === "UTC") return (time) => (((time / MINUTE) % DAY) + DAY) % DAY;
  const format = formatIn(timeZone);
  return (time) => minuteOf(format.format(time));
}

function formatIn(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  } catch {
    throw problem.option`${option("timeZone")} is the name of a time zone: "UTC" or "America/New_York"; ${got(timeZone)}`;
  }
}
