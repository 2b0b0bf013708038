import { type Command, Option } from "commander";
import { given } from "../base/given.js";
import type { JoinOptions } from "../cluster/join.js";
import type { PartitionKey } from "../url/partition.js";
import { count } from "./choices.js";

/** How a crawl is shared with other processes. */
export interface JoinFlags {
  join?: string;
  crawl?: string;
  name?: string;
  assign?: PartitionKey | "site";
  partitions?: number;
  replicas?: number;
}

export const addJoinFlags = (command: Command): Command =>
  command
    .optionsGroup("Several processes:")
    .option(
      "--join <engine>",
      "share the crawl with other processes through a NATS server: nats://127.0.0.1:4222; for a cluster, all servers, comma-separated",
    )
    .option(
      "--crawl <name>",
      "... name of the crawl, if several share one server (default: that of the folder, or crawl)",
    )
    .option("--name <process>", "... name of this process (default: machine and folder)")
    .addOption(
      new Option(
        "--assign <by>",
        "first process only: part of a URL by which it is assigned to a process: host, also called site; domain; top-level; url, with --delay 0 only (default: host)",
      ).choices(["host", "site", "domain", "top-level", "url"]),
    )
    .option("--partitions <n>", "... number of parts that the processes share (default: 64)", count)
    .option(
      "--replicas <n>",
      "servers of a cluster that each hold a copy of the shared state (default: all, up to 3)",
      count,
    );

/** "site" is what Cho and Garcia-Molina call the scheme by host. */
export const joinFlags = ({ crawl, name, assign, partitions }: JoinFlags): JoinOptions =>
  given({ crawl, name, by: assign === "site" ? "host" : assign, partitions });
