import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { folderWith } from "../crawl/pool/temporary.js";

it("a build keeps nothing that was compiled from a file that is gone, and all else", () => {
  const folder = folderWith({
    "src/room/kept.ts": "",
    ...Object.fromEntries(
      ["kept.js", "kept.d.ts", "gone.js", "gone.d.ts", "made.json"].map((name) => [`dist/room/${name}`, ""]),
    ),
  });
  execFileSync(process.execPath, [join(import.meta.dirname, "../../src/cli/drop-removed.mjs"), folder]);
  expect(readdirSync(join(folder, "dist/room")).sort()).toEqual(["kept.d.ts", "kept.js", "made.json"]);
});
