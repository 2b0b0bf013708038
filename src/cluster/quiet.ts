import type { Clock } from "../fetch/clock.js";
import type { Engine } from "./engine.js";

/** What a process answers when it is asked whether it rests. */
export interface Rest {
  readonly name: string;
  /** Tells this run of the process from others. */
  readonly run: string;
  /** Goes up whenever it takes something in or sends something. */
  readonly activity: number;
  /** Of the table that it goes by. */
  readonly serial: number;
  readonly isIdle: boolean;
}

const TOPIC = "rest";
/** Milliseconds that answers may take. */
const WITHIN = 2_000;

/** Answers whoever asks. */
export const answerRest = (engine: Engine, rest: () => Rest) =>
  engine.listen(TOPIC, () => Buffer.from(JSON.stringify(rest())));

/**
 * Is nothing left to be done in any process, nor under way between them? Two rounds of questions with a look at the
 * queues between them: a process that answers both alike, idle, and did nothing in between, was idle when the queues
 * were empty; all of them were idle then at once, so that nothing can come any more (Mattern 1987: counting in two
 * waves). All must go by the same table: one that has not heard of the latest may have work by it.
 *
 * @param names all processes of the crawl: one that does not answer may have work
 */
export async function isAllQuiet(engine: Engine, names: readonly string[]): Promise<boolean> {
  const before = await restOf(engine, names);
  if (before === undefined || (await engine.pending("parts")) > 0) return false;
  return (await restOf(engine, names)) === before;
}

/** What all answered, as one text; undefined: not all are idle. */
async function restOf(engine: Engine, names: readonly string[]): Promise<string | undefined> {
  const answers = await engine.ask(TOPIC, new Uint8Array(), { within: WITHIN, most: names.length });
  const rests = new Map(
    answers.map((answer) => {
      const rest = JSON.parse(Buffer.from(answer).toString()) as Rest;
      return [rest.name, rest];
    }),
  );
  const found = names.flatMap((name) => rests.get(name) ?? []);
  const isQuiet = found.every(({ isIdle, serial }) => isIdle && serial === found[0].serial);
  if (found.length < names.length || !isQuiet) return undefined;
  return found.map(({ name, run, activity, serial }) => `${name} ${run} ${activity} ${serial}`).join("\n");
}

/** Calls back again and again, each time when the last has ended. @returns ends it */
export function again(clock: Clock, every: number, work: () => Promise<void>): () => void {
  let cancel: (() => void) | undefined;
  let ended = false;
  const next = () => {
    cancel = clock.after(every, () => {
      work().finally(() => {
        if (!ended) next();
      });
    });
  };
  next();
  return () => {
    ended = true;
    cancel?.();
  };
}
