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
    .option(
      "--join <engine>",
      "share the crawl with other processes, through a NATS server: nats://127.0.0.1:4222; of a cluster all, with commas",
    )
    .option("--crawl <name>", "... by this name, of several crawls at one server (default: crawl)")
    .option("--name <process>", "... and what this process is called (default: machine and folder)")
    .addOption(
      new Option(
        "--assign <by>",
        "who begins the crawl: what of a URL says which process fetches it: host, domain, top-level, url (default: host)",
      ).choices(["host", "site", "domain", "top-level", "url"]),
    )
    .option("--partitions <n>", "... and into how many parts the web falls that processes share (default: 64)", count)
    .option(
      "--replicas <n>",
      "servers of a cluster that each keep all that is under way (default: as many as there are, up to 3)",
      count,
    );

/** "site" is what Cho and Garcia-Molina call the scheme by host. */
export const joinFlags = ({ crawl, name, assign, partitions }: JoinFlags): JoinOptions =>
  given({ crawl, name, by: assign === "site" ? "host" : assign, partitions });
