// Writes dist/notebook/bare/: the notebooks without their outputs, as the package holds them; part of every build.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";

const source = new URL("../../notebooks/", import.meta.url);
const target = new URL("../../dist/notebook/bare/", import.meta.url);
rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
for (const name of readdirSync(source).filter((file) => file.endsWith(".ipynb"))) {
  const notebook = JSON.parse(readFileSync(new URL(name, source), "utf8"));
  const cells = notebook.cells.map((cell) =>
    cell.cell_type === "code" ? { ...cell, execution_count: null, outputs: [] } : cell,
  );
  writeFileSync(new URL(name, target), `${JSON.stringify({ ...notebook, cells }, null, 1)}\n`);
}
