import { problem } from "../base/error.js";
import { plural } from "../base/numbers.js";
import type { CrawlControl } from "../fetch/status.js";

/** What may be sent to a crawl, as JSON. */
export type Command =
  | { readonly command: "speed" /** null: no limit. */; readonly requestsPerSecond: number | null }
  | { readonly command: "block" | "unblock"; readonly host: string }
  | { readonly command: "pause" | "proceed" | "checkpoint" | "stop" };

/** @throws "option" when the text is no command */
export function parseCommand(text: string): Command {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    throw problem.option`A command is JSON, {"command":"pause"} for instance; this is none.`;
  }
  const { command, requestsPerSecond, host } = (found ?? {}) as Record<string, unknown>;
  switch (command) {
    case "pause":
    case "proceed":
    case "checkpoint":
    case "stop":
      return { command };
    case "speed":
      if (requestsPerSecond === null) return { command, requestsPerSecond };
      if (typeof requestsPerSecond === "number" && requestsPerSecond > 0) return { command, requestsPerSecond };
      throw problem.option`Speed is a number of requests per second above 0, or null for no limit.`;
    case "block":
    case "unblock":
      if (typeof host === "string" && host.trim() !== "") return { command, host: host.trim() };
      throw problem.option`Name the host or the domain to ${command}, www.example.com for instance.`;
    default:
      throw problem.option`Commands are speed, pause, proceed, checkpoint, block, unblock and stop.`;
  }
}

/**
 * Does it. A stop is only begun: its end shows in the status. What steers processes elsewhere is waited for until they
 * can know.
 *
 * @param onTrouble told when a stop that was begun fails
 * @returns what was done, a sentence
 * @throws whatever the crawl throws
 */
export async function perform(
  control: CrawlControl,
  command: Command,
  onTrouble: (error: unknown) => void,
): Promise<string> {
  switch (command.command) {
    case "pause":
      await control.pause();
      return "Paused.";
    case "proceed":
      await control.proceed();
      return "Going on.";
    case "checkpoint":
      await control.checkpoint();
      return "Everything fetched is on disk.";
    case "speed": {
      const speed = command.requestsPerSecond;
      await control.setSpeed(speed ?? undefined);
      return speed === null ? "No speed limit." : `Speed set to ${plural(speed, "request")} per second.`;
    }
    case "block":
      await control.block(command.host);
      return `Blocked ${command.host}.`;
    case "unblock":
      await control.unblock(command.host);
      return `Unblocked ${command.host}: URLs found from now on are requested. What was dropped stays dropped.`;
    case "stop":
      control.stop().catch(onTrouble);
      return "Stopping: what is under way ends, then all is written to disk.";
  }
}
