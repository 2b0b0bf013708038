import { problem } from "../../base/error.js";
import { loadPackage } from "../../base/load-package.js";

/** Languages whose words can be stemmed (Snowball). */
export const STEM_LANGUAGES = [
  "arabic",
  "danish",
  "dutch",
  "english",
  "finnish",
  "french",
  "german",
  "greek",
  "hungarian",
  "irish",
  "italian",
  "norwegian",
  "portuguese",
  "romanian",
  "russian",
  "spanish",
  "swedish",
  "turkish",
] as const;

export type StemLanguage = (typeof STEM_LANGUAGES)[number];

/**
 * The stemmer of a language, loaded when it is asked for: "computers" and "computing" have the stem comput in English.
 *
 * @throws "option" for a language that there is not, with those that there are
 */
export function stemIn(language: StemLanguage): (word: string) => string {
  if (!STEM_LANGUAGES.includes(language)) {
    throw problem.option`no stems in ${JSON.stringify(language)}: there are ${STEM_LANGUAGES.join(", ")}`;
  }
  const { stemmer } = loadPackage<{ stemmer: (word: string) => string }>(`@orama/stemmers/${language}`);
  return stemmer;
}
