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

  /**
   * What tslab as it comes says for good once a package.json changed under it, a hard link to one being a change; the
   * project's own launcher does not. Whoever installs packages beside the tests may be the cause.
   */
  const DISTURBED = "Unexpected pending rebuildTimer";

  /** Runs cells in a kernel of their own. @returns the first that failed, if any, and how many displays there were */
  async function ran(cells: readonly string[]) {
    const kernel = await KernelClient.start({
      args: (connection) => [join(manifest, "../bin/tslab"), "kernel", `--config-path=${connection}`],
      cwd: join(projectRoot, "notebooks"),
    });
    atEnd(() => kernel.stop());
    let displays = 0;
    for (const cell of cells) {
      const { reply, published } = await kernel.execute(cell);
      const errors = published.flatMap(({ content }) => (content.name === "stderr" ? [content.text] : []));
      if (errors.length > 0 || reply.content.status !== "ok") return { failure: { cell, errors }, displays };
      displays += published.filter(({ type }) => type === "display_data").length;
    }
    return { displays };
  }

  test.each(quick)("runs %s without an error, in the notebook's folder", async (name) => {
    vi.stubEnv("CRAWLBENCH_CACHE", temporaryFolder());
    const { cells } = await readNotebook(join(projectRoot, "notebooks", `${name}.ipynb`));
    const code = cells.filter((cell) => cell.cell_type === "code").map(sourceOf);
    const written = code.filter((text) => text.trim() !== "");
    let { failure, displays } = await ran(written);
    for (let again = 0; again < 2 && failure?.errors.join().includes(DISTURBED); again++)
      ({ failure, displays } = await ran(written));
    expect(failure).toBeUndefined();
    expect(displays).toBeGreaterThan(0);
  });
});
