import { answerInProcess } from "../base/asked.js";
import type { LaneAnswer, LaneQuestion } from "./lanes.js";
import { runInLane } from "./reproduce.js";

/** A process that runs experiments, one at a time; the web of the last is at hand for the next. */
let run: ReturnType<typeof runInLane> | undefined;
answerInProcess<LaneQuestion, LaneAnswer>((question, signal) => {
  run ??= runInLane(question, signal);
  return run(question);
});
