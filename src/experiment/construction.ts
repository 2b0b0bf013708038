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
    ...shares.map((putBack) => ({
      choice: { putBack },
      words: `with ${100 * putBack} % of the links put back as repeats`,
    })),
    ...[...fewer].map((count) => ({
      choice: { copies: count },
      words: `with ${count === 1 ? "a single copy" : `${count} copies`} of the web in place of ${copies}`,
    })),
    ...sizes.map((size) => ({
      choice: { pagesPerHost: size * PAGES_PER_HOST },
      words: `with hosts of ${counted(size * PAGES_PER_HOST)} pages inferred in place of ${PAGES_PER_HOST}`,
    })),
  ];
}

/**
 * The result, each of its measured verdicts held against the same experiment with other numbers put in: those that
 * change are by construction. Fewer copies, or larger hosts, may be too few to test a claim on: that is no change.
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
      const found = others.map(({ choice, words, verdicts }) => {
        const other = verdicts.find(({ claim }) => claim === verdict.claim)?.verdict;
        const isTooFew = choice.putBack === undefined && other === "cannot be tested";
        return { said: `${words}: ${other}`, changes: other !== verdict.verdict && !isTooFew };
      });
      return verdict.kind === "measured" && found.some(({ changes }) => changes)
        ? { ...verdict, kind: "construction", because: inWords(verdict, found) }
        : verdict;
    }),
  );
}

const inWords = ({ because }: ClaimVerdict, found: readonly { readonly said: string }[]): string =>
  [`${because}; ${found[0].said}`, ...found.slice(1).map(({ said }) => said)].join(", ");
