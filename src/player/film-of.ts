import { problem } from "../base/error.js";
import type { Comparison } from "../crawl/compare/comparison.js";
import type { ComparedCrawl } from "../crawl/compare/judged-crawls.js";
import { explainCrawl } from "../crawl/explain/explain-crawl.js";
import { discoveryOf, NEVER } from "../crawl/explain/explain-discovery.js";
import { judgedWeb, judgeWith, worth } from "../crawl/judge.js";
import { threshold } from "../crawl/model/threshold.js";
import { methodStyles } from "../figure/series-style.js";
import { written } from "../figure/short-named.js";
import { nameOf, type Web } from "../web/web.js";
import { type Film, type FilmCrawl, framesOf } from "./film.js";
import { mapOrder } from "./map-order.js";

/** Most frames of a film; longer crawls go on by several pages at a time. */
const MOST_FRAMES = 50_000;
/** Most pages whose titles are shown. */
const MOST_TITLES = 12_000;

export interface FilmOptions {
  /** Which of the crawls of each ordering: 0 (default), 1, ... */
  readonly repeat?: number;
  /**
   * Most pages on the map; default 50,000. Of a larger web the hot pages are shown, and a regular sample of the others.
   */
  readonly pages?: number;
}

/**
 * Crawls of one web from the same start, as a film: who was seen, taken and found when, and why.
 *
 * @throws "option" when no crawl has that number of repeat
 *
 * Each crawl is run once more for its reasons.
 */
export function filmOf(runs: Comparison, { repeat = 0, pages: most = 50_000 }: FilmOptions = {}): Film {
  const { web, importance, options } = runs;
  const crawls = runs.crawls.filter((each) => each.repeat === repeat);
  if (crawls.length === 0) throw problem.option`no crawl has repeat ${repeat}; there are ${runs.crawls.length} crawls`;
  const { from, seed } = crawls[0];
  const part = judgedWeb(web, from, options.over);
  const values = worth(part.web, importance);
  const { hotAt } = importance;
  const isHot = (page: number) => hotAt !== undefined && values[part.local[page]] >= hotAt;
  const discoveries = crawls.map((crawl) => discoveryOf(web, crawl));
  const isSeen = (page: number) => discoveries.some(({ discovered }) => discovered[page] !== NEVER);
  const seen = Uint32Array.from({ length: web.graph.size }, (_, page) => page).filter(isSeen);
  const { pages, groups } = mapOrder(web, sample(seen, isHot, most));
  const length = Math.max(...crawls.map(({ order }) => order.length));
  const stride = Math.ceil(length / MOST_FRAMES);
  const styles = methodStyles(crawls.map(({ method }) => method.label));
  const judged = crawls.map(({ order }) => judgeWith(part, values, order, hotAt, { seed, ...options }));
  const byHundredth = (of: (visited: number) => number) =>
    hundredths.map((step) => (step === 0 ? 0 : of(Math.max(1, Math.round((step * length) / 100)))));
  return {
    title: `${web.name}: ${crawls.map(({ method }) => written(method.name)).join(", ")}`,
    web: web.name,
    pages: seen.length,
    start: from.map((page) => nameOf(web, page)).join(", "),
    importance: importance.label,
    hotAt,
    hotPages: judged[0].hot,
    model: (options.model ?? threshold()).label,
    length,
    stride,
    names: Array.from(pages, (page) => nameOf(web, page)),
    titles: titlesOf(web, pages),
    worth: Float32Array.from(pages, (page) => values[part.local[page]]),
    hot: Uint8Array.from(pages, (page) => (isHot(page) ? 1 : 0)),
    groups,
    crawls: crawls.map((crawl, index): FilmCrawl => {
      const { position, discovered } = discoveries[index];
      const frames = { crawl, stride, count: framesOf({ length, stride }) };
      const inOrder = (page: number) => position[page] - 1;
      return {
        label: written(crawl.method.label),
        ...(styles.get(crawl.method.label) as { color: string; dash: readonly number[] }),
        crawled: crawl.order.length,
        position: pages.map((page) => position[page]),
        discovered: pages.map((page) => discovered[page]),
        terms: explainCrawl(web, crawl).map(({ name, values }) => ({
          name,
          values: Float32Array.from(pages, (page) => values[inOrder(page)] ?? Number.NaN),
        })),
        found: foundBy(frames, isHot),
        waiting: waitingBy(frames, discovered),
        performance: Float32Array.from({ length: frames.count + 1 }, (_, frame) =>
          frame === 0 ? 0 : judged[index].curve[Math.min(frame * stride, crawl.order.length) - 1],
        ),
      };
    }),
    ideal: byHundredth(judged[0].ideal),
    random: byHundredth(judged[0].random),
  };
}

/** All pages, or where they are more than `most` the hot ones and every k-th of the others. */
function sample(pages: Uint32Array, isHot: (page: number) => boolean, most: number): Uint32Array {
  if (pages.length <= most) return pages;
  const every = (part: Uint32Array, room: number) =>
    part.length <= room
      ? part
      : part.filter((_, at) => Math.floor(((at + 1) * room) / part.length) > Math.floor((at * room) / part.length));
  const hot = every(pages.filter(isHot), most);
  const rest = pages.filter((page) => !isHot(page));
  const others = every(rest, most - hot.length);
  const both = new Uint32Array(hot.length + others.length);
  both.set(hot);
  both.set(others, hot.length);
  return both;
}

const hundredths = Float32Array.from({ length: 101 }, (_, step) => step);

interface Frames {
  readonly crawl: ComparedCrawl;
  readonly stride: number;
  readonly count: number;
}

function foundBy({ crawl: { order }, stride, count }: Frames, isHot: (page: number) => boolean): Uint32Array {
  const found = new Uint32Array(count + 1);
  let hot = 0;
  let k = 0;
  for (let frame = 1; frame <= count; frame++) {
    for (; k < Math.min(frame * stride, order.length); k++) if (isHot(order[k])) hot++;
    found[frame] = hot;
  }
  return found;
}

function waitingBy({ crawl: { order }, stride, count }: Frames, discovered: Uint32Array): Uint32Array {
  const fresh = new Uint32Array(count + 1);
  for (const when of discovered) if (when !== NEVER) fresh[Math.ceil(when / stride)]++;
  let known = 0;
  return fresh.map((more, frame) => (known += more) - Math.min(frame * stride, order.length));
}

function titlesOf({ titles }: Web, pages: Uint32Array): string[] | undefined {
  return titles && pages.length <= MOST_TITLES ? Array.from(pages, (page) => titles.at(page)) : undefined;
}
