import type { PageDocument, PageElement, PageEvent } from "../../figure/page/dom.js";
import type { Film } from "../film.js";
import type { Scenes } from "./scenes.js";

/**
 * The curves below the maps, P over pages crawled, with a cursor at the frame shown. A closed function, see `unpack`.
 *
 * @param onSeek a reader pressed on the chart: go to that frame
 */
export function curves(document: PageDocument, film: Film, scenes: Scenes, onSeek: (frame: number) => void) {
  const WIDTH = 1000;
  const HEIGHT = 300;
  const svg = document.getElementById("curves") as PageElement;
  const shape = (tag: string, attributes: Readonly<Record<string, string>>) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    svg.append(element);
    return element;
  };
  const x = (visited: number) => ((WIDTH * visited) / film.length).toFixed(1);
  const y = (performance: number) => (HEIGHT - HEIGHT * performance).toFixed(1);
  const lineOf = (points: readonly (readonly [visited: number, performance: number])[]) =>
    `M${points
      .filter(([, performance]) => !Number.isNaN(performance))
      .map(([visited, performance]) => `${x(visited)} ${y(performance)}`)
      .join("L")}`;
  const solid = { "vector-effect": "non-scaling-stroke" };

  for (const share of [0.25, 0.5, 0.75]) shape("path", { ...solid, class: "grid", d: `M0 ${y(share)}H${WIDTH}` });
  for (const [kind, values] of [
    ["ideal", film.ideal],
    ["random", film.random],
  ] as const) {
    const points = Array.from(values, (value, step) => [(step * film.length) / 100, value] as const);
    shape("path", { ...solid, class: `reference ${kind}`, d: lineOf(points) });
  }
  film.crawls.forEach(({ performance, dash, color, crawled }) => {
    const every = Math.max(1, Math.ceil(scenes.frames / WIDTH));
    const points: [number, number][] = [];
    for (let frame = 0; frame <= scenes.frames; frame++) {
      const isLast = frame === scenes.frames || scenes.visitedAt(frame) >= crawled;
      if (frame % every === 0 || isLast) points.push([Math.min(scenes.visitedAt(frame), crawled), performance[frame]]);
      if (isLast) break;
    }
    shape("path", {
      ...solid,
      class: "curve",
      style: `--series: ${color}`,
      "stroke-dasharray": dash.join(" "),
      d: lineOf(points),
    });
  });
  const cursor = shape("path", { ...solid, class: "cursor" });
  const dots = film.crawls.map(({ color }) => shape("path", { ...solid, class: "dot", style: `--series: ${color}` }));

  const seek = ({ clientX }: PageEvent) => {
    const { left, width } = svg.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (clientX - left) / Math.max(1, width)));
    onSeek(Math.round((share * film.length) / film.stride));
  };
  svg.addEventListener("pointerdown", seek);
  svg.addEventListener("pointermove", (event) => {
    if (event.buttons === 1) seek(event);
  });

  return (frame: number) => {
    cursor.setAttribute("d", `M${x(scenes.visitedAt(frame))} 0V${HEIGHT}`);
    dots.forEach((dot, crawl) => {
      const { crawled, performance } = scenes.at(crawl, frame);
      dot.setAttribute("d", Number.isNaN(performance) ? "" : `M${x(crawled)} ${y(performance)}h0.01`);
    });
  };
}
