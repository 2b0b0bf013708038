import { got, gotInstead, option, problem } from "../../base/error.js";
import { number, ruleOf, valuesOf } from "../../base/method.js";
import { fnvOf } from "../../base/mix.js";
import { counted } from "../../base/numbers.js";
import { ours } from "../../base/ours.js";
import { idOf, nameOf, type Web } from "../../web/web.js";
import { hotAtRule, type Importance, type Threshold } from "./importance.js";

export interface GivenOptions extends Threshold {
  /** What the numbers are, as figures and tables say it; default "given". */
  readonly name?: string;
  /** Importance of pages without a number; default 0. */
  readonly missing?: number;
}

const RULES = {
  name: ruleOf<string>("given", "", 'a word or two, such as "visits"', (value) => typeof value === "string"),
  missing: number(0, "(-∞, ∞)", "", { is: "a finite number" }),
  hotAt: hotAtRule,
};

/**
 * Numbers that the user has: visits, clicks, grades of a classifier.
 *
 * @param values by what a page is called: its URL, its title, or its own number in the source. Names of no page are left
 *   out: a crawl is judged on the part of a web that it can reach. `warning` tells of a web that has few of them
 * @throws "option" for a value that is no finite number, and, once it meets a web, where it names none of its pages
 */
export function given(
  values: ReadonlyMap<string | number, number> | Readonly<Record<string, number>>,
  options: GivenOptions = {},
): Importance<never> {
  const { name, missing, hotAt } = valuesOf("importances.given", RULES, options);
  if (typeof values !== "object" || values === null || Array.isArray(values) || ArrayBuffer.isView(values))
    throw problem.option`importances.given takes numbers by the names of pages, new Map([["http://a.example/", 3]]): pages of a part of a web have other numbers than in the whole; ${gotInstead(values)}`;
  if (Array.isArray((values as { readonly index?: unknown }).index))
    throw problem.option`importances.given takes numbers by the names of pages; ${gotInstead(values)}. A series has these in new Map(series.index.map((page, i) => [page, series.values[i]]))`;
  const pairs = values instanceof Map ? values : Object.entries(values as Readonly<Record<string, number>>);
  const byName = new Map<string, number>();
  for (const [page, value] of pairs) {
    if (!Number.isFinite(value))
      throw problem.option`${option("importances.given")}: the importance of ${String(page)} is a finite number; ${got(value)}`;
    byName.set(String(page), value);
  }
  const on = (web: Web) => {
    const { urls, titles, graph } = web;
    let found = 0;
    const all = Float64Array.from({ length: graph.size }, (_, page) => {
      const value = [urls?.at(page), titles?.at(page), String(idOf(web, page))]
        .map((name) => (name === undefined ? undefined : byName.get(name)))
        .find((each) => each !== undefined);
      if (value !== undefined) found++;
      return value ?? missing;
    });
    return { all, found };
  };
  const of = (web: Web) => {
    const { all, found } = on(web);
    if (found > 0) return all;
    throw problem.option`${name}: 0 of ${counted(byName.size)} names belong to pages of ${web.name}, whose first page is ${nameOf(web, 0)}, or by number ${idOf(web, 0)}`;
  };
  const warning = (web: Web) => {
    const { found } = on(web);
    if (2 * found >= byName.size) return undefined;
    return `${name}: ${counted(found)} of ${counted(byName.size)} names ${found === 1 ? "belongs to a page" : "belong to pages"} of ${web.name}; the others count for nothing. Its first page is ${nameOf(web, 0)}`;
  };
  const digest = fnvOf(JSON.stringify([...byName])) >>> 0;
  const made = {
    kind: "importance" as const,
    name,
    label: name,
    source: "given",
    needs: [],
    options: { missing, pages: byName.size, digest },
    hotAt,
  };
  return { ...made, of: ours(of), warning };
}
