import { randomUUID } from "node:crypto";
import { cellSignal } from "./cell-signal.js";
import { displayBundle } from "./display.js";
import { escapeXml } from "./escape-xml.js";
import { inWhole } from "./numbers.js";
import { PROGRESS_INTERVAL } from "./pace.js";
import type { ProgressEvent, ProgressListener } from "./progress-event.js";

/** Milliseconds until a line is shown. */
const PATIENCE = 500;

/** Marks a line among the outputs of a cell: it tells times, so notebooks are stored without it. */
export const LIVE = "crawlbench-live";

/** One live line below a cell: what runs, how far it is, how fast, how long it will take. Ends as one quiet line. */
export class CellLine {
  readonly #id: string = randomUUID();
  readonly #begun = performance.now();
  readonly #timer: NodeJS.Timeout;
  #event: ProgressEvent | undefined;
  #shown = 0;

  /** @param signal what ■ aborts */
  constructor(
    readonly what: string,
    readonly signal = cellSignal(),
  ) {
    this.#timer = setTimeout(() => this.#show(), PATIENCE);
    this.#timer.unref();
  }

  readonly listener: ProgressListener = (event) => {
    this.#event = event;
    const now = performance.now();
    if (now - this.#begun >= PATIENCE && now - this.#shown >= PROGRESS_INTERVAL) this.#show();
  };

  /** @param isDone false where the work failed */
  end(isDone: boolean): void {
    clearTimeout(this.#timer);
    if (this.#shown === 0) return;
    const { done = 0, unit } = this.#event ?? {};
    const far = unit ? `${inWhole(done)} ${unit}, ` : "";
    const how = this.signal?.aborted ? `stopped after ${far}` : isDone ? "" : "ended after ";
    const quiet = `${this.what}: ${how}${inSeconds(performance.now() - this.#begun)}`;
    this.#write(`<span style="font-size:12px;opacity:.65">${escapeXml(quiet)}</span>`, quiet);
  }

  #show(): void {
    const elapsed = performance.now() - this.#begun;
    const {
      task,
      done,
      total,
      unit,
      isKept,
      parts = [],
      curves = [],
    } = this.#event ?? { task: this.what, done: 0, total: 1 };
    const share = total > 0 ? Math.min(1, done / total) : 0;
    // of things done at the same time the slowest tells; while one has not begun, nothing does
    const slowest = parts.reduce((least, part) => Math.min(least, part.done / part.total), share);
    const left = slowest > 0 ? `${inSeconds((elapsed * (1 - slowest)) / slowest)} left` : "";
    const rate = unit && done > 0 ? `${inWhole((1000 * done) / elapsed)} ${unit}/s` : "";
    const facts = [`${Math.floor(100 * share)} %`, rate, left].filter(Boolean).join(" · ");
    const each = parts.map((part) => `${bar(part.done / part.total, 60)} ${escapeXml(part.name)}`);
    const html = [
      `<span style="font-size:13px"><b>${escapeXml(task)}</b> ${bar(share, 180)} ${facts} · ■ stops${isKept ? ", and keeps what is done" : ""}</span>`,
      ...(curves.length > 0 ? [`<br>${curves.map(curveHtml).join(" &nbsp; ")}`] : []),
      ...(each.length > 1 ? [`<br><span style="font-size:12px;opacity:.75">${each.join(" &nbsp; ")}</span>`] : []),
    ];
    this.#write(html.join(""), `${task}: ${facts}`);
  }

  #write(html: string, text: string): void {
    displayBundle({ "text/html": html, "text/plain": text }, { [LIVE]: {} }, { id: this.#id, update: this.#shown > 0 });
    this.#shown = performance.now();
  }
}

/** A bar of a width in pixels, by styles alone: front ends take elements of forms out. */
const bar = (share: number, width: number): string =>
  `<span style="display:inline-block;width:${width}px;height:8px;border-radius:4px;background:rgba(128,128,128,.25)"><span style="display:block;width:${Math.round(100 * Math.min(1, share))}%;height:8px;border-radius:4px;background:#0072b2"></span></span>`;

/** A small line from 0 at the bottom to 1 at the top. */
function curveHtml({ name, values }: { readonly name: string; readonly values: readonly (number | null)[] }): string {
  const points = values.flatMap((value, i) =>
    value === null
      ? []
      : [`${((120 * i) / Math.max(1, values.length - 1)).toFixed(1)},${(34 - 32 * value).toFixed(1)}`],
  );
  const line = `<polyline points="${points.join(" ")}" fill="none" stroke="#0072b2" stroke-width="1.5"/>`;
  return `<span style="display:inline-block;font-size:12px"><svg width="120" height="36" style="display:block;border-bottom:1px solid rgba(128,128,128,.5)">${line}</svg>${escapeXml(name)}</span>`;
}

/** 4200 -> "4.2 s"; 150000 -> "2 min 30 s". */
function inSeconds(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 100) return `${Math.round(seconds)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
