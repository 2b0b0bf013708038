import { Command } from "commander";
import { got, problem } from "../base/error.js";
import { meant } from "../base/nearest.js";
import { counted } from "../base/numbers.js";
import { ProgressLine } from "../base/progress-line.js";
import { type FingerprintCollisions, fingerprintCollisions } from "../url/fingerprint-collisions.js";
import {
  applySteps,
  DEFAULT_STEPS,
  NORMALIZE_STEP_NAMES,
  NORMALIZE_STEPS,
  type NormalizeStepName,
} from "../url/normalize.js";
import { parseUrl } from "../url/parse.js";
import { loadOrOpen } from "../web/dataset/load.js";
import { requireCapabilities, type Web } from "../web/web.js";
import { answerLines, inputName } from "./batch-lines.js";
import { integer, options } from "./choices.js";
import { commandOf } from "./command-of.js";
import { print, printJson } from "./output.js";

interface FingerprintFlags {
  bits: number;
  json?: boolean;
}

interface NormalizeFlags {
  base?: string;
  steps: string;
  batch?: string;
  json?: boolean;
}

/** `crawlbench url`: what the crawler makes of URLs. */
export function urlCommand(): Command {
  return new Command("url")
    .description("check how the crawler normalizes and fingerprints URLs")
    .addCommand(normalizeCommand())
    .addCommand(fingerprintsCommand());
}

function fingerprintsCommand(): Command {
  return commandOf("fingerprints", "check that no two URLs of a web share a fingerprint, as traces and caches assume", [
    "crawlbench url fingerprints campus",
    "crawlbench url fingerprints campus --bits 24      # so few that some collide",
  ])
    .argument("<web>", "name of the catalogue, path of a file of links or an archive, or folder of a crawl")
    .option("--bits <n>", "leading bits of the 64 that are compared, 1 to 64", integer, 64)
    .addOption(options.json())
    .action(async (name: string, { bits, json = false }: FingerprintFlags) => {
      if (bits < 1 || bits > 64) throw problem.choice`--bits is 1 to 64; ${got(bits)}`;
      const line = new ProgressLine();
      try {
        const web = await loadOrOpen(name, { onProgress: line.listener });
        requireCapabilities(web, ["urls"], "url fingerprints");
        const found = fingerprintCollisions(urlsOf(web), { bits });
        line.end();
        if (json) printJson({ web: web.name, ...found });
        else print(collisionText(web.name, found));
      } finally {
        line.end();
      }
    });
}

/** Every URL that a web knows: its pages', and those of links that leave it, where these were kept. */
function* urlsOf(web: Web): Generator<string> {
  const known = web.allLinks?.().urls ?? web.urls;
  for (let i = 0; known && i < known.size; i++) yield known.at(i);
}

function collisionText(web: string, { urls, bits, fingerprints, pairs, expected }: FingerprintCollisions): string {
  const chance = expected < 0.01 ? expected.toExponential(1) : expected.toFixed(2);
  return [
    `${web}: ${counted(urls)} different URLs have ${counted(fingerprints)} different fingerprints of ${bits} bits.`,
    `${pairs === 1 ? "1 pair" : `${counted(pairs)} pairs`} collide; by chance ${chance} would, n (n - 1) / 2^${bits + 1}.`,
  ].join("\n");
}

function normalizeCommand(): Command {
  return commandOf("normalize", "print the normal form of URLs, by which the crawler identifies pages, or invalid", [
    "crawlbench url normalize HTTP://User@Example.com:80/a/../b#top",
    "crawlbench url normalize --steps fragment,www,tracking-parameters 'http://www.a.example/?utm_source=x'",
    "crawlbench url normalize --batch urls.txt --json",
  ])
    .argument("[urls...]", "URLs, absolute or relative to --base")
    .option("--base <url>", "what relative URLs are resolved against")
    .option("--steps <names>", "what is done after parsing, comma-separated; none: only parse", DEFAULT_STEPS.join(","))
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
