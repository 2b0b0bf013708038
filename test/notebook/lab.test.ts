import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findJupyter, jupyterEnvironment, labCommand, startLab } from "../../src/notebook/lab.js";
import { projectRoot } from "../../src/notebook/project.js";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "crawlbench-test-"));
});
afterEach(() => rm(folder, { recursive: true }));

/** A `jupyter` that has the programs named, notes how it was started, and ends with code 5. */
async function fakeJupyter(name: string, ...programs: string[]): Promise<string> {
  const bin = join(folder, name);
  await mkdir(bin);
  const has = programs.map((program) => `[ "$1" = "${program}" ] && [ "$2" = --version ] && exit 0`).join("\n");
  const script = `#!/bin/sh
${has}
[ "$2" = --version ] && exit 1
printf '%s\\n' "$*" "$JUPYTER_PATH" "$JUPYTER_RUNTIME_DIR" > "${join(folder, "started")}"
exit 5
`;
  await writeFile(join(bin, "jupyter"), script);
  await chmod(join(bin, "jupyter"), 0o755);
  return bin;
}

describe("finding Jupyter", () => {
  test("prefers JupyterLab, even when a classic Notebook stands before it on the PATH", async () => {
    const classic = await fakeJupyter("classic", "notebook");
    const lab = await fakeJupyter("lab", "lab", "notebook");
    expect(findJupyter({ PATH: [classic, lab].join(delimiter) })).toEqual({
      path: join(lab, "jupyter"),
      program: "lab",
    });
  });

  test("takes the classic Notebook where there is no lab", async () => {
    const classic = await fakeJupyter("classic", "notebook");
    expect(findJupyter({ PATH: classic })).toEqual({ path: join(classic, "jupyter"), program: "notebook" });
  });

  test("passes over a jupyter that can show nothing, a file that cannot be run, and an empty PATH", async () => {
    const nothing = await fakeJupyter("nothing");
    const broken = await fakeJupyter("broken", "lab");
    await chmod(join(broken, "jupyter"), 0o644);
    expect(findJupyter({ PATH: ["", nothing, broken, join(folder, "missing")].join(delimiter) })).toBeUndefined();
    expect(findJupyter({})).toBeUndefined();
  });
});

describe("Jupyter's environment", () => {
  test("adds the project's kernel before the user's own, and keeps every file of Jupyter in the project", () => {
    const env = jupyterEnvironment("/project", { JUPYTER_PATH: "/mine", PATH: "/bin", LANG: "C" });
    expect(env).toEqual({
      LANG: "C",
      PATH: [dirname(process.execPath), "/bin"].join(delimiter), // the kernel runs under this Node
      JUPYTER_PATH: ["/project/.jupyter", "/mine"].join(delimiter),
      JUPYTER_RUNTIME_DIR: "/project/.jupyter/runtime",
      JUPYTER_DATA_DIR: "/project/.jupyter/data",
      JUPYTER_CONFIG_DIR: "/project/.jupyter/config",
      IPYTHONDIR: "/project/.jupyter/data/ipython",
    });
  });

  test("lies in folders that git ignores", async () => {
    const ignored = (await readFile(join(projectRoot, ".gitignore"), "utf8")).split("\n");
    const env = jupyterEnvironment(projectRoot, {});
    const folders = ["JUPYTER_RUNTIME_DIR", "JUPYTER_DATA_DIR", "JUPYTER_CONFIG_DIR"].map((name) => env[name] ?? "");
    for (const path of folders) expect(ignored).toContain(`${path.slice(projectRoot.length)}/`);
  });
});

describe("opening Jupyter", () => {
  test("passes the program, the target and what the user added", () => {
    const jupyter = { path: "/bin/jupyter", program: "lab" } as const;
    const { command, args } = labCommand(jupyter, "/notebooks/a.ipynb", ["--no-browser"], {});
    expect([command, ...args]).toEqual(["/bin/jupyter", "lab", "/notebooks/a.ipynb", "--no-browser"]);
  });

  test("starts it on notebooks/ under the project's environment, and gives its exit code", async () => {
    const lines: string[] = [];
    const env = { PATH: await fakeJupyter("lab", "lab") };
    expect(await startLab({ env, args: ["--port=1"], print: (line) => lines.push(line) })).toBe(5);
    const [args, path, runtime] = (await readFile(join(folder, "started"), "utf8")).split("\n");
    expect(args).toBe(`lab ${join(projectRoot, "notebooks")} --port=1`);
    expect(path).toBe(join(projectRoot, ".jupyter"));
    expect(runtime).toBe(join(projectRoot, ".jupyter/runtime"));
    expect(lines).toEqual(["Opening JupyterLab; stop it with Ctrl-C."]);
  });

  test("says in two lines how to get Jupyter where there is none", async () => {
    const lines: string[] = [];
    expect(await startLab({ env: { PATH: folder }, print: (line) => lines.push(line) })).toBe(1);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain("pip install jupyterlab");
    expect(lines[1]).toMatch(/then type: npx crawlbench notebook$/);
  });
});
