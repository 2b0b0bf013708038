import { createHash } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { aptPackages, type Ran } from "../../../src/recipe/debian-docs/packages.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";

const DEB = Buffer.from("what a package holds");
const digest = createHash("sha256").update(DEB).digest("hex");
const line = (file: string) => `'http://debian.example/pool/${file}' ${file} ${DEB.length} SHA256:${digest}\n`;
const ok = (stdout = ""): Ran => ({ code: 0, stdout, stderr: "" });
const bad = (stderr: string): Ran => ({ code: 100, stdout: "", stderr });

/** apt-get as it answers, in turn; a download puts files into its folder. */
function apt(answers: readonly Ran[]) {
  const asked: string[] = [];
  let at = 0;
  const source = aptPackages(async (program, args, { cwd }) => {
    asked.push([program, ...args].join(" "));
    const answer = answers[at++] ?? bad("E: not foreseen");
    if (cwd && answer.code === 0) for (const file of answer.stdout.split(" ")) writeFileSync(join(cwd, file), DEB);
    return answer;
  });
  return { asked, source };
}

describe("aptPackages", () => {
  const [one, two] = ["one-doc_1%3a2.0-1_all.deb", "two-doc_3.0+ds-1_all.deb"];

  it("fetches what is not in the folder yet, and reads versions with their epochs", async () => {
    const folder = join(temporaryFolder(), "not/yet/there");
    const { asked, source } = apt([ok(line(one) + line(two)), ok(`${one} ${two}`), ok(line(two) + line(one))]);
    expect(await source.fetch(["two-doc", "one-doc"], folder)).toEqual([
      { name: "two-doc", version: "3.0+ds-1", path: join(folder, two), bytes: DEB.length, kept: false },
      { name: "one-doc", version: "1:2.0-1", path: join(folder, one), bytes: DEB.length, kept: false },
    ]);
    const again = await source.fetch(["one-doc", "two-doc"], folder);
    expect(again.map(({ kept }) => kept)).toEqual([true, true]);
    expect(asked).toEqual([
      "apt-get download --print-uris two-doc one-doc",
      "apt-get download -q one-doc two-doc",
      "apt-get download --print-uris one-doc two-doc",
    ]);
  });

  it("fetches a package of the right size and other bytes again", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, one), Buffer.alloc(DEB.length));
    const { source } = apt([ok(line(one)), ok(one)]);
    expect((await source.fetch(["one-doc"], folder))[0].kept).toBe(false);
  });

  it("keeps one that has the digest in the list, of whichever kind, or the size where the list has none", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, one), DEB);
    const md5 = createHash("md5").update(DEB).digest("hex");
    for (const told of [`MD5Sum:${md5}`, `MD5:${md5}`, ""]) {
      const { source } = apt([ok(line(one).replace(/SHA256:.*/, told))]);
      expect((await source.fetch(["one-doc"], folder))[0].kept, told).toBe(true);
    }
    const { asked, source } = apt([]);
    expect([await source.fetch([], folder), asked]).toEqual([[], []]);
  });

  it("fetches the lists of packages where no package is known, and no other time", async () => {
    const none = bad("E: Unable to locate package one-doc\nE: Unable to locate package two-doc\n");
    const { asked, source } = apt([none, ok(), ok(line(one) + line(two)), ok(`${one} ${two}`)]);
    expect(await source.fetch(["one-doc", "two-doc"], temporaryFolder())).toHaveLength(2);
    expect(asked[1]).toBe("apt-get update -qq");
    const some = apt([bad("E: Unable to locate package two-doc\n")]);
    await expect(some.source.fetch(["one-doc", "two-doc"], temporaryFolder())).rejects.toThrow(
      "apt-get finds no package two-doc in the lists of this machine",
    );
    expect(some.asked).toHaveLength(1);
  });

  it("says what to do where something is missing or fails", async () => {
    const failure = async (answers: readonly Ran[]) =>
      apt(answers)
        .source.fetch(["one-doc"], temporaryFolder())
        .then(
          () => expect.fail("nothing was thrown"),
          ({ code, message }) => `${code}: ${message}`,
        );
    const none = bad("E: Unable to locate package one-doc\n");
    expect(await failure([{ code: -1, stdout: "", stderr: "" }])).toMatch(
      /^missing: .* this machine has no apt-get\.\n {2}Build it on a machine or in a container with Debian 12, /,
    );
    expect(await failure([none, bad("W: x\nE: Could not open lock file\n")])).toMatch(
      /^missing: .*cannot be fetched: E: Could not open lock file\n {2}As root: apt-get update/,
    );
    expect(await failure([none, ok(), none])).toMatch(/^missing: apt-get finds no package one-doc/);
    const old = bad("E: Can't select candidate version from package one-doc as it has no candidate\n");
    expect(await failure([old, ok(), old])).toMatch(/^missing: apt-get finds no package one-doc/);
    expect(await failure([bad("W: a\nb\n \n")])).toBe("missing: apt-get download failed with exit code 100: b");
    expect(await failure([bad("")])).toBe("missing: apt-get download failed with exit code 100: exit code 100");
    expect(await failure([ok(line(one)), bad("E: Failed to fetch\n")])).toMatch(
      /^missing: .*could not fetch all of 1 packages: E: Failed to fetch/,
    );
    expect(await failure([ok()])).toMatch(/^missing: apt-get fetched no package one-doc: expected a line for it/);
    const unpacking = apt([bad("dpkg-deb: error: not a Debian format archive\n")]).source;
    const file = { name: "one-doc", version: "1", path: "one.deb", bytes: 1, kept: false };
    await expect(unpacking.unpack(file, temporaryFolder())).rejects.toThrow(
      "dpkg could not unpack one.deb: dpkg-deb: error: not a Debian format archive\n  Delete it",
    );
    const tree = join(temporaryFolder(), "tree/one-doc");
    await apt([ok()]).source.unpack(file, tree);
    expect(existsSync(tree)).toBe(true); // dpkg makes the last folder alone
    const without = apt([{ code: -1, stdout: "", stderr: "" }]).source;
    await expect(without.unpack(file, temporaryFolder())).rejects.toThrow(/this machine has no dpkg\.\n/);
  });
});
