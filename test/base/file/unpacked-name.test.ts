import { expect, it } from "vitest";
import { unpackedName } from "../../../src/base/file/unpacked-name.js";

it.each([
  ["links.txt.gz", "links.txt"],
  ["A.METIS.ZST", "A.METIS"],
  ["web.zstd", "web"],
  ["links.gz.txt", "links.gz.txt"],
  ["gz", "gz"],
])("the name of %s, unpacked, is %s", (name, unpacked) => expect(unpackedName(name)).toBe(unpacked));
