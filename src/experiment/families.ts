/** Folders of this folder that hold experiments, one per file, and whose they are. */
export const FAMILIES = {
  cho1998: "Cho, Garcia-Molina and Page 1998: Efficient crawling through URL ordering",
  broder2003: "Broder, Najork and Wiener 2003: Efficient URL caching for World Wide Web crawling",
  shkapenyuk2001: "Shkapenyuk and Suel 2001: Design and implementation of a high-performance distributed Web crawler",
  dorosz: "Dorosz: Usage of dedicated data structures for URL databases in a large-scale crawling",
  ours: "Beyond the papers",
} as const;

/** Folder of an experiment: "cho1998/graph-2" -> "cho1998". */
export const familyOf = (id: string): keyof typeof FAMILIES => id.slice(0, id.indexOf("/")) as keyof typeof FAMILIES;
