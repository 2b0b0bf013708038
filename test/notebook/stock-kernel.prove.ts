import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { readNotebook, sourceOf } from "../../src/notebook/notebook.js";
import { projectRoot } from "../../src/notebook/project.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { atEnd } from "../endings.js";
import { KernelClient } from "./kernel-client.js";

const manifest = createRequire(import.meta.url).resolve("tslab/package.json");

describe("tslab's own kernel, as `tslab install` puts it into Jupyter", () => {
  /** Three that are quick; the house rules keep the others from what it cannot compile. */
  const quick = ["getting-started", "cho1998-graph-6", "broder2003-figures-12-14"];

  test.each(quick)("runs %s without an error, in the notebook's folder", async (name) => {
    vi.stubEnv("CRAWLBENCH_CACHE", temporaryFolder());
    const kernel = await KernelClient.start({
      args: (connection) => [join(manifest, "../bin/tslab"), "kernel", `--config-path=${connection}`],
      cwd: join(projectRoot, "notebooks"),
    });
    atEnd(() => kernel.stop());
    const { cells } = await readNotebook(join(projectRoot, "notebooks", `${name}.ipynb`));
    const code = cells.filter((cell) => cell.cell_type === "code").map(sourceOf);
    let displays = 0;
    for (const cell of code.filter((text) => text.trim() !== "")) {
      const { reply, published } = await kernel.execute(cell);
      const errors = published.flatMap(({ content }) => (content.name === "stderr" ? [content.text] : []));
      expect({ cell, errors, status: reply.content.status }).toEqual({ cell, errors: [], status: "ok" });
      displays += published.filter(({ type }) => type === "display_data").length;
    }
    expect(displays).toBeGreaterThan(0);
  });
});
