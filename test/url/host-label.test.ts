import { expect, it } from "vitest";
import { hostLabel } from "../../src/url/host-label.js";

// RFC 1035, section 2.3.1: letters, digits and hyphens, which are not at an end
it.each([
  ["NotreDame", "notredame"],
  ["--A  1998! --", "a-1998"],
  ["abcdefghij k", "abcdefghij"], // cut behind the hyphen
  ["日本", "none"],
  ["", "none"],
])("the label of a host made of %j is %j", (name, label) => expect(hostLabel(name, "none", 11)).toBe(label));
