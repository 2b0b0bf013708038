/** Words that are no names of variables. */
const RESERVED = new Set(
  (
    "async await break case catch class const continue default delete do else export extends false finally for function get if in " +
    "instanceof let new null of return set static super switch this throw true try typeof undefined var void while with yield " +
    "score onFetch pages random seen"
  ) // the parts of a score with a memory
    .split(" "),
);

/** Text in which no name of a variable can stand: comments, strings without parts to fill in, properties. */
const SILENT =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\$]|\\.)*`|\??\.\s*#?[A-Za-z_$][\w$]*/g;

const NAME = /(?<![\w$.])[A-Za-z_$][\w$]*/g;

/**
 * Names that a function reads from outside of it: variables of the cell or file around it, but no globals. An estimate
 * from its source text that rather names too many.
 *
 * @param code source text of a function
 *
 * freeNames("(page, seen) => weight * seen.depth(page)") is ["weight"]
 */
export function freeNames(code: string): string[] {
  // cells read earlier cells through exports
  const text = code.replace(/\bexports\.(?=[\w$])/g, " ").replace(SILENT, " ");
  const declared = new Set<string>();
  const declare = (part: string) => {
    for (const [name] of part.matchAll(NAME)) declared.add(name);
  };
  for (const [, pattern] of text.matchAll(/\b(?:const|let|var)\s+([^=;]+?)(?:=|;|\bof\b|\bin\b)/g)) declare(pattern);
  for (const [, name] of text.matchAll(/\b(?:function\s*\*?|class)\s+([\w$]+)/g)) declare(name);
  for (const [, parameters] of text.matchAll(/\(([^()]*)\)\s*(?:=>|\{)/g)) declare(parameters);
  for (const [, parameter] of text.matchAll(/([\w$]+)\s*=>/g)) declare(parameter);
  const found = new Set<string>();
  for (const [name] of text.matchAll(NAME)) {
    if (!RESERVED.has(name) && !declared.has(name) && !(name in globalThis)) found.add(name);
  }
  return [...found];
}
