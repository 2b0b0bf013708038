"use strict";
// Runs the cells of one notebook through this project's tslab without Jupyter, in a process of its own: src/notebook/run-notebook.ts
// forks it, sends {cells: string[]} and hears one message for each thing that happens.

const { buildHint } = require("./build-hint.cjs");
const { describeThrown } = require("./describe-failure.cjs");
const { TslabError, loadTslab, packageRoot, projectRoot, streamWriter } = require("./strict-tslab.cjs");

const send = (message) => new Promise((sent) => process.send(message, sent));
const pause = () => new Promise((resume) => setImmediate(resume));

/** What failed outside any await: a promise that nobody waited for, an error in a timer. */
const stray = [];
process.on("uncaughtException", (error) => stray.push(error));
process.on("unhandledRejection", (reason) => stray.push(reason));
process.once("disconnect", () => process.exit());

async function runCells(cells) {
  const { req, lastFailure } = loadTslab();
  const { createConverter } = req("./converter.js");
  const { createExecutor } = req("./executor.js");
  const node = createConverter({ isJS: false, isBrowser: false });
  const executor = createExecutor(process.cwd(), { node, browser: node, close: () => node.close() }, console);

  for (const name of ["stdout", "stderr"]) {
    process[name].write = streamWriter((text) => void send({ kind: "stream", name, text }));
  }
  req("./jupyter.js").lastWriteDisplayData = ({ data, metadata, transient }, update) =>
    void send({ kind: update ? "update" : "display", data, metadata: metadata ?? {}, id: transient?.display_id });

  for (const code of cells) {
    await send({ kind: "start" });
    const ok = await executor.execute(code);
    await pause();
    if (!ok) return send({ kind: "failure", ...lastFailure() });
    if (stray.length > 0) return send({ kind: "failure", ...describeThrown(stray[0], projectRoot) });
    await send({ kind: "end" });
  }
  return send({ kind: "done" });
}

process.once("message", async ({ cells }) => {
  const hint = buildHint(packageRoot);
  if (hint) await send({ kind: "hint", text: hint });
  try {
    await runCells(cells);
  } catch (error) {
    await send({
      kind: "unusable",
      message: error instanceof TslabError ? error.message : String(error?.stack ?? error),
    });
  }
  process.exit();
});
