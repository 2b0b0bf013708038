import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { AskedProcess, AskedThread } from "../../src/base/asked.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { atEnd } from "../endings.js";

const built = pathToFileURL(resolve("dist/base/asked.js")).href;
const errors = pathToFileURL(resolve("dist/base/error.js")).href;

/** A file that answers by this code. */
function answering(code: string): URL {
  const path = join(temporaryFolder(), "answers.mjs");
  const header = `import { answerEach, answerInProcess } from ${JSON.stringify(built)};\n`;
  writeFileSync(path, `${header}import { problem } from ${JSON.stringify(errors)};\n${code}`);
  return pathToFileURL(path);
}

const died = (how: string) => new Error(`ended by ${how}`);

const kinds = {
  thread: (code: string) => new AskedThread<string, unknown>(answering(`answerEach(${code});`), undefined),
  process: (code: string) => new AskedProcess<string, unknown>(answering(`answerInProcess(${code});`), died),
};

function processFor(code: string): AskedProcess<string, unknown> {
  const asked = kinds.process(code);
  atEnd(() => asked.end());
  return asked;
}

describe.each(Object.entries(kinds))("a %s that is asked", (_, make) => {
  it("answers each question, and says what was thrown as the error that it was", async () => {
    const asked = make(
      "async (question) => { if (question === 'bad') throw problem.lacks`no $" +
        "{question}`; return [question, new Float64Array([0.5])]; }",
    );
    expect(await asked.ask("one")).toEqual(["one", new Float64Array([0.5])]);
    await expect(asked.ask("bad")).rejects.toMatchObject({ code: "lacks", message: "no bad" });
    expect(await asked.ask("two")).toEqual(["two", new Float64Array([0.5])]);
    await asked.end();
  });
});

describe("a process that is asked", () => {
  it("names its signal or exit code when it dies, whatever is asked then or later", async () => {
    const killed = processFor("async () => process.kill(process.pid, 'SIGKILL')");
    await expect(killed.ask("now")).rejects.toThrow("ended by SIGKILL");
    await expect(killed.ask("later")).rejects.toThrow("by SIGKILL");
    await expect(processFor("async () => process.exit(7)").ask("now")).rejects.toThrow("by exit code 7");
  });

  it("is told by its signal to break off, and goes on answering", async () => {
    const asked = processFor(`async (question, signal) => {
      while (question === "wait" && !signal.aborted) await new Promise((resolve) => setTimeout(resolve, 5));
      return signal.aborted;
    }`);
    expect(await asked.ask("one")).toBe(false);
    const waiting = asked.ask("wait");
    asked.stop();
    expect(await waiting).toBe(true);
    expect(await asked.ask("two")).toBe(true);
  });

  it("ends with the process that asks", async () => {
    const child = answering("answerInProcess(async () => process.pid);");
    const parent = answering(`
      import { AskedProcess } from ${JSON.stringify(built)};
      const asked = new AskedProcess(new URL(${JSON.stringify(child.href)}), Error);
      answerInProcess(async () => asked.ask("who"));`);
    const asked = new AskedProcess<string, number>(parent, died);
    const pid = await asked.ask("who");
    process.kill(pid, 0); // it is there
    await asked.end();
    await expect.poll(() => isThere(pid)).toBe(false);
  });
});

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
