import type { Command } from "commander";
import { got, problem } from "../base/error.js";
import { parseRobots, productToken, type RobotsFile } from "../url/robots/robots.js";
import { answerLines, inputName, readWhole } from "./batch-lines.js";
import { options } from "./choices.js";
import { commandOf } from "./command-of.js";
import { print, printJson } from "./output.js";

interface RobotsFlags {
  agent?: string;
  url?: string;
  batch?: string;
  json?: boolean;
}

/** `crawlbench robots`: what a robots.txt lets an agent fetch. */
export function robotsCommand(): Command {
  return commandOf(
    "robots",
    "check whether a robots.txt lets a crawler fetch a URL: RFC 9309, with the verdicts of Google's parser",
    [
      "crawlbench robots robots.txt --agent FooBot --url https://a.example/private/",
      "crawlbench robots --batch cases.jsonl",
    ],
  )
    .argument("[file]", "robots.txt; - reads standard input")
    .option("--agent <name>", "product token of the crawler: FooBot. It is not cut: no group names FooBot/2.1")
    .option("--url <url>", "absolute URL, or its path; percent-encoded, as it would be requested")
    .option(
      "--batch <file>",
      'instead: one case per line, {"robots": "text of the file", "agent": "FooBot", "url": "..."}; "robotsBase64" in place of "robots" for bytes that are no UTF-8; - reads standard input',
    )
    .addOption(options.json("one JSON object instead of text, with --batch one per line"))
    .action(async (file: string | undefined, { agent, url, batch, json = false }: RobotsFlags) => {
      if (batch !== undefined) {
        if (file !== undefined || agent !== undefined || url !== undefined)
          throw problem.choice`--batch holds files, agents and URLs itself: leave <file>, --agent and --url away`;
        await answerLines(batch, caseAnswerer(inputName(batch), json));
        return;
      }
      if (file === undefined || agent === undefined || url === undefined)
        throw problem.choice`give a robots.txt, --agent and --url, or cases by --batch: crawlbench robots robots.txt --agent FooBot --url https://a.example/private/`;
      if (!/^(?:$|\/|[a-z][a-z0-9+.-]*:)/i.test(url))
        throw problem.choice`--url is an absolute URL, or its path from the root on, such as /private/; ${got(url)}`;
      const rule = parseRobots(await readWhole(file))
        .rulesFor(agent)
        .deciding(url);
      const allowed = rule?.allow ?? true;
      if (productToken(agent) !== agent)
        process.stderr.write(`"${agent}" is no product token (letters, - and _): only rules for * apply to it\n`);
      if (json) printJson({ allowed, agent, url, rule: rule?.text, line: rule?.line });
      else print(verdict(allowed));
    });
}

const verdict = (allowed: boolean) => (allowed ? "allowed" : "disallowed");

/** Parsed files that are kept: cases on one file tend to follow one another. */
const KEPT = 64;

/** Answers the lines of a batch. */
function caseAnswerer(input: string, json: boolean): (line: string, number: number) => string {
  const fromText = new Map<string, RobotsFile>();
  const fromBase64 = new Map<string, RobotsFile>();
  const parsed = (kept: Map<string, RobotsFile>, text: string, encoding: "utf8" | "base64") => {
    const file = kept.get(text) ?? parseRobots(Buffer.from(text, encoding));
    kept.delete(text);
    kept.set(text, file);
    const [oldest] = kept.keys();
    if (kept.size > KEPT) kept.delete(oldest);
    return file;
  };
  return (line, number) => {
    const { robots, robotsBase64, agent, url } = caseIn(line, `${input}, line ${number}`);
    const file =
      robots === undefined ? parsed(fromBase64, robotsBase64 ?? "", "base64") : parsed(fromText, robots, "utf8");
    const allowed = file.allows(agent, url);
    return json ? `{"allowed":${allowed}}` : verdict(allowed);
  };
}

interface Case {
  readonly robots?: string;
  readonly robotsBase64?: string;
  readonly agent: string;
  readonly url: string;
}

/** @throws "input" that names the place */
function caseIn(line: string, place: string): Case {
  const expected = `${place}: expected {"robots" or "robotsBase64", "agent", "url"}, each a string, as JSON`;
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw problem.input`${expected}; found ${shown(line)} (${error})`;
  }
  const found = (typeof value === "object" ? value : undefined) as Partial<Record<string, unknown>> | null | undefined;
  const isText = (key: string) => typeof found?.[key] === "string";
  if (!(isText("robots") !== isText("robotsBase64") && isText("agent") && isText("url")))
    throw problem.input`${expected}; found ${shown(line)}`;
  return found as unknown as Case;
}

const shown = (line: string) => (line.length > 80 ? `${line.slice(0, 80)}...` : line === "" ? "an empty line" : line);
