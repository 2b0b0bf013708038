import type { Monitor } from "../monitor/monitor.js";
import { tell } from "./output.js";
import { SIGNALS } from "./signals.js";

/**
 * In a terminal the page of a crawl outlives the crawl, and shows how it ended until Ctrl-C; without one a command is
 * not to wait for anybody.
 */
export async function stayOpen(monitor: Monitor | undefined): Promise<void> {
  if (!monitor || !process.stdout.isTTY) return;
  tell(`the crawl has ended; ${monitor.url} shows how until Ctrl-C`);
  let end = () => {};
  const asked = new Promise<void>((resolve) => {
    end = resolve;
  });
  for (const signal of SIGNALS) process.once(signal, end);
  await asked;
  for (const signal of SIGNALS) process.off(signal, end);
}
