/** The check that options share: a misspelt name or value is refused, and what there is is told. */
export interface OptionRules {
  /** Known options; for those that are a choice among words, the words. */
  readonly [option: string]: readonly string[] | undefined;
}

/**
 * @param owner who takes the options, for the message: "backlink"
 * @throws RangeError for an option that is not known, or a word that is none of its choices
 */
export function checkOptions(owner: string, chosen: object, rules: OptionRules): void {
  for (const [option, value] of Object.entries(chosen)) {
    if (!Object.hasOwn(rules, option)) {
      const known = Object.keys(rules);
      throw new RangeError(`${owner} has no option "${option}": it takes ${known.length ? known.join(", ") : "none"}`);
    }
    const words = rules[option];
    if (words && value !== undefined && !words.includes(value as string)) {
      throw new RangeError(
        `${owner}: ${option} is ${words.map((word) => `"${word}"`).join(", ")}; found ${JSON.stringify(value)}`,
      );
    }
  }
}

/** An option as labels name it: reorderEvery -> "reorder every". */
export const inWords = (option: string): string => option.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
