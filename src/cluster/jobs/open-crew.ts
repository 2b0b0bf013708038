import { checkOptions } from "../../base/method.js";
import { type CrewOptions, EngineCrew } from "./crew.js";
import { GROUP } from "./protocol.js";
import { type WorkOptions, work } from "./worker.js";

/**
 * Workers of other machines for sweeps: those who typed `crawlbench work --join <address>`. Results are the same to the
 * byte as without them.
 *
 * const crew = await openCrew("nats://192.168.0.5:4222")
 * await compare(web, { orderings, importance, repeats: 20, crew })
 * await crew.close()
 *
 * @param address of the engine
 * @throws "unreachable", "refused" or "unsuitable", which says what to type
 */
export async function openCrew(address: string, options: CrewOptions = {}): Promise<EngineCrew> {
  checkOptions("openCrew", options, { patience: undefined, onNews: undefined });
  const { openNats } = await import("../nats/open-nats.js");
  return new EngineCrew(await openNats(address, GROUP), options);
}

/** Does jobs of sweeps that meet at an engine, until the signal comes. @throws CrawlbenchError as `openCrew` */
export async function workAt(address: string, options: WorkOptions = {}): Promise<void> {
  const { openNats } = await import("../nats/open-nats.js");
  const engine = await openNats(address, GROUP);
  try {
    await work(engine, options);
  } finally {
    await engine.close();
  }
}
