import { Command, CommanderError } from "commander";
import { version } from "../version.js";
import { cacheCommand } from "./cache.js";
import { claimsCommand } from "./claims.js";
import { compareCommand } from "./compare.js";
import { crawlCommand } from "./crawl.js";
import { datasetsCommand } from "./datasets.js";
import { duplicatesCommand } from "./duplicates.js";
import { explainCommand } from "./explain.js";
import { exportCommand } from "./export.js";
import { extractCommand } from "./extract.js";
import { freshnessCommand } from "./freshness.js";
import { judgeCommand } from "./judge.js";
import { linksCommand } from "./links.js";
import { mergeCommand } from "./merge.js";
import { notebookCommand } from "./notebook.js";
import { openCommand } from "./open.js";
import { playCommand } from "./play.js";
import { processesCommand } from "./processes.js";
import { replayCommand } from "./replay.js";
import { reproduceCommand } from "./reproduce.js";
import { robotsCommand } from "./robots.js";
import { scoreCommand } from "./score.js";
import { serveCommand } from "./serve.js";
import { told } from "./told.js";
import { urlCommand } from "./url.js";
import { urldbCommand } from "./urldb.js";
import { usageError } from "./usage-error.js";
import { workCommand } from "./work.js";

/** Exit codes: all is well, an error, a claim disagrees that agreed before, stopped by Ctrl-C. */
export const EXIT = { well: 0, error: 1, disagrees: 3, stopped: 130 } as const;

/** The command line: parses, runs one command, sets the exit code. Errors are one message on stderr, with a stack only when CRAWLBENCH_DEBUG is set. */
export async function main(argv: readonly string[]): Promise<void> {
  const program = new Command("crawlbench")
    .description("In what order should a crawler see the web, and what does that order cost?")
    .version(version)
    .showSuggestionAfterError()
    .configureHelp({ showGlobalOptions: true })
    .addHelpText(
      "before",
      "Examples:\n" +
        "  crawlbench reproduce all               # every figure on the webs at hand, and an HTML report\n" +
        "  crawlbench open my-links.txt.gz        # what is in a file of links\n" +
        "  crawlbench compare campus --by breadth-first,backlink,pagerank --hot 100 --repeats 5\n" +
        "  crawlbench compare campus --by similarity,breadth-first --query computer    # crawls for a topic\n" +
        "  crawlbench crawl https://www.example.org/ --out example --contact you@example.edu\n" +
        "  crawlbench serve campus --faults       # a testbed for any crawler, on this machine\n" +
        "  crawlbench urldb bench                 # what adding a URL costs in each URL database\n" +
        "  crawlbench cache urls.gz --target-miss 20%    # how large a cache of URLs must be\n" +
        "  crawlbench notebook                    # JupyterLab with the project's kernel\n",
    );
  for (const command of [
    reproduceCommand,
    claimsCommand,
    compareCommand,
    explainCommand,
    playCommand,
    openCommand,
    datasetsCommand,
    replayCommand,
    judgeCommand,
    crawlCommand,
    exportCommand,
    extractCommand,
    duplicatesCommand,
    mergeCommand,
    processesCommand,
    serveCommand,
    scoreCommand,
    robotsCommand,
    linksCommand,
    urlCommand,
    urldbCommand,
    freshnessCommand,
    cacheCommand,
    workCommand,
    notebookCommand,
  ]) {
    program.addCommand(command());
  }
  for (const command of withThoseBelow(program))
    command.exitOverride().configureOutput({ outputError: (text, write) => write(usageError(command, text)) });
  let running: Command | undefined;
  program.hook("preAction", (_, command) => {
    running = command;
  });
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(); // the reader has seen enough: crawlbench datasets | head
    throw error;
  });
  try {
    await program.parseAsync([...argv]);
  } catch (error) {
    process.exitCode = report(error, running);
  }
}

const withThoseBelow = (command: Command): Command[] => [command, ...command.commands.flatMap(withThoseBelow)];

function report(error: unknown, command: Command | undefined): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.well : EXIT.error;
  const { name, stack } = error as Error;
  process.stderr.write(`${process.env.CRAWLBENCH_DEBUG ? stack : told(error as Error, command)}\n`);
  return name === "CrawlStopped" ? EXIT.stopped : EXIT.error;
}
