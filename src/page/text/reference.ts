import { shown } from "../../base/error.js";
import { type OptionRule, ruleOf, undecided } from "../../base/method.js";
import type { WebWithText } from "./terms-of.js";

/** Another web, whose words tell how rare a word is: the reference idf of Cho et al. 1998, section 2. */
export interface Reference extends WebWithText {
  readonly sha256: string;
}

const isReference = (value: unknown): value is Reference => {
  const { graph, terms, text } = (value ?? {}) as Partial<Reference>;
  return typeof graph?.size === "number" && (terms !== undefined || text !== undefined);
};

const isWeb = (value: unknown): boolean => typeof (value as Partial<Reference> | null)?.graph?.size === "number";

/** The option of what weighs words by their rarity. @param usual where rarity comes from without it */
export const idfFrom = (whose: string, usual: string): OptionRule<Reference | undefined> =>
  undecided(
    ruleOf(
      {} as Reference,
      `${whose}: another web whose text tells how rare words are, not ${usual}`,
      TAKES,
      isReference,
      {
        told: (web) => (web === undefined ? "" : `idf from ${web.name}`),
        wrong: (value) => {
          if (isReference(value)) return undefined;
          const found = isWeb(value) ? `${(value as Reference).name}, which has none` : shown(value);
          return `is ${TAKES}; found ${found}`;
        },
      },
    ),
  );

const TAKES = "a web with text";

/** Options as plain data: a web by its name and digest. */
export const recorded = <T extends { readonly idfFrom?: Reference }>({ idfFrom: web, ...others }: T) => ({
  ...others,
  ...(web && { idfFrom: { name: web.name, sha256: web.sha256 } }),
});
