import type { Command } from "commander";
import { problem } from "../base/error.js";
import { type OptionRule, takenBy } from "../base/method.js";
import { meant, plain } from "../base/nearest.js";
import { wrapped } from "../base/rows/width.js";
import { options } from "./choices.js";
import { commandOf } from "./command-of.js";
import { FAMILIES } from "./families.js";
import { print, printJson } from "./output.js";
import { hyphened, type Listed, type MethodFamily, namesOf } from "./typed-method.js";

/** `crawlbench methods`: what can be typed behind --by, --importance, --model, --policies, --rates and --engines. */
export function methodsCommand(): Command {
  return commandOf("methods", "list the methods of each family, and all their options with type, default and meaning", [
    "crawlbench methods                 # all names",
    "crawlbench methods orderings",
    "crawlbench methods buffer opic     # two methods",
    "crawlbench methods caches --json",
  ])
    .argument("[names...]", `families or methods: ${FAMILIES.map(({ all }) => all).join(", ")} (default: all names)`)
    .addOption(options.json("one JSON array instead of text"))
    .action((names: readonly string[], { json }: { json?: boolean }) => {
      const found = foundIn(names);
      if (json) return printJson(found.map(dataOf));
      print(names.length === 0 ? FAMILIES.map(overview).join("\n\n") : found.map(textOf).join("\n\n"));
    });
}

interface Found {
  readonly family: MethodFamily<unknown>;
  readonly method: Listed<unknown>;
}

/** Methods of the families and of the names that were typed, each family and method once; all when none was. */
function foundIn(names: readonly string[]): Found[] {
  const all = FAMILIES.flatMap((family) => family.methods.map((method) => ({ family, method })));
  const fits = ({ family, method }: Found, name: string) =>
    [family.all, method.name, family.shown?.[method.name] ?? method.name].some((each) => plain(each) === plain(name));
  for (const name of names) {
    if (all.some((each) => fits(each, name))) continue;
    const known = [...FAMILIES.map((family) => family.all), ...all.map(({ method }) => method.name)];
    const families = FAMILIES.map((family) => family.all).join(", ");
    throw problem.choice`no method or family "${name}".${meant(name, known)} There are the families ${families}`;
  }
  return names.length === 0 ? all : all.filter((each) => names.some((name) => fits(each, name)));
}

/** An option as plain data. */
export const optionData = ([option, rule]: readonly [string, OptionRule]) => ({
  option: hyphened(option),
  kind: rule.kind,
  takes: rule.takes,
  ...(rule.words && { words: rule.words }),
  ...(rule.default !== undefined && { default: rule.default === Number.POSITIVE_INFINITY ? "∞" : rule.default }),
  ...(rule.unit && { unit: rule.unit }),
  says: rule.says,
});

const dataOf = ({ family, method: { name, source, declared } }: Found) => ({
  family: family.all,
  name,
  flag: family.flag,
  source,
  options: Object.entries(declared).map(optionData),
});

function overview(family: (typeof FAMILIES)[number]): string {
  const taken = [`${family.flag} of ${family.commands}`, family.besides].filter(Boolean).join("; ");
  const title = `${family.all}, ${taken}`;
  return [title, ...wrapped(namesOf(family).join(", "), "  ")].join("\n");
}

function textOf({ family: { shown = {} }, method: { name, source, topical, declared } }: Found): string {
  const told = Object.entries(declared).map(([option, rule]) => ({ option: hyphened(option), rule }));
  const room = Math.max(...told.map(({ option }) => option.length)) + 4;
  return [
    ...wrapped(`${shown[name] ?? name}: ${source}${topical ? "; takes a topic, --query" : ""}`, "", "  "),
    ...told.flatMap(({ option, rule }) => {
      const first = `  ${option}`.padEnd(room);
      return [...wrapped(rule.says, first, " ".repeat(room)), ...wrapped(takenBy(rule), " ".repeat(room))];
    }),
  ].join("\n");
}
