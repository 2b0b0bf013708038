import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { digest, head, openSource } from "../../../src/web/dataset/source.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";
import { coded } from "../../fixture/problems.js";

const folder = temporaryFolder();
const written = (name: string, bytes: Uint8Array | string) => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
};
const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest("hex");
const text = "a line of the file\n".repeat(40_000); // 760 kB: three pieces of 256 kB
const packed = gzipSync(text);

async function contentOf(path: string): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of (await openSource(path)).bytes) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

describe("a file that is read", () => {
  it("is unpacked by its first bytes, and known by the digest of what lies on the disk", async () => {
    for (const [name, bytes] of [
      ["plain.gz", text],
      ["packed", packed],
      ["members", Buffer.concat([gzipSync(text.slice(0, 100)), gzipSync(text.slice(100))])],
    ] as const) {
      const path = written(name, bytes);
      expect((await contentOf(path)) === text).toBe(true);
      expect(await digest(path)).toBe(sha256(bytes));
      const source = await openSource(path);
      for await (const _ of source.bytes) break; // what is left unread is read for the digest
      expect([source.path, await source.sha256(), await source.sha256()]).toEqual([path, sha256(bytes), sha256(bytes)]);
    }
  });

  it("tells its beginning, all of it where it is shorter", async () => {
    const path = written("head", packed);
    expect(Buffer.from(await head(path, 6)).toString()).toBe("a line");
    expect((await head(path, 300_000)).length).toBe(300_000);
    expect((await head(path, 1e6)).length).toBe(text.length);
  });

  it("is damaged where its compressed stream is cut or no longer what it was", async () => {
    const cut = written("cut.gz", packed.subarray(0, -20));
    await expect(contentOf(cut)).rejects.toThrow(
      coded(
        "damaged",
        `${cut}: the compressed stream is damaged or cut short (unexpected end of file). Fetch it again.`,
      ),
    );
    const zstd = written("cut.zst", Buffer.from("KLUv/SAIQwAAeA==", "base64").subarray(0, 8));
    await expect(contentOf(zstd)).rejects.toThrow(
      coded("damaged", `${zstd}: the compressed stream is damaged or cut short (cut zstd frame). Fetch it again.`),
    );
  });

  it("is refused where it is not there, a folder, empty, or a pipe", async () => {
    const none = join(folder, "none");
    const file = written("file", "x");
    const empty = written("empty", "");
    await expect(openSource(none)).rejects.toThrow(coded("not-found", `no file ${none}`));
    await expect(openSource(join(file, "a"))).rejects.toThrow(coded("not-found", `no file ${join(file, "a")}`));
    await expect(openSource(folder)).rejects.toThrow(coded("folder", `${folder} is a folder: expected a file`));
    await expect(openSource(empty)).rejects.toThrow(coded("empty", `${empty} is empty: 0 bytes. Fetch it again.`));
    await expect(openSource("a\0b")).rejects.toMatchObject({ code: "failed" });
  });

  it.runIf(process.platform === "linux")("is refused where it is a pipe", async () => {
    const pipe = join(folder, "pipe");
    execFileSync("mkfifo", [pipe]);
    await expect(openSource(pipe)).rejects.toThrow(coded("option"));
    await expect(openSource(pipe)).rejects.toThrow(/is a pipe, which can be read only once\. Keep what it gives/);
  });
});
