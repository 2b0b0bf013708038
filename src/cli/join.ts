import { Option } from "commander";
import type { Crew } from "../base/crew/crew.js";
import { tell } from "./output.js";

/** The flag of sweeps that workers of other machines may help with. */
export const joinOption = (): Option =>
  new Option(
    "--join <engine>",
    "share the work with machines that run crawlbench work --join <engine>: nats://host:4222; results are the same (default: this machine alone)",
  );

/** Work with a crew where an engine is named; says who listens there. */
export async function withCrew<T>(
  engine: string | undefined,
  work: (crew: Crew | undefined) => Promise<T>,
): Promise<T> {
  if (engine === undefined) return work(undefined);
  const { openCrew } = await import("../cluster/jobs/open-crew.js");
  const crew = await openCrew(engine, { onNews: tell });
  try {
    tell(await crew.note());
    return await work(crew);
  } finally {
    await crew.close();
  }
}
