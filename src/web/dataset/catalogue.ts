// Written by write-catalogue.mjs from the cards in datasets/: edit those.

/** Names of the catalogue. */
export type DatasetName =
  | "california"
  | "campus-1k"
  | "campus-225k"
  | "campus"
  | "cnr-2000-ascii"
  | "cnr-2000"
  | "debian-docs-small"
  | "debian-docs"
  | "eurosis"
  | "polblogs"
  | "stanford-2002"
  | "toronto-cars"
  | "toronto-cheese"
  | "uci-ics-2019-text"
  | "uci-ics-2019"
  | "wb-cs-stanford"
  | "web-NotreDame"
  | "webkb-1997"
  | "wikispeedia";

/** What each dataset carries. */
interface Carried {
  california: "links" | "urls";
  "campus-1k": "links" | "urls" | "titles" | "text" | "anchors";
  "campus-225k": "links" | "urls" | "titles" | "text" | "anchors";
  campus: "links" | "urls" | "titles" | "text" | "anchors";
  "cnr-2000-ascii": "links";
  "cnr-2000": "links";
  "debian-docs-small": "links" | "urls" | "titles" | "text" | "anchors";
  "debian-docs": "links" | "urls" | "titles" | "text" | "anchors";
  eurosis: "links" | "titles";
  polblogs: "links" | "titles";
  "stanford-2002": "links";
  "toronto-cars": "links" | "urls" | "titles";
  "toronto-cheese": "links" | "urls" | "titles";
  "uci-ics-2019-text": "links" | "urls" | "titles" | "text" | "anchors";
  "uci-ics-2019": "links" | "urls";
  "wb-cs-stanford": "links";
  "web-NotreDame": "links";
  "webkb-1997": "links" | "urls" | "titles" | "text" | "anchors";
  wikispeedia: "links" | "titles";
}

export type CapabilitiesOf<N extends DatasetName> = Carried[N];
