/**
 * Advance widths of DejaVu Sans 2.37 in thousandths of an em, printable ASCII from the space on; read from its `hmtx`
 * table.
 */
const regular =
  widths(`318 401 460 838 636 950 780 275 390 390 500 838 318 361 318 337 636 636 636 636 636 636 636 636 636
 636 337 337 838 838 838 531 1000 684 686 698 770 632 575 775 752 295 295 656 557 863 748 787 603 787 695 635 611 732 684
 989 685 611 685 390 337 390 838 500 500 613 635 550 635 615 352 635 634 278 278 579 278 974 634 612 635 635 411 521 392
 634 592 818 592 592 525 636 337 636 838`);

/** The same for DejaVu Sans Bold. */
const bold =
  widths(`348 456 521 838 696 1002 872 306 457 457 523 838 380 415 380 365 696 696 696 696 696 696 696 696 696
 696 400 400 838 838 838 580 1000 774 762 734 830 683 683 821 837 372 372 775 637 995 837 850 733 850 770 720 682 812 774
 1103 771 724 725 457 365 457 838 500 500 675 716 593 716 678 435 716 712 343 343 665 343 1042 712 687 716 716 493 595 478
 712 652 924 645 652 582 712 365 712 838`);

/**
 * The few others that labels use; anything else is taken as wide as the widest of them, so a label is never clipped.
 */
const others: Readonly<Record<string, number>> = {
  "′": 264,
  "\u00a0": 348,
  "–": 500,
  "·": 380,
  "°": 500,
  é: 678,
};

const widest = 1000;

function widths(table: string): Uint16Array {
  return Uint16Array.from(table.trim().split(/\s+/), Number);
}

/**
 * Width of one line of text in DejaVu Sans, without kerning. Vega guesses 0.8 em per character where no canvas is
 * installed, which leaves half of a right-hand margin empty; with this it lays out as a browser does.
 *
 * @param size in pixels
 * @returns pixels
 */
export function textWidth(text: string, size: number, weight: "normal" | "bold" = "normal"): number {
  const table = weight === "bold" ? bold : regular;
  let sum = 0;
  for (const character of text) {
    sum += table[character.charCodeAt(0) - 32] ?? others[character] ?? widest;
  }
  return (sum * size) / 1000;
}

/** Breaks text into as few lines as `wrapText`, about as long as each other: no last line of a single word. */
export function balancedText(text: string, limit: number, size: number, weight?: "normal" | "bold"): string[] {
  let lines = wrapText(text, limit, size, weight);
  if (lines.length === 1) return lines;
  for (let width = limit; width > limit / 2; width -= size) {
    const narrower = wrapText(text, width, size, weight);
    if (narrower.length > lines.length) break;
    lines = narrower;
  }
  return lines;
}

/**
 * Breaks text at spaces into lines at most `limit` pixels wide; a single word wider than that keeps a line of its own,
 * and so do a comparison such as "G = 100" and a number with its unit, "12 %".
 *
 * @param limit pixels
 * @param size of the type, pixels
 */
export function wrapText(text: string, limit: number, size: number, weight: "normal" | "bold" = "normal"): string[] {
  const lines: string[] = [];
  let line = "";
  const glued = text.replace(/ (>=|<=|[=<>≤≥]) /g, "\u00a0$1\u00a0").replace(/(\d) (%|µs)/g, "$1\u00a0$2");
  for (const word of glued.split(/[ \t\r\n]+/).filter(Boolean)) {
    const longer = line ? `${line} ${word}` : word;
    if (line && textWidth(longer, size, weight) > limit) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  if (line) lines.push(line);
  return lines;
}
