import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { entry } from "../cli/command.js";
import { whole, wordsOf } from "../cli/whole-program.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { documentExamples, type Example, helpExamples } from "./examples.js";
import { Fixtures } from "./fixtures.js";
import { NOT_RUN, standingIn } from "./stand-ins.js";

/** Every line of shell that README, docs and --help show, the documents' first. */
export const examples = [...documentExamples(), ...(await helpExamples())];
export const isRun = ({ line }: Example): boolean => !NOT_RUN.some(([found]) => found.test(line));

/** The commands of a line, and each flag that it gives one of them: "replay --by". */
const uses = ({ line }: Example): string[] =>
  line.split(" | ").flatMap((part) => {
    const words = wordsOf(part);
    const at = words.indexOf("crawlbench");
    if (at === -1) return [];
    const [command, ...others] = words.slice(at + 1);
    const named = others[0] && /^(url|urldb|datasets)$/.test(command) ? `${command} ${others[0]}` : command;
    return [named, ...others.filter((word) => word.startsWith("--")).map((flag) => `${named} ${flag}`)];
  });

/** Those that are run, in two parts: the first has every command and every flag, the second uses them in other ways. */
export const [telling, others] = inParts(examples.filter(isRun));

function inParts(all: readonly Example[]): [telling: Example[], others: Example[]] {
  const seen = new Set<string>();
  const parts: [Example[], Example[]] = [[], []];
  for (const example of all) {
    const used = uses(example);
    const isTelling = used.length === 0 || used.some((use) => !seen.has(use));
    for (const use of used) seen.add(use);
    parts[isTelling ? 0 : 1].push(example);
  }
  return parts;
}

/**
 * Tests that every line ends well: each document's in a folder of its own, one after the other, so that later lines
 * read what earlier ones wrote. What cannot be as it stands there is told in stand-ins.ts.
 */
export function endWell(chosen: readonly Example[]): void {
  const fixtures = new Fixtures();

  beforeAll(async () => {
    vi.stubEnv("CRAWLBENCH_DATA", temporaryFolder()); // webs at hand would take minutes
    vi.stubEnv("CRAWLBENCH_CACHE", temporaryFolder());
    await fixtures.open();
  });
  afterAll(async () => {
    await fixtures.close();
    vi.unstubAllEnvs();
  });

  describe.each([...new Set(chosen.map(({ from }) => from))])("%s", (from) => {
    const folder = temporaryFolder();
    let server: ChildProcess | undefined;
    let port = 0;
    const endServer = async () => {
      if (!server) return;
      const closed = once(server, "close");
      server.kill("SIGTERM");
      server = undefined;
      expect((await closed)[0]).toBe(0);
    };
    afterAll(endServer);

    /** Begins to serve, on a port that is free, as a process of its own. */
    async function begin(words: readonly string[]): Promise<void> {
      await endServer();
      const child = spawn(process.execPath, [entry, ...words.map((word) => (word === "8080" ? "0" : word)), "--json"], {
        cwd: folder,
      });
      const ended = once(child, "close").then(([code]) =>
        expect.unreachable(`ended with exit code ${code} before it served`),
      );
      const [line] = await Promise.race([once(child.stdout, "data"), ended]);
      port = JSON.parse(String(line)).port;
      server = child;
    }

    /** Runs the parts of a pipe one after the other: the command itself in this process, others by the shell. */
    async function run(line: string): Promise<void> {
      let input: string | Buffer = "";
      for (const part of line.split(/ \| | > \S+$/).filter(Boolean)) {
        const [program, ...words] = wordsOf(part);
        if (program === "crawlbench") {
          const { code, stdout, stderr } = await whole(words, folder, input);
          expect({ code, part }, stderr).toEqual({ code: 0, part });
          input = stdout;
        } else {
          const child = spawn("sh", ["-c", part], { cwd: folder, stdio: ["pipe", "pipe", "inherit"] });
          child.stdin.on("error", () => {}); // it may read nothing, and be over first
          child.stdin.end(input);
          const [output, [status]] = await Promise.all([child.stdout.toArray(), once(child, "close")]);
          expect({ status, part }).toEqual({ status: 0, part });
          input = Buffer.concat(output);
        }
      }
      if (!/ (?:--out|--order-out) | > /.test(line)) expect(input.length, "bytes that it prints").toBeGreaterThan(0);
    }

    it.each(chosen.filter((each) => each.from === from).map(({ line }) => line))("%s", async (line) => {
      const inPlace = standingIn(line);
      await fixtures.provide(inPlace, folder);
      if (/\bcrawlbench serve /.test(inPlace)) return begin(wordsOf(inPlace).slice(1));
      if (/\bcrawlbench score /.test(inPlace)) await endServer(); // its log is whole then
      await run(inPlace.replaceAll("127.0.0.1:8080", `127.0.0.1:${server ? port : fixtures.port}`));
    });
  });
}
