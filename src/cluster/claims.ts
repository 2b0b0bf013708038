import type { Engine } from "./engine.js";
import type { ReceivedAccount } from "./received-account.js";
import type { Claim, SentAccount, SentRows } from "./sent-account.js";

const TOPIC = "claims";
/** Milliseconds that answers may take. */
const WITHIN = 2_000;
/** Claims of a question at most: some 400 kB. The rest is asked for next time. */
const MOST = 10_000;

/** Whoever sent something asks those who own the parts whether they have it. */
interface Question {
  readonly from: string;
  /** Its runs that may ask of something yet. */
  readonly runs: readonly string[];
  readonly claims: SentRows;
}

/** Of the claims for parts that who answers owns: those that its account has, and those that it lacks. */
interface Answer {
  readonly has: SentRows;
  readonly lacks: SentRows;
}

/** Runs of a process begin with its name. */
export const runOf = (name: string, run: string): string => `${name}.${run}`;
const isOf = (name: string, run: string): boolean => run.slice(0, run.lastIndexOf(".")) === name;

/** Answers whoever asks. @param owns parts that this process has, with their accounts */
export const answerClaims = (engine: Engine, account: ReceivedAccount, owns: (part: number) => boolean) =>
  engine.listen(TOPIC, (body) => {
    const { from, runs, claims } = JSON.parse(Buffer.from(body).toString()) as Question;
    account.prune((run) => isOf(from, run) && !runs.includes(run));
    const own = claims.filter(([part]) => owns(part));
    const has = own.filter((claim) => account.has(claim));
    const answer: Answer = { has, lacks: own.filter((claim) => !account.has(claim)) };
    return Buffer.from(JSON.stringify(answer));
  });

/**
 * Asks the owners of parts for what this process sent to them. What they have is confirmed; a claim for a part that is
 * on its way to another stays.
 *
 * @param names all processes of the crawl
 * @returns claims that an owner lacks, although no message was under way: the engine lost them
 */
export async function reconcile(
  engine: Engine,
  account: SentAccount,
  { name, names }: { readonly name: string; readonly names: readonly string[] },
): Promise<readonly Claim[]> {
  const claims = account.claims.slice(0, MOST);
  if (claims.length === 0) return [];
  const nothingUnderWay = (await engine.pending("parts")) === 0; // asked first: who took a message noted it before
  const question: Question = { from: name, runs: account.runs, claims };
  const body = Buffer.from(JSON.stringify(question));
  const found = await engine.ask(TOPIC, body, { within: WITHIN, most: names.length });
  const answers = found.map((each) => JSON.parse(Buffer.from(each).toString()) as Answer);
  account.confirm(answers.flatMap(({ has }) => has));
  return nothingUnderWay ? answers.flatMap(({ lacks }) => lacks) : [];
}
