import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";
import { root } from "./cli/command.js";

// A test among the others, so that it takes its turn beside them.

it("`npm run check` finds no fault of types or of style in sources, tests and benches", async () => {
  const child = spawn("npm", ["run", "--silent", "check"], { cwd: root });
  const said = Promise.all([child.stdout.toArray(), child.stderr.toArray()]);
  const [status] = await once(child, "close");
  expect(status, Buffer.concat((await said).flat()).toString()).toBe(0);
});
