import type { FormerRun } from "./former-run.js";
import type { OrderedFrontier } from "./frontier/ordered-frontier.js";
import type { Intake } from "./intake.js";
import type { PageTexts } from "./page-texts.js";
import type { Tally } from "./tally.js";

export interface RecallParts {
  readonly frontier: OrderedFrontier;
  readonly intake: Intake;
  readonly tally: Tally;
  /** For orderings that read text. */
  readonly texts?: PageTexts;
}

/** Tells an ordering what earlier runs showed: links, anchors and text; the counts of those runs stand as they are. */
export async function recall(past: FormerRun, { frontier, intake, tally, texts }: RecallParts): Promise<void> {
  const counts = tally.save();
  await frontier.recall(async (page) => {
    const ledTo = past.ledTo(page.id);
    if (ledTo === undefined) return undefined;
    texts?.add(page.url, await ledTo.html());
    const { found, ids, places } = intake.find(page, ledTo.links, ledTo.redirect);
    const anchor = (index: number) => (places[index] < 0 ? "" : ledTo.anchor(places[index]));
    return { found, revealed: { page: page.id, links: ids, references: ledTo.references ?? ids.length, anchor } };
  }, past.fetched);
  tally.restore(counts);
}
