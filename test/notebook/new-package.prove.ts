import { cp, mkdir, readdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { kernelFolder, projectRoot } from "../../src/notebook/project.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { KernelClient } from "./kernel-client.js";

// A project of its own, whose packages are those of this one: what is installed in it goes with it.
const project = temporaryFolder();
const packages = join(project, "node_modules");
let kernel: KernelClient;

beforeAll(async () => {
  const launcher = join(project, ".jupyter/kernels/tslab");
  await cp(kernelFolder, launcher, { recursive: true });
  await writeFile(join(project, "package.json"), "{}");
  await mkdir(join(packages, "@scope"), { recursive: true });
  for (const name of await readdir(join(projectRoot, "node_modules")))
    if (name !== "crawlbench") await symlink(join(projectRoot, "node_modules", name), join(packages, name));
  kernel = await KernelClient.start({ args: (connection) => [join(launcher, "start.cjs"), connection] });
});
afterAll(() => kernel?.stop());

describe("a package that is installed while the kernel runs", () => {
  const run = async (cell: string) => {
    const { status } = (await kernel.execute(cell)).reply.content;
    if (status !== "ok") await kernel.recovered();
    return status;
  };

  test.each(["late", "@scope/late", "@other/late"])("is found when the same cell is run again: %s", async (name) => {
    const cell = `import { x } from "${name}";\nx + 1`;
    expect(await run(cell)).toBe("error");
    // in the order of npm, which writes its list of packages last
    const folder = join(packages, name);
    await mkdir(dirname(folder), { recursive: true });
    await mkdir(folder);
    await new Promise((later) => setTimeout(later, 300));
    await writeFile(join(folder, "package.json"), JSON.stringify({ name, main: "index.js", types: "index.d.ts" }));
    await writeFile(join(folder, "index.js"), "exports.x = 41;");
    await writeFile(join(folder, "index.d.ts"), "export declare const x: number;");
    await writeFile(join(packages, `.list-with-${name.replace("/", "-")}.json`), "{}");
    await expect.poll(() => run(cell), { interval: 500 }).toBe("ok");
  });
});
