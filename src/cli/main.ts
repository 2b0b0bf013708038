import { readFileSync } from "node:fs";
import { type Command, CommanderError } from "commander";
import { isProblem } from "../base/error.js";
import { version } from "../base/version.js";
import { commandOf } from "./command-of.js";
import { EXIT } from "./exit.js";
import { type CommandInShort, fromShort } from "./in-short.js";
import { tell } from "./output.js";
import { told } from "./told.js";
import { usageError } from "./usage-error.js";

/** What help sets each command below, and how it is loaded: one that is typed is loaded alone. */
const GROUPS: Readonly<Record<string, Readonly<Record<string, () => Promise<Command>>>>> = {
  "Stored webs:": {
    open: async () => (await import("./open.js")).openCommand(),
    datasets: async () => (await import("./datasets.js")).datasetsCommand(),
    compare: async () => (await import("./compare.js")).compareCommand(),
    replay: async () => (await import("./replay.js")).replayCommand(),
    judge: async () => (await import("./judge.js")).judgeCommand(),
    explain: async () => (await import("./explain.js")).explainCommand(),
    play: async () => (await import("./play.js")).playCommand(),
    sample: async () => (await import("./sample.js")).sampleCommand(),
    methods: async () => (await import("./methods.js")).methodsCommand(),
  },
  "The papers:": {
    reproduce: async () => (await import("./reproduce.js")).reproduceCommand(),
    claims: async () => (await import("./claims.js")).claimsCommand(),
  },
  "Real crawls:": {
    crawl: async () => (await import("./crawl.js")).crawlCommand(),
    export: async () => (await import("./export.js")).exportCommand(),
    extract: async () => (await import("./extract.js")).extractCommand(),
    duplicates: async () => (await import("./duplicates.js")).duplicatesCommand(),
    merge: async () => (await import("./merge.js")).mergeCommand(),
    processes: async () => (await import("./processes.js")).processesCommand(),
  },
  "For any crawler:": {
    serve: async () => (await import("./serve.js")).serveCommand(),
    score: async () => (await import("./score.js")).scoreCommand(),
    robots: async () => (await import("./robots.js")).robotsCommand(),
    links: async () => (await import("./links.js")).linksCommand(),
    url: async () => (await import("./url.js")).urlCommand(),
  },
  "Caches, URL databases, freshness:": {
    cache: async () => (await import("./cache.js")).cacheCommand(),
    urldb: async () => (await import("./urldb.js")).urldbCommand(),
    freshness: async () => (await import("./freshness.js")).freshnessCommand(),
  },
  "Notebooks, other machines:": {
    notebook: async () => (await import("./notebook.js")).notebookCommand(),
    work: async () => (await import("./work.js")).workCommand(),
  },
};

/** Each command, in the order in which help lists them. */
export const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = Object.assign({}, ...Object.values(GROUPS));

/** What help sets a command below. */
const headingOf = (name: string): string | undefined => Object.keys(GROUPS).find((group) => name in GROUPS[group]);

/**
 * The command line: parses, runs one command, sets the exit code. Errors are one message on stderr, with a stack only
 * when CRAWLBENCH_DEBUG is set.
 */
export async function main(argv: readonly string[]): Promise<void> {
  const program = commandOf(
    "crawlbench",
    "In what order should a crawler see the web, and what does that order cost?",
    [
      "crawlbench reproduce all               # every figure on the webs at hand, and an HTML report",
      "crawlbench open my-links.txt.gz        # what is in a file of links",
      "crawlbench compare campus --by breadth-first,backlink,pagerank --hot 100 --repeats 5",
      "crawlbench compare campus --by similarity,breadth-first --query computer    # crawls for a topic",
      "crawlbench crawl https://www.example.org/ --out example --contact you@example.edu",
      "crawlbench serve campus --faults       # a testbed for any crawler, on this machine",
      "crawlbench urldb bench                 # what adding a URL costs in each URL database",
      "crawlbench cache urls.gz --target-miss 20%    # how large a cache of URLs must be",
      "crawlbench notebook                    # JupyterLab with the project's kernel",
    ],
  )
    .version(version)
    .showSuggestionAfterError()
    .configureHelp({ showGlobalOptions: true });
  for (const command of await commandsFor(argv)) program.addCommand(command);
  for (const command of withThoseBelow(program))
    command.configureOutput({ outputError: () => {} }).exitOverride((error) => {
      if (error.exitCode !== 0 && error.code !== "commander.help") process.stderr.write(usageError(command, error));
      throw error;
    });
  let running: Command | undefined;
  program.hook("preAction", (_, command) => {
    running = command;
  });
  let isRead = true;
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (!isRead) return;
    isRead = false;
    const isEnough = error.code === "EPIPE"; // crawlbench datasets | head
    if (!isEnough) process.stderr.write(`${told(Object.assign(error, { path: "standard output" }), running)}\n`);
    // what can be stopped ends as it does with its terminal
    if (!process.emit("SIGHUP", "SIGHUP")) process.exit(isEnough ? EXIT.well : EXIT.error);
  });
  process.stderr.on("error", () => {}); // nobody reads it, or its disk is full: what is under way goes on
  try {
    await program.parseAsync([...argv]);
  } catch (error) {
    process.exitCode = report(error, running);
  }
}

/**
 * The command that is typed; none where only the version is asked for; for help, and suggestions, what the build kept
 * of each.
 */
async function commandsFor([, , ...words]: readonly string[]): Promise<Command[]> {
  const [first = "", second = ""] = words;
  const typed = first === "help" ? second : first;
  const isKnown = Object.hasOwn(COMMANDS, typed);
  if (isKnown && !asksForHelp(words)) return [await COMMANDS[typed]()];
  if (first === "--version" || first === "-V") return [];
  const summaries: CommandInShort[] = JSON.parse(readFileSync(new URL("commands.json", import.meta.url), "utf8"));
  return summaries
    .filter(({ name }) => !isKnown || name === typed)
    .map((short) => fromShort(short).helpGroup(headingOf(short.name) ?? ""));
}

/** True where --help is the first option: one before it might take it for its value. */
const asksForHelp = (words: readonly string[]): boolean =>
  words[0] === "help" || ["--help", "-h"].includes(words.find((word) => word.startsWith("-")) ?? "");

const withThoseBelow = (command: Command): Command[] => [command, ...command.commands.flatMap(withThoseBelow)];

function report(error: unknown, command: Command | undefined): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.well : EXIT.error;
  const { stack } = error as Error;
  tell(process.env.CRAWLBENCH_DEBUG ? stack : told(error as Error, command));
  if (isProblem(error, "unreconciled")) return EXIT.missing;
  return isProblem(error, "stopped") ? EXIT.stopped : EXIT.error;
}
