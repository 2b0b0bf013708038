"use strict";
// Notebooks import the built library: says so when the build is older than the sources.

const { createHash } = require("node:crypto");
const { readdirSync, readFileSync, statSync } = require("node:fs");
const path = require("node:path");

const next = "run: npm run build, then restart the kernel";

const changedAt = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs;

/**
 * The source texts that the last build read, as TypeScript notes them: absolute path -> SHA-256. A build that finds no change
 * writes nothing, so a source may be newer than the build and still be built; only its text can tell.
 */
function builtTexts(folder) {
  try {
    const { fileNames, fileInfos } = JSON.parse(readFileSync(path.join(folder, ".tsbuildinfo"), "utf8"));
    return new Map(fileNames.map((name, i) => [path.resolve(folder, name), fileInfos[i].version ?? fileInfos[i]]));
  } catch {
    return new Map();
  }
}

/**
 * @param {string} root the project
 * @returns {string | undefined} one line for a person, when dist/ is missing or does not hold what src/ says
 */
function buildHint(root) {
  const dist = path.join(root, "dist");
  const source = path.join(root, "src");
  const index = changedAt(path.join(dist, "index.js"));
  if (index === undefined) return `the library is not built yet (no dist/index.js); ${next}`;
  if (changedAt(source) === undefined) return;
  const built = Math.max(index, changedAt(path.join(dist, ".tsbuildinfo")) ?? 0);
  const newer = readdirSync(source, { recursive: true })
    .map((name) => path.join(source, name))
    .filter((file) => file.endsWith(".ts") && changedAt(file) > built);
  if (newer.length === 0) return;
  const texts = builtTexts(dist);
  const changed = newer.find(
    (file) => texts.get(file) !== createHash("sha256").update(readFileSync(file)).digest("hex"),
  );
  if (changed) return `dist/ is older than ${path.relative(root, changed)}; ${next}`;
}

module.exports = { buildHint };
