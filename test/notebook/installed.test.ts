import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { DANFO_OVERRIDES } from "../../src/base/rows/frame.js";
import { copyNotebooks, installPackages, missingPackages } from "../../src/notebook/installed.js";
import { readNotebook } from "../../src/notebook/notebook.js";
import { projectRoot } from "../../src/notebook/project.js";

let project: string;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "crawlbench-project-"));
  writeFileSync(join(project, "package.json"), '{ "name": "mine" }');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(project, { recursive: true });
});

const ours = () => readdirSync(join(projectRoot, "notebooks")).filter((name) => name.endsWith(".ipynb"));

describe("notebooks of the package, in a project of the user's", () => {
  test("are copied without outputs, all of them, and told by name", async () => {
    expect(copyNotebooks(project).sort()).toEqual(ours().sort());
    const { cells } = await readNotebook(join(project, "notebooks/getting-started.ipynb"));
    const whole = await readNotebook(join(projectRoot, "notebooks/getting-started.ipynb"));
    expect(cells.map(({ source }) => source)).toEqual(whole.cells.map(({ source }) => source));
    expect(cells.flatMap(({ outputs = [] }) => outputs)).toEqual([]);
  });

  test("never replace one that is there", () => {
    mkdirSync(join(project, "notebooks"));
    const mine = join(project, "notebooks/getting-started.ipynb");
    writeFileSync(mine, "my work");
    expect(copyNotebooks(project)).not.toContain("getting-started.ipynb");
    expect(readFileSync(mine, "utf8")).toBe("my work");
    expect(copyNotebooks(project)).toEqual([]);
  });
});

describe("packages that notebooks need", () => {
  const peers = JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8")).peerDependencies;
  const tslab = `tslab@${peers.tslab}`;
  const danfo = `danfojs-node@${peers["danfojs-node"]}`;
  const install = (name: string, version: string) => {
    mkdirSync(join(project, "node_modules", name), { recursive: true });
    writeFileSync(join(project, "node_modules", name, "package.json"), JSON.stringify({ name, version }));
  };

  test("are missing until they are there in the very version", () => {
    expect(missingPackages(project)).toEqual([tslab, danfo]);
    install("danfojs-node", peers["danfojs-node"]);
    install("tslab", "1.0.0");
    expect(missingPackages(project)).toEqual([tslab]);
    install("tslab", peers.tslab);
    expect(missingPackages(project)).toEqual([]);
  });

  test("are installed by npm in the project, with the overrides that danfojs-node needs", () => {
    const npm = join(project, "npm");
    writeFileSync(npm, '#!/bin/sh\necho "$PWD" "$@" > typed\n');
    chmodSync(npm, 0o755);
    vi.stubEnv("PATH", [project, process.env.PATH].join(delimiter));
    installPackages([tslab, danfo], project);
    const typed = readFileSync(join(project, "typed"), "utf8").trim();
    expect(typed).toMatch(new RegExp(`^\\S+ install --save-dev --save-exact ${tslab} ${danfo}$`));
    const { name, overrides } = JSON.parse(readFileSync(join(project, "package.json"), "utf8"));
    expect(name).toBe("mine");
    expect(overrides).toEqual({ "danfojs-node": DANFO_OVERRIDES });
  });

  test("that npm cannot install are named", () => {
    writeFileSync(join(project, "npm"), "#!/bin/sh\nexit 1\n");
    chmodSync(join(project, "npm"), 0o755);
    vi.stubEnv("PATH", [project, process.env.PATH].join(delimiter));
    expect(() => installPackages([tslab], project)).toThrow(`npm could not install ${tslab} in ${project}`);
  });
});
