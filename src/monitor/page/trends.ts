import type { Sample, Series } from "../history.js";
import type { Charts, Point } from "./charts.js";
import type { Elements } from "./elements.js";
import type { Formats } from "./formats.js";

/** How speed and frontier went: of each a chart of the last ten minutes, and one of all. A closed function, see `formats`. */
export function trends({
  formats,
  charts,
  elements,
}: {
  readonly formats: Formats;
  readonly charts: Charts;
  readonly elements: Elements;
}) {
  const { count, rate, size, moment } = formats;
  const { get } = elements;
  const RECENT = 600_000;

  const tiles = [
    { id: "pages", of: (sample: Sample) => sample.pagesPerSecond, text: (value: number) => `${rate(value)}/s` },
    { id: "bytes", of: (sample: Sample) => sample.bytesPerSecond, text: (value: number) => `${size(value)}/s` },
    { id: "frontier", of: (sample: Sample) => sample.frontier, text: count },
  ].map((tile) => ({
    ...tile,
    recent: charts.chart(`${tile.id}-recent`, get(`${tile.id}-heading`).textContent ?? "", tile.text),
    whole: charts.chart(`${tile.id}-whole`, get(`${tile.id}-heading`).textContent ?? "", tile.text),
  }));
  let recent: Sample[] = [];
  let whole: { readonly step: number; samples: Sample[] } = { step: 1000, samples: [] };

  /** All series, when the page connects and whenever the coarse one has grown. What is shown next draws them. */
  const showHistory = (series: { readonly recent: Series; readonly whole: Series }) => {
    recent = [...series.recent.samples];
    whole = { step: series.whole.step, samples: [...series.whole.samples] };
  };

  const show = (sample: Sample | undefined, now: number) => {
    if (sample && sample.time > (recent[recent.length - 1]?.time ?? 0)) {
      recent.push(sample);
      if (whole.step === 1000) whole.samples.push(sample);
    }
    recent = recent.filter(({ time }) => time >= now - RECENT);
    for (const tile of tiles) {
      const points = (samples: readonly Sample[]): Point[] =>
        samples.map((each) => ({ time: each.time, value: tile.of(each) }));
      tile.recent({ points: points(recent), step: 1000, from: now - RECENT, to: now }, "last 10 min");
      const first = whole.samples[0]?.time ?? now;
      tile.whole(
        { points: points(whole.samples), step: whole.step, from: first, to: Math.max(first + 1000, now) },
        `since ${moment(first, now, true)}`,
      );
    }
  };

  return { show, showHistory };
}

export type Trends = ReturnType<typeof trends>;
