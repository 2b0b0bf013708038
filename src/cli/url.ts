import { Command } from "commander";
import { problem } from "../base/error.js";
import { meant } from "../base/nearest.js";
import {
  applySteps,
  DEFAULT_STEPS,
  NORMALIZE_STEP_NAMES,
  NORMALIZE_STEPS,
  type NormalizeStepName,
} from "../url/normalize.js";
import { parseUrl } from "../url/parse.js";
import { answerLines, inputName } from "./batch-lines.js";
import { commandOf } from "./command-of.js";
import { print } from "./output.js";

interface NormalizeFlags {
  base?: string;
  steps: string;
  batch?: string;
  json?: boolean;
}

/** `crawlbench url`: what the crawler makes of URLs. */
export function urlCommand(): Command {
  return new Command("url").description("what the crawler makes of URLs").addCommand(normalizeCommand());
}

function normalizeCommand(): Command {
  return commandOf("normalize", "print the form of URLs by which the crawler tells pages apart, or invalid", [
    "crawlbench url normalize HTTP://User@Example.com:80/a/../b#top",
    "crawlbench url normalize --steps fragment,www,tracking-parameters 'http://www.a.example/?utm_source=x'",
    "crawlbench url normalize --batch urls.txt --json",
  ])
    .argument("[urls...]", "URLs, absolute or relative to --base")
    .option("--base <url>", "what relative URLs are resolved against")
    .option(
      "--steps <names>",
      "what is done after parsing, parted by commas; none: only parse",
      DEFAULT_STEPS.join(","),
    )
    .option(
      "--batch <file>",
      'one URL per line, as it is, as a JSON string, or as {"url" or "input": "...", "base": "..."}; - reads standard input',
    )
    .option(
      "--json",
      "print {input, base, href, url} per URL: href as the WHATWG parser serialises it, url after the steps; null when invalid",
    )
    .addHelpText("after", `\nSteps, in the order in which they are taken:\n${stepTable()}`)
    .action(async (urls: readonly string[], { base, steps, batch, json = false }: NormalizeFlags) => {
      const chosen = stepsNamed(steps);
      const answer = (input: string, over: string | undefined) => answered(input, over, chosen, json);
      if (batch !== undefined) {
        if (urls.length > 0) throw problem.choice`give URLs, or --batch with a file of them, not both`;
        const name = inputName(batch);
        await answerLines(batch, (line, number) => {
          const found = lineOf(line, `${name}, line ${number}`);
          return answer(found.input, found.base ?? base);
        });
        return;
      }
      if (urls.length === 0)
        throw problem.choice`give URLs, or --batch with a file of them: crawlbench url normalize http://a.example/`;
      for (const url of urls) print(answer(url, base));
    });
}

function answered(input: string, base: string | undefined, steps: readonly NormalizeStepName[], json: boolean): string {
  const href = parseUrl(input, base)?.href;
  const url = href === undefined ? undefined : applySteps(href, steps);
  if (!json) return url ?? "invalid";
  return JSON.stringify({ input, base: base ?? null, href: href ?? null, url: url ?? null });
}

function stepsNamed(list: string): NormalizeStepName[] {
  const names = list.split(",").map((name) => name.trim());
  const known: readonly string[] = NORMALIZE_STEP_NAMES;
  const chosen = names.filter((name) => name !== "" && name !== "none");
  for (const name of chosen)
    if (!known.includes(name))
      throw problem.choice`no step "${name}".${meant(name, known)} There are: none, ${known.join(", ")}`;
  return chosen as NormalizeStepName[];
}

function stepTable(): string {
  const width = Math.max(...NORMALIZE_STEP_NAMES.map((name) => name.length));
  return NORMALIZE_STEP_NAMES.map((name) => `  ${name.padEnd(width)}  ${NORMALIZE_STEPS[name].about}\n`).join("");
}

/** A line of a batch. @throws "input" that names the place */
function lineOf(line: string, place: string): { readonly input: string; readonly base?: string } {
  const first = line.trimStart()[0];
  if (first !== "{" && first !== '"') return { input: line };
  const expected = `${place}: expected a URL, a JSON string, or {"url" or "input", "base"?} as JSON`;
  const shown = line.length > 80 ? `${line.slice(0, 80)}...` : line;
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw problem.input`${expected}; found ${shown} (${error})`;
  }
  if (typeof value === "string") return { input: value };
  const { input, url, base } = value as Partial<Record<string, unknown>>;
  const text = input ?? url;
  if (typeof text !== "string" || !(base === undefined || base === null || typeof base === "string"))
    throw problem.input`${expected}; found ${shown}`;
  return { input: text, base: base ?? undefined };
}
