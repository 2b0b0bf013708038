import { spawnSync } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { describe, expect, it, vi } from "vitest";
import { ProgressLine } from "../../src/base/progress-line.js";
import { COMMANDS } from "../../src/cli/main.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { exportsOf } from "../discover.js";
import { Desk, entry, root } from "./command.js";

const desk = new Desk();
const commands = [
  "reproduce",
  "compare",
  "open",
  "datasets",
  "methods",
  "replay",
  "judge",
  "urldb",
  "cache",
  "notebook",
];
const packageJson = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** Options that take a value and have no default: what is asked for by naming it. */
const withoutDefault = [
  "--by",
  "--query",
  "--order",
  "--order-out",
  "--hot",
  "--figure",
  "--save",
  "--report",
  "--gexf",
];

describe("crawlbench --help", () => {
  it("names every command, with examples first", async () => {
    const text = await desk.good(["--help"]);
    expect(text).toMatch(/^Examples:\n {2}crawlbench reproduce/);
    for (const command of commands) expect(text).toMatch(new RegExp(`^ {2}${command} `, "m"));
    expect(await desk.good(["--version"])).toBe(`${packageJson.version}\n`);
  });

  it("sets every command below a heading that says what it is for", async () => {
    const groups = (await desk.good(["--help"])).split(/^(?=[A-Z][^\n]*:\n)/m).slice(2);
    const named = groups.map((group) => [...group.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name));
    expect(named.flat()).toEqual([...Object.keys(COMMANDS), "help"]);
    expect(groups.length).toBeGreaterThan(5);
    expect(named.at(-1)).toEqual(["help"]); // all that is left below "Commands:"
  });

  it("lists each command as it would tell of itself, though none is loaded", async () => {
    const text = (await desk.good(["--help"])).replace(/\s+/g, " ");
    const help = new Command().createHelp();
    for (const load of Object.values(COMMANDS)) {
      const command = await load();
      expect(text).toContain(` ${help.subcommandTerm(command)} ${command.description()}`);
    }
  });

  it.each(["replay", "judge", "compare", "crawl", "score"])(
    "begins with examples in %s, a topic crawl among them",
    async (command) => {
      const text = await desk.good([command, "--help"]);
      expect(text.startsWith(`Examples:\n  crawlbench ${command}`)).toBe(true);
      expect(text.slice(0, text.indexOf("Usage:"))).toMatch(/ --query \S/);
    },
  );

  it.each(["compare", "crawl", "cache", "reproduce"])(
    "sets the options of %s below headings, the main ones first, at most two dozen below each",
    async (command) => {
      const [, main, ...others] = (await desk.good([command, "--help"])).split(/^(?=[A-Z][^\n]*:\n)/m).slice(1);
      expect(main.startsWith("Options:\n")).toBe(true);
      expect(others.length).toBeGreaterThan(1);
      for (const group of [main, ...others]) {
        const told = group.match(/^ {2}-/gm)?.length;
        expect(told, group).toBeGreaterThan(1);
        expect(told, group).toBeLessThanOrEqual(24);
      }
    },
  );

  it.each(commands.map((command) => (command === "urldb" ? "urldb bench" : command)))(
    "begins with examples, and tells every option of %s with its default",
    async (command) => {
      const said = await desk.good([...command.split(" "), "--help"]);
      expect(said.startsWith(`Examples:\n  crawlbench ${command}`)).toBe(true);
      const text = said.replace(/\n {20,}/g, " "); // lines that were wrapped
      const valued = [...text.matchAll(/^ {2}(--[a-z-]+) <.*$/gm)];
      for (const [line, option] of valued) {
        if (!(withoutDefault.includes(option) && !line.includes("default")))
          expect(line, option).toMatch(/\(.*default: .+\)/);
      }
      expect(valued.length).toBeGreaterThan(["datasets", "methods", "notebook"].includes(command) ? -1 : 1);
      expect(text.includes("--json")).toBe(command !== "notebook"); // it opens a page and prints nothing
    },
  );
});

describe("the examples of --help", async () => {
  const commands = (await exportsOf("cli")).filter(({ export: name }) => name.endsWith("Command"));

  /** All commands, which read what is typed and do nothing. */
  function idle(): Command {
    const still = (command: Command): Command => {
      for (const each of command.commands) still(each);
      return command
        .exitOverride()
        .configureOutput({ writeErr: () => {} })
        .action(() => {});
    };
    const program = new Command("crawlbench");
    for (const { value } of commands) program.addCommand((value as () => Command)());
    return still(program);
  }
  const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)];

  /** Words of a line as a shell reads them, up to a remark, a pipe or a file to write into. */
  const wordsOf = (line: string) => {
    const words = line.match(/'[^']*'|"[^"]*"|(?:'[^']*'|[^\s'])+/g) ?? [];
    const end = words.findIndex((word) => /^[#|>]/.test(word));
    return words.slice(0, end === -1 ? words.length : end).map((word) => word.replace(/['"]/g, ""));
  };
  const examplesIn = (help: string) =>
    help
      .slice(0, help.indexOf("Usage:"))
      .split("\n")
      .filter((line) => line.startsWith("  crawlbench "));

  it("are lines that the command line takes as they stand, remarks behind a # and all", async () => {
    expect(commands.length).toBeGreaterThanOrEqual(17);
    const helps = all(idle())
      .slice(1)
      .map((command) => {
        let text = "";
        command.configureOutput({ writeOut: (part) => (text += part) }).outputHelp();
        return text;
      });
    const examples = [await desk.good(["--help"]), ...helps].flatMap(examplesIn);
    expect(examples.length).toBeGreaterThan(40);
    const program = idle();
    for (const line of examples) {
      const [, ...words] = wordsOf(line);
      await expect(program.parseAsync(words, { from: "user" }), line).resolves.toBeDefined();
    }
    expect(examples.filter((line) => line.includes(" # ")).length).toBeGreaterThan(15);
    const unmarked = "judge my-crawl --hot 0.1 its own visits".split(" ");
    await expect(program.parseAsync(unmarked, { from: "user" })).rejects.toThrow("too many arguments");
  });
});

describe("the command", () => {
  it("is what package.json names, and needs the Node that package.json names", () => {
    expect(join(root, packageJson.bin.crawlbench)).toBe(entry);
    expect(packageJson.engines.node).toBe(">=20.19");
  });

  it.each([
    ["18.1.0", true],
    ["20.18.9", true],
    ["4.0.0", true],
    ["20.19.0", false],
    ["22.0.0", false],
    ["100.0.0", false],
  ])("on Node %s says in one sentence what is missing: %s", (version, refused) => {
    const fake = `Object.defineProperty(process.versions, "node", { value: "${version}" });`;
    const floor = join(root, "src/cli/node-floor.cjs");
    const run = spawnSync(process.execPath, ["-e", `${fake} require(${JSON.stringify(floor)}); console.log("on")`]);
    expect([run.status, run.stdout.toString()]).toEqual(refused ? [1, ""] : [0, "on\n"]);
    expect(run.stderr.toString()).toBe(
      refused
        ? `crawlbench needs Node 20.19 or newer, and this is Node ${version}: install a current Node from https://nodejs.org and run the same command again.\n`
        : "",
    );
  });

  it("says so before it meets syntax that an old Node cannot read", () => {
    for (const file of ["node-floor.cjs", "crawlbench.cjs"]) {
      const code = readFileSync(join(root, "src/cli", file), "utf8").replace(/^\/\/.*$/gm, "");
      expect(code).not.toMatch(/\b(const|let|async|class)\b|=>|`|\?\.|\?\?/);
    }
    const fake = 'Object.defineProperty(process.versions, "node", { value: "18.1.0" });';
    const run = spawnSync(process.execPath, ["-e", `${fake} require(${JSON.stringify(entry)})`]);
    expect([run.status, run.stderr.toString().trimEnd().split("\n").length]).toEqual([1, 1]);
  });

  it("says how to build when nothing is built", async () => {
    const folder = temporaryFolder();
    cpSync(join(root, "src/cli"), join(folder, "src/cli"), { recursive: true });
    expect(await desk.refusal(["datasets"], { script: join(folder, "src/cli/crawlbench.cjs") })).toBe(
      "crawlbench is not built: there is no dist/cli/main.js. Run: npm run build",
    );
  });

  it("stops in silence when its reader has seen enough", () => {
    const run = spawnSync("sh", ["-c", `"${process.execPath}" "${entry}" datasets --json | head -n 1`]);
    expect([run.stdout.toString(), run.stderr.toString()]).toEqual(["[\n", ""]);
  });

  it("shows a stack only when it is asked to", async () => {
    const { stderr } = await desk.run(["open", "none.txt"], { env: { CRAWLBENCH_DEBUG: "1" } });
    expect(stderr).toMatch(/^\s+at /m);
  });
});

describe("ProgressLine", () => {
  const told = (isTTY: boolean): string => {
    let text = "";
    const was = process.stderr.isTTY;
    process.stderr.isTTY = isTTY;
    vi.spyOn(process.stderr, "write").mockImplementation((chunk) => {
      text += chunk;
      return true;
    });
    try {
      const line = new ProgressLine();
      line.listener({ task: "backlink on campus", done: 0, total: 10 });
      line.listener({ task: "page-rank on campus", done: 10, total: 10 });
      line.end();
    } finally {
      vi.restoreAllMocks();
      process.stderr.isTTY = was;
    }
    return text;
  };

  it("is silent where stderr is no terminal", () => {
    expect(told(false)).toBe("");
  });

  it("shows the task and the share done on a terminal", () => {
    expect(told(true)).toMatch(/0 %.*left.*backlink on campus/);
  });
});
