import type { FaceItem } from "../base/face/face.js";
import type { ClaimVerdict } from "./claim.js";

const colors = {
  agrees: "#00845f",
  partly: "#9a6b00",
  disagrees: "#c0392b",
  "cannot be tested here": "#777",
} as const;

/** A verdict as a notebook shows it. */
export const verdictItem = ({ verdict, claim, source, published, ours, because }: ClaimVerdict): FaceItem => ({
  mark: `${mark[verdict]} ${verdict}`,
  color: colors[verdict],
  text: claim,
  more: `${source}. Published: ${published}. Here: ${ours === "-" ? "" : `${ours}; `}${because}.`,
});

const mark = { agrees: "✓", partly: "~", disagrees: "✗", "cannot be tested here": "-" } as const;

/** Claims for reading in a terminal: by experiment and claim, a line per web. */
export function claimTable(verdicts: readonly ClaimVerdict[]): string {
  const lines: string[] = [];
  for (const experiment of new Set(verdicts.map((each) => each.experiment))) {
    lines.push("", experiment);
    const own = verdicts.filter((each) => each.experiment === experiment);
    for (const claim of new Set(own.map((each) => each.claim))) {
      const found = own.filter((each) => each.claim === claim);
      lines.push(`  ${claim} (${found[0].source}; published: ${found[0].published})`);
      for (const { verdict, dataset, ours, because } of found) {
        const why = verdict === "cannot be tested here" ? because : `${ours} (${because})`;
        lines.push(`    ${mark[verdict]} ${verdict.padEnd(22)}${dataset.padEnd(18)}${why}`);
      }
    }
  }
  return lines.join("\n").trimStart();
}
