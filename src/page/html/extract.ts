import { got, problem } from "../../base/error.js";
import { checkOptions, ruleOf } from "../../base/method.js";
import { requireText } from "../../base/require-list.js";

/**
 * What to take from a page: a selector (text of the first match), or a list: `["a"]` texts of all matches, `["a",
 * "href"]` an attribute of all matches. An attribute of the first match alone: `"a@href"`.
 */
export type Rule = string | readonly [selector: string] | readonly [selector: string, attribute: string];

const RULE = ruleOf<Rule>(
  "",
  "",
  'a selector, such as "h1", or a list, such as ["a", "href"]',
  (rule) =>
    typeof rule === "string" ||
    (Array.isArray(rule) && rule.length > 0 && rule.every((part) => typeof part === "string")),
);

/** What was found: `undefined` where a rule for one value matches nothing, an empty list where a rule for many does. */
export type Extracted<Rules extends Readonly<Record<string, Rule>>> = {
  readonly [Name in keyof Rules]: Rules[Name] extends string ? string | undefined : readonly string[];
};

/**
 * Takes named values from a page by CSS selectors, with cheerio, which is loaded at the first call. White space of
 * texts is collapsed.
 *
 * ```ts
 * await extract(html, { title: "h1", price: ".price", next: "a[rel=next]@href", links: ["a", "href"] })
 * ```
 *
 * @throws "selector" naming the rule whose selector is none
 */
export async function extract<const Rules extends Readonly<Record<string, Rule>>>(
  html: string,
  rules: Rules,
): Promise<Extracted<Rules>> {
  requireText("extract takes the HTML of a page, as text", html);
  checkOptions("extract", rules, Object.fromEntries(Object.keys(Object(rules)).map((name) => [name, RULE])));
  const { load } = await import("cheerio");
  const $ = load(shallow(html), { scriptingEnabled: false });
  const found: [name: string, value: string | undefined | readonly string[]][] = [];
  for (const [name, rule] of Object.entries(rules)) {
    const { selector, attribute, many } = parsed(rule);
    try {
      const values = $(selector)
        .toArray()
        .map((element) => (attribute === undefined ? tidy($(element).text()) : $(element).attr(attribute)))
        .filter((value) => value !== undefined);
      found.push([name, many ? values : values[0]]);
    } catch (error) {
      throw problem.selector`extract ${name}: "${selector}" is no CSS selector (${error}); write one such as "h1", ".price" or "a[rel=next]"`;
    }
  }
  return Object.fromEntries(found) as Extracted<Rules>;
}

/**
 * Reads rules as the command line has them: "title=h1", "next=a[rel=next]@href", "links=a@href[]" (all matches).
 *
 * @throws "selector" for a text without name or selector
 */
export function extractionRule(text: string): readonly [name: string, rule: Rule] {
  const equals = text.indexOf("=");
  const name = text.slice(0, Math.max(0, equals)).trim();
  const rule = text.slice(equals + 1).trim();
  if (name === "" || rule === "")
    throw problem.selector`a rule is a name and a selector, as in title=h1 or links=a@href[]; ${got(text)}`;
  if (!rule.endsWith("[]")) return [name, rule];
  const { selector, attribute } = parsed(rule.slice(0, -2));
  return [name, attribute === undefined ? [selector] : [selector, attribute]];
}

function parsed(rule: Rule): { selector: string; attribute: string | undefined; many: boolean } {
  if (typeof rule !== "string") return { selector: rule[0], attribute: rule[1], many: true };
  const found = /^(.*\S)\s*@\s*([^\s@"'\]]+)$/s.exec(rule);
  return { selector: found?.[1] ?? rule, attribute: found?.[2], many: false };
}

/** Levels of elements of one name that are read. Browsers read 512 levels in all. */
const DEEPEST = 512;

/** Elements of which each ends the one before it, or that cost a parser nothing when many are open: old pages leave them open. */
const LEFT_OPEN = new Set(
  "a b big br code col colgroup dd dt em font hr i img input li link meta nobr optgroup option p rp rt s small strike strong tbody td tfoot th thead tr tt u".split(
    " ",
  ),
);

/**
 * Deeper elements taken apart, as browsers do: their content stays. The parser looks through all that is open at each
 * tag: a megabyte of `<div>` would take it hours.
 */
function shallow(html: string): string {
  const open = new Map<string, number>();
  return html.replace(/<(\/?)([a-z][^\s/>]*)/gi, (tag, slash: string, name: string) => {
    const key = name.toLowerCase();
    if (LEFT_OPEN.has(key)) return tag;
    const before = open.get(key) ?? 0;
    open.set(key, slash ? Math.max(0, before - 1) : before + 1);
    return before >= DEEPEST + (slash ? 1 : 0) ? `<${slash}wbr` : tag; // holds nothing, whatever its attributes
  });
}

const tidy = (text: string): string => text.replace(/\s+/g, " ").trim();
