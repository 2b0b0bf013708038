import { existsSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { diskSettled } from "../../../src/base/file/disk-settled.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";

afterEach(() => vi.unstubAllEnvs());

it("waits for what sync does", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "sync"), `#!/bin/sh\n: > ${folder}/written\n`, { mode: 0o755 });
  vi.stubEnv("PATH", [folder, process.env.PATH].join(delimiter));
  await diskSettled();
  expect(existsSync(join(folder, "written"))).toBe(true);
});

it("resolves at once where there is no sync, or where it fails", async () => {
  const folder = temporaryFolder();
  vi.stubEnv("PATH", folder);
  await expect(diskSettled()).resolves.toBeUndefined();
  writeFileSync(join(folder, "sync"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  await expect(diskSettled()).resolves.toBeUndefined();
});
