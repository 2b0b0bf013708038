import type { FaceItem } from "../base/face/face.js";
import { hanging, wrapped } from "../base/rows/width.js";
import { restingOn } from "../figure/report/claims.js";
import type { ClaimVerdict } from "./claim.js";

const colors = {
  agrees: "#00845f",
  mixed: "#9a6b00",
  "no difference": "#6b6b00",
  disagrees: "#c0392b",
  "cannot be tested": "#777",
} as const;

/** A verdict as a notebook shows it. */
export const verdictItem = ({
  verdict,
  claim,
  kind,
  where,
  quote,
  published,
  ours,
  because,
}: ClaimVerdict): FaceItem => ({
  mark: [`${mark[verdict]} ${verdict}`, restingOn({ kind })].filter(Boolean).join(", "),
  color: colors[verdict],
  text: claim,
  more: [
    where,
    quote !== undefined && `“${quote}”`,
    isStated(published) && `Published: ${published}`,
    `Here: ${isStated(ours) ? `${ours}; ` : ""}${because}.`,
  ]
    .filter(Boolean)
    .join(". "),
});

/** Claims of our own have nothing published, and what cannot be tested has no number of ours. */
const isStated = (words: string): boolean => words !== "-";

const mark = { agrees: "✓", mixed: "~", "no difference": "=", disagrees: "✗", "cannot be tested": "-" } as const;

/** Claims for reading in a terminal: by experiment and claim, a line per web. */
export function claimTable(verdicts: readonly ClaimVerdict[]): string {
  const lines: string[] = [];
  for (const experiment of new Set(verdicts.map((each) => each.experiment))) {
    lines.push("", experiment);
    const own = verdicts.filter((each) => each.experiment === experiment);
    for (const claim of new Set(own.map((each) => each.claim))) {
      const found = own.filter((each) => each.claim === claim);
      const [{ where, published }] = found;
      lines.push(...hanging(`  ${claim} (${where}${isStated(published) ? `; published: ${published}` : ""})`));
      for (const { verdict, dataset, ours, because, kind } of found) {
        const said = verdict === "cannot be tested" ? because : `${ours} (${because})`;
        const why = [said, restingOn({ kind })].filter(Boolean).join("; ");
        const head = `    ${mark[verdict]} ${verdict.padEnd(17)} ${dataset.padEnd(17)} `;
        lines.push(...wrapped(why, head, " ".repeat(8)));
      }
    }
  }
  return lines.join("\n").trimStart();
}
