import type { SingleBar } from "cli-progress";
import { loadPackage } from "./load-package.js";
import type { ProgressListener } from "./progress-event.js";

/** One live line on stderr with share done and time left; silent when stderr is no terminal. */
export class ProgressLine {
  #bar: SingleBar | undefined;

  readonly listener: ProgressListener = ({ task, done, total }) => {
    if (!process.stderr.isTTY || total <= 0) return;
    if (!this.#bar) {
      const { Format, Presets, SingleBar } = loadPackage<typeof import("cli-progress")>("cli-progress");
      this.#bar = new SingleBar(
        {
          format: "{bar} {percentage} %  {eta_formatted} left  {task}",
          clearOnComplete: true,
          hideCursor: null,
          stream: process.stderr,
          etaBuffer: 30,
          // INF where nothing was done meanwhile, and so on: it would show the last two letters
          formatTime: (seconds, ...how) => (Number.isFinite(seconds) ? Format.TimeFormat(seconds, ...how) : "?"),
          barsize: Math.min(40, process.stderr.columns >> 1 || 40), // so that what is under way is seen, too
        },
        Presets.shades_classic,
      );
      this.#bar.start(total, done, { task });
    }
    this.#bar.setTotal(total);
    this.#bar.update(done, { task });
  };

  /** Takes the line away. */
  end(): void {
    this.#bar?.stop();
    this.#bar = undefined;
  }
}
