import { execFile, spawnSync } from "node:child_process";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { jupyterEnvironment } from "../../src/notebook/lab.js";
import type { Notebook } from "../../src/notebook/notebook.js";
import { projectRoot } from "../../src/notebook/project.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";

const run = promisify(execFile);
const fixture = (name: string) => join(projectRoot, "test/fixture/notebook", `${name}.ipynb`);
const folder = temporaryFolder();

describe("the kernel, started by Jupyter itself", () => {
  const env = () => jupyterEnvironment(projectRoot);
  const found = spawnSync("jupyter", ["nbconvert", "--version"], { stdio: "ignore" }).status === 0;
  const reason = "jupyter nbconvert is not on the PATH: apt-get install --no-install-recommends jupyter-nbconvert";
  if (!found) console.warn(`skipped: ${reason}`);
  if (!found && process.env.CI) {
    test("is tried in CI", () => expect.fail(reason));
    return;
  }
  const nbconvert = (name: string) =>
    run("jupyter", ["nbconvert", "--to", "notebook", "--execute", "--output-dir", folder, fixture(name)], {
      env: env(),
      cwd: folder,
    });

  test.skipIf(!found)("fills a notebook with counts, prints, bundles and the last state of a display", async () => {
    await nbconvert("rich-output");
    const { cells } = JSON.parse(await readFile(join(folder, "rich-output.ipynb"), "utf8")) as Notebook;
    const code = cells.filter(({ cell_type }) => cell_type === "code");
    expect(code.map((cell) => cell.execution_count)).toEqual([1, 2, 3, 4, 5, null, 6]); // the sixth is blank
    const data = code
      .flatMap((cell) => cell.outputs ?? [])
      .flatMap((output) => ("data" in output ? [output.data] : []));
    expect(data).toEqual([
      { "image/png": "iVBORw0KGgo=", "application/vnd.vegalite.v5+json": { mark: "line" }, "text/plain": ["a line"] },
      { "text/html": ["<p>2\n", "of 2</p>"] },
      { "text/html": ["<b>drawn</b>"] },
    ]);
  });

  test.skipIf(!found)("stops nbconvert with the error's own message", async () => {
    const failed = nbconvert("thrown-error");
    await expect(failed).rejects.toMatchObject({ code: 1 });
    await expect(failed).rejects.toHaveProperty(
      "stderr",
      expect.stringContaining("RangeError: hotAt must be at least 1, found -1"),
    );
  });

  test.skipIf(!found)("writes nothing to the home folder", async () => {
    const home = join(folder, "home");
    await mkdir(home);
    const args = ["nbconvert", "--to", "notebook", "--execute", "--output-dir", folder, fixture("library")];
    await run("jupyter", args, { env: { ...env(), HOME: home }, cwd: folder });
    expect(await readdir(home)).toEqual([]);
  });
});
