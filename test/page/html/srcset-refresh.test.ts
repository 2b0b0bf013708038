import { describe, expect, it } from "vitest";
import { refreshUrl } from "../../../src/page/html/refresh.js";
import { srcsetUrls } from "../../../src/page/html/srcset.js";

describe("srcset", () => {
  // Cases of the Web Platform Tests,
  // html/semantics/embedded-content/the-img-element/srcset/parse-a-srcset-attribute.html.
  it.each([
    ["", []],
    [",,,", []],
    ["  data:,a  1x  ", ["data:,a"]],
    ["\f\fdata:,a\f\f1x\f\f", ["data:,a"]],
    ["\vdata:,a\v1x\v", ["\vdata:,a\v1x\v"]],
    ["data:,a,,,", ["data:,a"]],
    [" , ,,data:,a", ["data:,a"]],
    ["data:,a 1x 1x ( , data:,b 1x, ), data:,c", ["data:,a", "data:,c"]],
    ["data:,a 1x 1x ((( , data:,b 1x, ), data:,c", ["data:,a", "data:,c"]],
    ["data:,a 1x 1x [ , data:,b 1x, ], data:,c", ["data:,a", "data:,b", "]", "data:,c"]],
    ["data:,a 1x 1x (, data:,b", ["data:,a"]],
    ["data:,a 1x 1x \\,data:;\\,b, data:,c", ["data:,a", "data:;\\,b", "data:,c"]],
    ["data:,a, data:,b (", ["data:,a", "data:,b"]],
  ])("of %j holds the URLs that the standard's parser finds, senseless descriptors or not", (value, expected) => {
    expect(srcsetUrls(value)).toEqual(expected);
  });
});

describe("meta refresh", () => {
  // Cases of the Web Platform Tests,
  // html/semantics/document-metadata/the-meta-element/pragma-directives/attr-meta-http-equiv-refresh/parsing.html.
  it.each([
    ["", undefined],
    ["1 ", undefined],
    ["1;", undefined],
    ["1; url=foo", "foo"],
    ["1, url=foo", "foo"],
    ["1\furl=foo", "foo"],
    ["1url=foo", undefined],
    ["1x;url=foo", undefined],
    ["1 x;url=foo", "x;url=foo"],
    ["1;;url=foo", ";url=foo"],
    ["  1  ;  url  =  foo", "foo"],
    ["  1  ,  foo", "foo"],
    ['1; url="foo"bar', "foo"],
    ["1; url=\"foo'bar", "foo'bar"],
    ["1; urlfoo", "urlfoo"],
    ['1; "foo"bar', "foo"],
    ["; foo", undefined],
    ["+1; url=foo", undefined],
    ["-1; url=foo", undefined],
    ["1.9..5.; url=foo", "foo"],
    [".9; url=foo", "foo"],
    ["1e0; url=foo", undefined],
  ])("with content %j leads to %j", (content, expected) => {
    expect(refreshUrl(content)).toBe(expected);
  });
});
