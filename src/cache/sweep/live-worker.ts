import { workerData } from "node:worker_threads";
import { answerEach } from "../../base/asked.js";
import { cacheMethodOf } from "./cache-methods.js";
import type { LiveQuestion, LiveWork } from "./live-host.js";
import { LiveSweep } from "./live-sweep.js";

/** A thread that counts misses while requests come in. */
const { specs, ...setting } = workerData as LiveWork;
const opened = Promise.all(specs.map(cacheMethodOf)).then((policies) =>
  LiveSweep.open({ ...setting, policies: policies.flatMap((policy) => policy ?? []) }),
);

answerEach(async (fingerprints: LiveQuestion) => {
  const sweep = await opened;
  if (fingerprints === "finish") return sweep.finish();
  sweep.add(fingerprints);
  return sweep.counts();
});
