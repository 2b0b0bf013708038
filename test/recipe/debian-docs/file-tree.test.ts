import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { FileTree } from "../../../src/recipe/debian-docs/file-tree.js";
import { folderWith } from "../../crawl/pool/temporary.js";

it("lays packages over each other, the first on top, and follows links within them alone", () => {
  const [first, second] = [
    folderWith({ "usr/a": "1", "usr/doc/b": "1" }),
    folderWith({ "usr/a": "2", "usr/doc/c": "2" }),
  ];
  mkdirSync(join(second, "usr/empty"));
  for (const [name, to] of [
    ["up", "../usr//doc/./c"],
    ["whole", "/usr/doc"],
    ["away", "/etc/passwd"],
    ["circle", "circle"],
    // 40 links in a row are followed, as Linux does, and 41 are not
    ...Array.from({ length: 41 }, (_, i) => [`link${i}`, i === 0 ? "a" : `link${i - 1}`]),
  ])
    symlinkSync(to, join(second, "usr", name));
  const tree = new FileTree([first, second]);
  expect(tree.files().sort()).toEqual(["usr/a", "usr/doc/b", "usr/doc/c"]);
  const found = (path: string) => tree.find(path);
  expect(found("usr/a")).toEqual({ path: "usr/a", disk: join(first, "usr/a") });
  expect(found("/usr//doc/../doc/./c")).toEqual({ path: "usr/doc/c", disk: join(second, "usr/doc/c") });
  expect(found("usr/up")).toEqual({ path: "usr/doc/c", disk: join(second, "usr/doc/c") });
  expect(found("usr/whole/b")?.path).toBe("usr/doc/b");
  expect(found("../../usr/empty/")).toEqual({ path: "usr/empty" });
  expect(found("")).toEqual({ path: "" });
  expect(found("usr/link39")?.path).toBe("usr/a");
  for (const path of ["usr/away", "usr/circle", "usr/link40", "usr/a/b", "none"])
    expect(found(path), path).toBeUndefined();
});
