import type { CrawlStatus } from "../fetch/status.js";

/** One stretch of a crawl. */
export interface Sample {
  /** Its end, milliseconds since 1970. */
  readonly time: number;
  /** Means over the stretch. */
  readonly pagesPerSecond: number;
  readonly bytesPerSecond: number;
  readonly requestsPerSecond: number;
  /** At its end. */
  readonly frontier: number;
}

/** Samples of one length, oldest first. */
export interface Series {
  /** Milliseconds. */
  readonly step: number;
  readonly samples: readonly Sample[];
}

/** Lengths of stretches, and how many of each are kept: 10 minutes, a day, a year. */
export const LEVELS = [
  { step: 1000, most: 600 },
  { step: 60_000, most: 1440 },
  { step: 3_600_000, most: 8784 },
] as const;

/** The counts of which means are made. */
type Counts = Pick<CrawlStatus, "now" | "pages" | "bytes" | "requests">;

/** Who a status is of, where several processes share a crawl. */
const namesIn = ({ processes = [] }: CrawlStatus): string => JSON.stringify(processes.map(({ name }) => name));

interface Level extends Series {
  readonly most: number;
  readonly samples: Sample[];
  from: Counts | undefined;
}

/**
 * What a crawl did over time, at steps of a second, a minute and an hour; bounded (10,824 samples) however long it
 * runs. After Shkapenyuk and Suel 2001, section 4.2, whose traffic over 24 hours shows every checkpoint as a dip.
 *
 * Means come from the counts and not from the rates of a status, so that they add up to what was fetched. The time
 * between two runs has no sample, nor has a stretch over which counts went down: that is another crawl. What a process
 * had fetched before it was heard first was not fetched in the second in which it was.
 *
 * O(1) per status.
 */
export class History {
  readonly #levels: readonly Level[];
  #last: CrawlStatus | undefined;

  /** @param series what an earlier `series()` gave: the crawl goes on with a gap */
  constructor(series: readonly Series[] = []) {
    this.#levels = LEVELS.map(({ step, most }) => {
      const kept = series.find((each) => each.step === step)?.samples.slice(-most) ?? [];
      return { step, most, samples: [...kept], from: undefined };
    });
  }

  /** Takes a status in, about once a second. @returns the sample of the last second, once there is one */
  add(status: CrawlStatus): Sample | undefined {
    let newest: Sample | undefined;
    const last = this.#last;
    this.#last = status;
    if (last && namesIn(last) !== namesIn(status)) for (const level of this.#levels) skip(level, last, status);
    for (const level of this.#levels) {
      const sample = next(level, status);
      if (sample && level === this.#levels[0]) newest = sample;
    }
    return newest;
  }

  /** All three series, the finest first. */
  series(): readonly Series[] {
    return this.#levels.map(({ step, samples }) => ({ step, samples: [...samples] }));
  }

  /** The last 10 minutes, second by second. */
  recent(): Series {
    return this.series()[0];
  }

  /** Everything since the start, in the finest steps that reach back to it. */
  whole(): Series {
    const level =
      this.#levels.find(({ samples, most }) => samples.length < most) ?? this.#levels[this.#levels.length - 1];
    return { step: level.step, samples: [...level.samples] };
  }

  /** Mean of requests per second over the last seconds. */
  requestsPerSecond(seconds = 10): number {
    const last = this.#levels[0].samples.slice(-seconds);
    return last.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0) / Math.max(1, last.length);
  }
}

/** Counts what went on between two statuses for nothing. */
function skip(level: Level, last: CrawlStatus, status: CrawlStatus): void {
  const { from } = level;
  if (!from) return;
  const moved = (count: "pages" | "bytes" | "requests") => from[count] + status[count] - last[count];
  level.from = { now: from.now, pages: moved("pages"), bytes: moved("bytes"), requests: moved("requests") };
}

/** Closes the stretch of a level when it is long enough; timers come some milliseconds early or late. */
function next(level: Level, status: CrawlStatus): Sample | undefined {
  const { from, samples } = level;
  const isOther = from && (status.now < from.now || status.pages < from.pages || status.requests < from.requests);
  const last = samples[samples.length - 1];
  if (!from || isOther || (last && status.now <= last.time)) {
    level.from = status;
    return undefined;
  }
  const milliseconds = status.now - from.now;
  if (milliseconds < level.step - Math.min(500, level.step / 10)) return undefined;
  level.from = status;
  const perSecond = (count: "pages" | "bytes" | "requests") => (1000 * (status[count] - from[count])) / milliseconds;
  const sample: Sample = {
    time: status.now,
    pagesPerSecond: perSecond("pages"),
    bytesPerSecond: perSecond("bytes"),
    requestsPerSecond: perSecond("requests"),
    frontier: status.frontier,
  };
  samples.push(sample);
  if (samples.length > level.most) samples.shift();
  return sample;
}
