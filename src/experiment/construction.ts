import { counted } from "../base/numbers.js";
import { PAGES_PER_HOST } from "../crawl/timed/linked-urls.js";
import type { ClaimVerdict } from "./claim.js";
import type { ExperimentOptions, ExperimentResult } from "./experiment.js";

/**
 * Shares of the links that are put back as repeats, beside the paper's 0.317: none, and half. A verdict that one of
 * them changes follows from what was put in, and tells nothing of the web.
 */
const SHARES = [0, 0.5] as const;

/** Where a web is crawled as several copies of itself, so that all threads find hosts: as many less of them. */
const FEWER_COPIES = [4, 16] as const;

/** Where a web does not name its hosts, hosts so many times as large as those inferred. */
const HOST_SIZES = [0.1, 10] as const;

/** Without the repeats that are put back. */
export const WITHOUT_REPEATS = shareInWords(SHARES[0]);

/** How it is said that a web is crawled as it is, in place of several copies. */
export const SINGLE_COPY = "with a single copy of the web";

function shareInWords(putBack: number): string {
  return `with ${100 * putBack} % of the links put back as repeats`;
}

/** What an experiment runs with in place of a number that was put in. */
interface Variation {
  readonly choice: Pick<ExperimentOptions, "putBack" | "copies" | "pagesPerHost">;
  /** "with 16 copies of the web" */
  readonly words: string;
}

/** Whether repeats were put back, since the source of the web dropped them. */
export const isPutBack = (provenance: object): boolean =>
  "repeats" in provenance && String(provenance.repeats).includes("put back");

/** The other numbers that an experiment runs with; none where nothing was put in. */
export function variationsOf(provenance: object): Variation[] {
  const shares = isPutBack(provenance) ? SHARES : [];
  const copies = "copies" in provenance ? Number(provenance.copies) : 1;
  const fewer = new Set(FEWER_COPIES.map((times) => Math.max(1, Math.round(copies / times))));
  fewer.delete(copies);
  const sizes = "hosts" in provenance && String(provenance.hosts).startsWith("inferred") ? HOST_SIZES : [];
  return [
    ...shares.map((putBack) => ({ choice: { putBack }, words: shareInWords(putBack) })),
    ...[...fewer].map((count) => ({
      choice: { copies: count },
      words: `${count === 1 ? SINGLE_COPY : `with ${count} copies of the web`} in place of ${copies}`,
    })),
    ...sizes.map((size) => ({
      choice: { pagesPerHost: size * PAGES_PER_HOST },
      words: `with hosts of ${counted(size * PAGES_PER_HOST)} pages inferred in place of ${PAGES_PER_HOST}`,
    })),
  ];
}

/**
 * The result, each of its measured verdicts held against the same experiment with other numbers put in: those that
 * change are by construction. So are those that are off on the other side of what the paper states: a number in between
 * would make them agree. Fewer copies, or larger hosts, may be too few to test a claim on: that is no change.
 * What came out stands beside each, for numbers may follow what was put in where no word does.
 *
 * @param run the experiment with that number in place of its own
 */
export async function withKinds(
  result: ExperimentResult,
  run: (choice: Variation["choice"]) => Promise<ExperimentResult>,
): Promise<ExperimentResult> {
  const variations = variationsOf(result.provenance);
  if (variations.length === 0) return result;
  const others: (Variation & Pick<ExperimentResult, "verdicts">)[] = [];
  for (const each of variations) others.push({ ...each, verdicts: (await run(each.choice)).verdicts });
  return result.withVerdicts(
    result.verdicts.map((verdict) => {
      if (verdict.kind !== "measured") return verdict;
      const found = others.flatMap(({ choice, words, verdicts }) => {
        const other = verdicts.find(({ claim }) => claim === verdict.claim);
        if (other === undefined) return [];
        const isTooFew = choice.putBack === undefined && other.verdict === "cannot be tested";
        const changes = (other.verdict !== verdict.verdict && !isTooFew) || isAcross(verdict, other);
        return [{ choice: words, other, changes }];
      });
      const varied = found.map(({ choice, other: { ours, verdict: word } }) => ({ choice, ours, verdict: word }));
      return found.some(({ changes }) => changes)
        ? { ...verdict, kind: "construction", because: inWords(verdict, found), varied }
        : { ...verdict, varied };
    }),
  );
}

/** Whether both are off what the paper states, the one above and the other below. */
const isAcross = (a: ClaimVerdict, b: ClaimVerdict): boolean =>
  [a, b].every(({ verdict, side }) => side !== undefined && verdict !== "agrees") && a.side !== b.side;

function inWords(
  verdict: ClaimVerdict,
  found: readonly { readonly choice: string; readonly other: ClaimVerdict }[],
): string {
  const said = found.map(
    ({ choice, other }) =>
      `${choice}: ${other.verdict}${isAcross(verdict, other) ? `, ${other.side} in place of ${verdict.side}` : ""}`,
  );
  return `${verdict.because}; ${said.join(", ")}`;
}
