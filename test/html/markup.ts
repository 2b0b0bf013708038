import fc from "fast-check";

// biome-ignore format: a table
const pieces = [
  "<a href=x1>", "</a>", "<a href='x2' href=y>", '<a\nHREF = "x3">', "<p>", "</p>", "<!-- ", "-->", "--!>", "<!>", "<!->",
  "<![CDATA[", "]]>", "<script>", "</script>", "<script src=s.js>", "<script/>", "<style>", "</style>", "<title>", "</title>",
  "<textarea>", "</textarea>", "<svg>", "</svg>", "<svg/>", "<img src=i>", "<img src=i alt='t\">", "text", "&amp;", "&lt", "<", "/>",
  ">", '"', "'", "<iframe src=f>", "</iframe>", "<noscript>", "</noscript>", "<table>", "<td>", "</table>", "<base href=b/>", "--",
  "<link rel=canonical href=c>", "<?php ?>", '<a href="q?a=1&copy=2&amp;b">', "\0", "<xmp>", "</xmp>", "<form action=f>",
  "<area href=ar>", "=", "<a =href=x>", "<a href=>", "</script/>", "<scripts>", "<a/href=z/>", " ", "<foreignobject>", "<div data-src=d>",
  "<img srcset='a, b 2x, c (,'>", "<meta http-equiv=refresh content='0;r'>", "<meta name=robots content=none>", "<plaintext>", "\u00e9",
];

/** Markup made of pieces that mean something to a parser, in any order. */
export const markup = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => parts.join(""));
