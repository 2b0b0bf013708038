import type { FaceItem } from "../base/face/face.js";
import { hanging, wrapped } from "../base/rows/width.js";
import { besideRun, restingOn } from "../figure/report/claims.js";
import type { ClaimVerdict } from "./claim.js";

const colors = {
  agrees: "#00845f",
  mixed: "#9a6b00",
  "no difference": "#6b6b00",
  disagrees: "#c0392b",
  "cannot be tested": "#777",
} as const;

/** A verdict as a notebook shows it. */
export function verdictItem(found: ClaimVerdict): FaceItem {
  const { verdict, claim, where, quote, published, ours, because } = found;
  const here = [isStated(ours) && ours, because, besideRun(found)].filter(Boolean).join("; ");
  return {
    mark: [`${mark[verdict]} ${verdict}`, restingOn(found)].filter(Boolean).join(", "),
    color: colors[verdict],
    text: claim,
    more: [
      where,
      quote !== undefined && `“${quote}”`,
      isStated(published) && `Published: ${published}`,
      `Here: ${here}.`,
    ]
      .filter(Boolean)
      .join(". "),
  };
}

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
      for (const each of found) {
        const { verdict, dataset, ours, because } = each;
        const said = verdict === "cannot be tested" ? because : `${ours} (${because})`;
        const why = [said, besideRun(each), restingOn(each)].filter(Boolean).join("; ");
        const head = `    ${mark[verdict]} ${verdict.padEnd(17)} ${dataset.padEnd(17)} `;
        lines.push(...wrapped(why, head, " ".repeat(8)));
      }
    }
  }
  return lines.join("\n").trimStart();
}
