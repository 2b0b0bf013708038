import { NameCell } from "../base/face/cell.js";
import { shortLabels } from "../base/short-labels.js";
import { methodStyles } from "./series-style.js";

/** Names of methods that stand below each other, each with the colour that it has in figures. */
export function nameCells(labels: readonly string[]): (label: string) => NameCell {
  const styles = methodStyles(labels);
  const short = shortLabels(labels);
  return (label) => new NameCell(label, short.get(label) ?? label, styles.get(label)?.color);
}
