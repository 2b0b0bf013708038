import type { PageCanvas, PageElement, PageEvent, PageWindow } from "../../figure/page/dom.js";
import type { Film } from "../film.js";
import type { Cells } from "./cells.js";
import type { GridPath } from "./grid-path.js";
import type { MarkStyle, Marks } from "./marks.js";
import type { Scenes } from "./scenes.js";

/** What a map is made with. */
export interface MapParts {
  readonly path: GridPath;
  readonly scenes: Scenes;
  readonly cells: Cells;
  readonly marks: Marks;
}

/**
 * The maps: two canvases for each crawl, cells below and marks above, fitted to their place, in the colours of the
 * reader's theme. A closed function, see `unpack`.
 *
 * @param onSelect a reader pressed on a cell
 * @param onPoint a reader points at a cell, or at none: -1
 */
export function maps(
  window: PageWindow,
  film: Film,
  parts: MapParts,
  onSelect: (cell: number) => void,
  onPoint: (cell: number) => void,
) {
  /** Pixels of the screen that a cell is wide at most, and from which on it is not blurred to fill its place. */
  const [WIDEST, SHARP] = [40, 5];
  const { path, scenes, cells, marks } = parts;
  const { document } = window;

  const get = (id: string): PageElement => {
    const element = document.getElementById(id);
    if (!element) throw new Error(`the page has no element "${id}"`);
    return element;
  };

  /** A CSS colour as the number that a picture holds for it, and as CSS again. */
  const colorOf = (id: string) => {
    const { color } = window.getComputedStyle(get(id));
    const pen = (document.createElement("canvas") as PageCanvas).getContext("2d");
    pen.fillStyle = color;
    pen.fillRect(0, 0, 1, 1);
    return { css: color, pixel: new Uint32Array(pen.getImageData(0, 0, 1, 1).data.buffer)[0] };
  };

  const makeMap = (crawl: number) => {
    const stage = get(`stage-${crawl}`);
    const below = get(`cells-${crawl}`) as PageCanvas;
    const above = get(`marks-${crawl}`) as PageCanvas;
    let paint: (visited: number) => void = () => {};
    let style: MarkStyle | undefined;

    const fit = () => {
      const unit = window.devicePixelRatio;
      const room = stage.clientWidth * unit;
      const whole = Math.max(1, Math.min(Math.floor(room / path.width), WIDEST * unit));
      const side = whole < SHARP ? Math.max(1, Math.ceil(room / path.width)) : whole;
      for (const canvas of [below, above]) {
        canvas.width = path.width * side;
        canvas.height = path.height * side;
        canvas.setAttribute("style", `width: ${(whole < SHARP ? room : canvas.width) / unit}px`);
      }
      const [ink, ground, accent] = ["ink", "ground", "accent"].map((id) => colorOf(id).css);
      style = { side, unit, ink, ground, accent };
      paint = cells.painter(crawl, below.getContext("2d"), side, {
        tones: ["unseen", "waiting", "crawled", "recent"].map((tone) => colorOf(`tone-${tone}-${crawl}`).pixel),
        ground: colorOf("ground").pixel,
        border: colorOf("border").pixel,
      });
    };

    const draw = (frame: number, selected: number) => {
      const scene = scenes.at(crawl, frame);
      paint(scene.crawled);
      if (style) marks(above.getContext("2d"), crawl, scene, selected, style);
    };

    const pointed = ({ clientX, clientY }: PageEvent): number => {
      const { left, top, width, height } = above.getBoundingClientRect();
      const column = Math.floor(((clientX - left) * path.width) / Math.max(1, width));
      return cells.at(column, Math.floor(((clientY - top) * path.height) / Math.max(1, height)));
    };
    stage.addEventListener("pointermove", (event) => onPoint(pointed(event)));
    stage.addEventListener("pointerleave", () => onPoint(-1));
    stage.addEventListener("click", (event) => {
      const cell = pointed(event);
      if (cell >= 0) onSelect(cell);
    });
    return { fit, draw };
  };

  const all = film.crawls.map((_, crawl) => makeMap(crawl));
  return {
    fit: () => {
      for (const map of all) map.fit();
    },
    draw: (frame: number, selected: number) => {
      for (const map of all) map.draw(frame, selected);
    },
  };
}
