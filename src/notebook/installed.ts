import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type CrawlbenchError, problem } from "../base/error.js";
import { writeResult } from "../base/file/write-result.js";
import { DANFO_OVERRIDES } from "../base/rows/frame.js";
import { packageRoot, projectRoot } from "./project.js";

// What notebooks need where the package is installed: the notebooks themselves, and packages that not every user wants.

const TRY_AGAIN = "Mend that, and type the same command again";

const ofPackage = fileURLToPath(new URL("../../dist/notebook/bare/", import.meta.url));

/**
 * Copies the package's notebooks into notebooks/ of a project. One that is there stays as it is.
 *
 * @returns names of those that are new
 */
export function copyNotebooks(project: string = projectRoot): string[] {
  const folder = join(project, "notebooks");
  mkdirSync(folder, { recursive: true });
  const has = new Set(readdirSync(folder));
  const missing = readdirSync(ofPackage).filter((name) => !has.has(name));
  for (const name of missing) writeResult(join(folder, name), readFileSync(join(ofPackage, name)), TRY_AGAIN);
  return missing;
}

/** What notebooks need of the kernel and of data frames, and a project lacks: "tslab@1.0.22". */
export function missingPackages(project: string = projectRoot): string[] {
  const { peerDependencies } = JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8"));
  const { resolve } = createRequire(join(project, "package.json"));
  return ["tslab", "danfojs-node"].flatMap((name) => {
    const wanted: string = peerDependencies[name];
    try {
      const { version } = JSON.parse(readFileSync(resolve(`${name}/package.json`), "utf8"));
      return version === wanted ? [] : [`${name}@${wanted}`];
    } catch {
      return [`${name}@${wanted}`];
    }
  });
}

/**
 * Installs packages for notebooks into a project, by npm; its package.json gets the overrides that danfojs-node needs,
 * unless it has some for it.
 *
 * @throws "failed" when npm does
 */
export function installPackages(packages: readonly string[], project: string = projectRoot): void {
  const file = join(project, "package.json");
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  const overrides = { "danfojs-node": DANFO_OVERRIDES, ...manifest.overrides };
  writeResult(file, `${JSON.stringify({ ...manifest, overrides }, null, 2)}\n`, TRY_AGAIN);
  const { status } = spawnSync("npm", ["install", "--save-dev", "--save-exact", ...packages], {
    cwd: project,
    stdio: ["inherit", 2, "inherit"],
    shell: process.platform === "win32",
  });
  if (status !== 0)
    throw problem.failed`npm could not install ${packages.join(" and ")} in ${project}: see what it says above`;
}

/** What to type where packages are missing, and nobody agreed to install them. */
export const notInstalled = (packages: readonly string[]): CrawlbenchError =>
  problem.unavailable`notebooks need ${packages.join(" and ")}, not installed in ${projectRoot}: type npx crawlbench notebook --yes`;
