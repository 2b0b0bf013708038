import type { MissCurves } from "../../fetch/status.js";
import type { PageDocument, PageElement } from "../../figure/page/dom.js";
import type { Elements } from "./elements.js";
import type { Formats } from "./formats.js";

/** One policy: its miss rates by size, in [0, 1]; null where they are not known. */
interface Curve {
  readonly policy: string;
  readonly sizes: readonly number[];
  readonly missRates: readonly (number | null)[];
}

/**
 * Miss rates over the sizes of caches, a line per policy. A closed function, see `formats`.
 *
 * The chart is drawn in a box of 420 x 190 units, sizes from left to right on a logarithmic scale, up to the first that
 * holds all URLs.
 */
export function missCurves(document: PageDocument, formats: Formats, get: Elements["get"]) {
  const { count, percent, foreign } = formats;
  const [LEFT, RIGHT, TOP, BOTTOM] = [46, 410, 8, 164];
  /** Policies of the first four looks: those of the paper. */
  const KNOWN = ["LRU", "CLOCK", "MIN", "STATIC"];

  /** The curves of all experiments, each up to the first size that holds all URLs. */
  const curvesOf = (experiments: readonly MissCurves[]): Curve[] =>
    experiments.flatMap(({ sizes, distinct, curves }, index) => {
      const enough = sizes.findIndex((size) => size >= distinct);
      const shown = enough < 0 ? sizes : sizes.slice(0, enough + 1);
      return curves.map(({ policy, missRates }) => ({
        policy: index === 0 ? policy : `${policy}, experiment ${index + 1}`,
        sizes: shown,
        missRates,
      }));
    });

  /** All sizes, ascending. */
  const sizesOf = (curves: readonly Curve[]): number[] =>
    [...new Set(curves.flatMap(({ sizes }) => sizes))].sort((a, b) => a - b);

  /** Where a size stands, from left to right. */
  const placeOf = (size: number, all: readonly number[]): number => {
    const [first, last] = [Math.log2(all[0]), Math.log2(all[all.length - 1])];
    return LEFT + ((RIGHT - LEFT) * (Math.log2(size) - first)) / Math.max(1e-9, last - first);
  };
  const heightOf = (rate: number): number => BOTTOM - (BOTTOM - TOP) * rate;

  /** Path data; no line over sizes that are not known. */
  const path = ({ sizes, missRates }: Curve, all: readonly number[]): string => {
    let line = "";
    let isOpen = false;
    sizes.forEach((size, i) => {
      const rate = missRates[i];
      if (typeof rate === "number")
        line += `${isOpen ? "L" : "M"}${placeOf(size, all).toFixed(1)} ${heightOf(rate).toFixed(1)}`;
      isOpen = typeof rate === "number";
    });
    return line;
  };

  /** The size at which a curve is half-way down: where it matters how large a cache is. */
  const halfWay = ({ sizes, missRates }: Curve): number | undefined => {
    const known = sizes.flatMap((size, i) => {
      const rate = missRates[i];
      return typeof rate === "number" ? [{ size, rate }] : [];
    });
    const middle = known.length > 0 ? (known[0].rate + known[known.length - 1].rate) / 2 : 0;
    return known.find(({ rate }) => rate <= middle)?.size;
  };

  const nearest = (share: number, all: readonly number[]): number =>
    all.reduce((best, size) => {
      const far = (each: number) => Math.abs(placeOf(each, all) - LEFT - share * (RIGHT - LEFT));
      return far(size) < far(best) ? size : best;
    }, all[0]);

  /** 16384 is "16k", 2^20 "1M": powers of 1024, which sizes of tables are. */
  const inShort = (size: number): string =>
    size >= 2 ** 20 ? `${count(size / 2 ** 20)}M` : size >= 1024 ? `${count(size / 1024)}k` : count(size);

  const shape = (tag: string, attributes: Readonly<Record<string, string>>, text = ""): PageElement => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.textContent = text;
    return element;
  };
  const isBound = (policy: string): boolean => policy.startsWith("MIN");
  /** By the policy, as in figures; others take the looks that are left. */
  const styleOf = (policy: string, policies: readonly string[]): string => {
    const others = policies.filter((each) => !KNOWN.includes(each));
    const free = [4, 5, 0, 1, 2, 3].filter((i) => !policies.includes(KNOWN[i] ?? ""));
    const style = KNOWN.includes(policy) ? KNOWN.indexOf(policy) : free[others.indexOf(policy) % free.length];
    return `curve-${style}${isBound(policy) ? " bound" : ""}`;
  };

  const axes = (all: readonly number[]): PageElement[] => {
    const levels = [0, 0.25, 0.5, 0.75, 1].flatMap((rate) => [
      shape("path", { class: "grid", d: `M${LEFT} ${heightOf(rate)}H${RIGHT}` }),
      shape(
        "text",
        { class: "tick", x: String(LEFT - 6), y: String(heightOf(rate) + 4), "text-anchor": "end" },
        percent(rate, 0).replace(" ", ""),
      ),
    ]);
    const step = Math.ceil(all.length / 7);
    const ticks = all
      .filter((_, i) => i % step === 0)
      .map((size) =>
        shape(
          "text",
          { class: "tick", x: placeOf(size, all).toFixed(1), y: String(BOTTOM + 16), "text-anchor": "middle" },
          inShort(size),
        ),
      );
    return [...levels, ...ticks];
  };

  /** A policy in the legend, and what it misses. */
  const row = (policy: string, style: string, rate: number | null | undefined): PageElement => {
    const line = document.createElement("div");
    const name = document.createElement("dt");
    const value = document.createElement("dd");
    name.setAttribute("class", style);
    name.textContent = foreign(policy, 60);
    value.textContent = typeof rate === "number" ? percent(rate, 1) : "–";
    line.append(name, value);
    return line;
  };

  /** What is said above the chart. */
  const noteOn = (experiments: readonly MissCurves[], curves: readonly Curve[]): string => {
    const met = experiments[0]?.requests ?? 0;
    return [
      met === 0
        ? "No URL has been met yet."
        : `${count(met)} URLs met, repeats included; ${count(experiments[0].distinct)} different.`,
      ...(met === 0 || curves.some(({ policy }) => isBound(policy))
        ? []
        : ["MIN, the bound, is added when the crawl ends."]),
      ...experiments.flatMap(({ notes }) => notes.map((note) => `${foreign(note, 400)}.`)),
    ].join(" ");
  };

  /** Fills the card in: shown where the crawl has experiments. @returns is given those of each status */
  const chart = () => {
    const svg = get("caches-chart");
    let curves: readonly Curve[] = [];
    let share: number | undefined;
    const lookOf = (policy: string) =>
      styleOf(
        policy,
        curves.map((curve) => curve.policy),
      );

    /** The size that is pointed at, and what each policy misses there. */
    const say = (all: readonly number[]) => {
      const at = share === undefined ? halfWay(curves[0]) : nearest(share, all);
      if (at === undefined) return;
      get("caches-size").textContent = `${count(at)} ${at === 1 ? "entry" : "entries"}`;
      get("caches-legend").replaceChildren(
        ...curves.map(({ policy, sizes, missRates }) => row(policy, lookOf(policy), missRates[sizes.indexOf(at)])),
      );
      get("caches-pointer").setAttribute("d", `M${placeOf(at, all).toFixed(1)} ${TOP}V${BOTTOM}`);
    };
    const point = (to: number | undefined) => {
      share = to;
      if (curves.length > 0) say(sizesOf(curves));
    };
    svg.addEventListener("pointermove", ({ clientX }) => {
      const { left, width } = svg.getBoundingClientRect();
      point(Math.min(1, Math.max(0, ((420 * (clientX - left)) / Math.max(1, width) - LEFT) / (RIGHT - LEFT))));
    });
    svg.addEventListener("pointerleave", () => point(undefined));

    return (experiments: readonly MissCurves[] = []) => {
      get("caches-card").hidden = experiments.length === 0;
      curves = curvesOf(experiments);
      get("caches-note").textContent = noteOn(experiments, curves);
      get("caches-figure").hidden = curves.length === 0;
      if (curves.length === 0) return;
      const all = sizesOf(curves);
      const lines = curves.map((curve) =>
        shape("path", { class: `curve ${lookOf(curve.policy)}`, d: path(curve, all) }),
      );
      get("caches-plot").replaceChildren(...axes(all), ...lines);
      const told = curves.map((curve) => `${curve.policy} half-way down at ${count(halfWay(curve) ?? 0)}`);
      const span = `${count(all[0])} to ${count(all[all.length - 1])}`;
      svg.setAttribute("aria-label", `Misses by entries, ${span}: ${told.join(", ")}`);
      say(all);
    };
  };

  return { curvesOf, sizesOf, path, halfWay, nearest, inShort, chart };
}

export type MissCurvesChart = ReturnType<typeof missCurves>;
