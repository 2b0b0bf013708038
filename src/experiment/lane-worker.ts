import { workerData } from "node:worker_threads";
import { answerEach } from "../cache/sweep/asked-thread.js";
import type { LaneAnswer, LaneData, LaneTask } from "./lanes.js";
import { runInLane } from "./reproduce.js";

/** A thread that runs experiments, one at a time; the web of the last is at hand for the next. */
const setting = workerData as LaneData;
const stopping = new AbortController();
setInterval(() => {
  if (Atomics.load(setting.stopFlag, 0) === 1) stopping.abort();
}, 100).unref();
const run = runInLane(setting, stopping.signal);
answerEach<LaneTask, LaneAnswer>(run);
