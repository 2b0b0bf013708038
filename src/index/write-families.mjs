// Writes families/: for each family of methods the names that its namespace has, taken from its folder, so that a new
// method needs no line anywhere; part of every build.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";

/** Folders of each family. Where other files stand in one, `mark` is found in those of methods. */
const families = {
  orderings: { folders: ["ordering"] },
  importances: { folders: ["crawl/importance"] },
  models: { folders: ["crawl/model"] },
  caches: { folders: ["cache/policy"] },
  engines: { folders: ["urldb/engine", "experiment/dorosz/peer"] },
  eliminators: { folders: ["urldb/eliminator"] },
  refreshers: { folders: ["freshness/policy"] },
  changes: { folders: ["freshness/change"] },
  webs: { folders: ["web/model"], mark: /= \{\},\s*digest\?: Digest/ },
  figures: { folders: ["figure"], mark: /from "\.\/figure\.js"/ },
};

const source = new URL("../", import.meta.url);
const camelCase = (file) => file.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());

/**
 * A method's file exports the method by the file's own name, breadth-first.ts breadthFirst; and maybe ways to make it,
 * whose names begin so, postgres.ts postgresBy.
 */
function namesIn(folder, file, mark) {
  const text = readFileSync(new URL(`${folder}/${file}.ts`, source), "utf8");
  const values = [...text.matchAll(/^export (?:const|(?:async )?function) (\w+)/gm)].map(([, name]) => name);
  const own = camelCase(file);
  if (!values.includes(own) || mark?.test(text) === false) return [];
  return values.filter((name) => name === own || new RegExp(`^${own}[A-Z]`).test(name)).sort();
}

const target = new URL("families/", import.meta.url);
mkdirSync(target, { recursive: true });
for (const [family, { folders, mark }] of Object.entries(families)) {
  const files = [...folders].sort().flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, source))
      .filter((name) => /^[a-z0-9-]+\.ts$/.test(name))
      .sort()
      .map((name) => ({ folder, file: name.slice(0, -3) })),
  );
  const lines = [
    `// Written by write-families.mjs from ${folders.map((folder) => `src/${folder}`).join(" and ")}.`,
    "",
    ...files.flatMap(({ folder, file }) => {
      const names = namesIn(folder, file, mark).join(", ");
      const from = `from "../../${folder}/${file}.js";`;
      return names ? [`export type * ${from}`, `export { ${names} } ${from}`] : [];
    }),
    "",
  ];
  const path = new URL(`${family}.ts`, target);
  let before = "";
  try {
    before = readFileSync(path, "utf8");
  } catch {}
  if (lines.join("\n") !== before) writeFileSync(path, lines.join("\n"));
}
for (const name of readdirSync(target)) if (!(name.replace(".ts", "") in families)) rmSync(new URL(name, target));
