// Drops what was compiled from files of src that are there no more: a module that was renamed could be imported by its
// former name until dist was made anew. A step of a build; takes the folder of src and dist, else its own.
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(process.argv[2] ?? join(import.meta.dirname, "../.."));
const COMPILED = /\.(?:js|d\.ts)$/;
for (const file of readdirSync(join(root, "dist"), { recursive: true, encoding: "utf8" })) {
  if (COMPILED.test(file) && !existsSync(join(root, "src", file.replace(COMPILED, ".ts"))))
    rmSync(join(root, "dist", file));
}
