import type { Command } from "commander";
import { count } from "./choices.js";
import { commandOf } from "./command-of.js";
import { print } from "./output.js";

interface WorkFlags {
  join: string;
  threads?: number;
  once?: boolean;
  json?: boolean;
}

/** `crawlbench work`: lends the cores of this machine to sweeps of others. */
export function workCommand(): Command {
  return commandOf("work", "run crawls and cache counts for sweeps of other machines, until Ctrl-C", [
    "nats-server -js -sd engine                                             # once, on a machine that all reach",
    "crawlbench work --join nats://192.168.0.5                              # on every machine that helps; no files to copy",
    "crawlbench compare cnr-2000 --repeats 20 --join nats://192.168.0.5     # on the machine that needs the result",
    "crawlbench cache urls.gz --join nats://192.168.0.5",
  ])
    .requiredOption("--join <engine>", "NATS server that connects sweeps and workers: nats://host:4222")
    .option("--threads <n>", "jobs at a time (default: one per core)", count)
    .option("--once", "end after the first sweep that used this machine")
    .option("--json", "print one JSON object per line")
    .action(async ({ join, threads, once, json }: WorkFlags) => {
      const { workAt } = await import("../cluster/jobs/open-crew.js");
      const controller = new AbortController();
      for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => controller.abort());
      await workAt(join, {
        signal: controller.signal,
        onNews: (news) => print(json ? JSON.stringify(news) : news.text),
        ...(threads !== undefined && { threads }),
        ...(once && { once }),
      });
    });
}
