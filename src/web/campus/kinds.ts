/**
 * How the author of a section links its pages. Pages hang in a tree below the index page of the section; everything
 * else is added to that.
 */
export interface Style {
  /** How often authors write so, relative to the other styles of the kind. */
  readonly weight: number;
  /** Pages that one page lists below it; 0: the index page lists all. */
  readonly branching: number;
  /** Pages of the section that stand in the navigation bar of each page: at least, at most. */
  readonly bar: readonly [number, number];
  /** Each page links to the next and the previous one. */
  readonly sequence?: boolean;
  /** Mean number of links to further pages of the section. */
  readonly related: number;
  /** Those stay within so many pages, as replies in a mailing list do; absent: anywhere. */
  readonly window?: number;
}

/** A kind of section: one directory of one host, written by one author in one style. */
export interface Kind {
  /** Where such sections stand on a host: "/courses/", or "/" when they stand at its root. */
  readonly folder: string;
  /** Sections are at least `least` pages; their sizes have a tail P(size > x) ~ x^log2(decay), up to `most`. */
  readonly least: number;
  readonly decay: number;
  readonly most: number;
  /** Names of files: words, or this prefix and a number. */
  readonly files: string;
  /** Kinds of the sections below one of this kind, for large ones. */
  readonly nested?: readonly KindName[];
  /** Share of sections that no reachable page links to. */
  readonly forgotten: number;
  /** Share of pages of a linked section that no page links to. */
  readonly strays: number;
  /** Share of pages that link to nothing. */
  readonly plain: number;
  /** Mean number of links per page to other sections, and to pages outside the campus. */
  readonly cross: number;
  readonly outside: number;
  readonly styles: readonly Style[];
}

export type KindName =
  | "home"
  | "folder"
  | "office"
  | "person"
  | "course"
  | "project"
  | "list"
  | "manual"
  | "classes"
  | "reports"
  | "slides";

const star = { branching: 0, bar: [0, 0], related: 0.3 } as const;
const barred = { branching: 0, related: 0.4 } as const;

export const kinds: Readonly<Record<KindName, Kind>> = {
  home: {
    folder: "/",
    least: 4,
    decay: 0.3,
    most: 40,
    files: "",
    forgotten: 0,
    strays: 0.05,
    plain: 0,
    cross: 1.5,
    outside: 2,
    styles: [{ weight: 1, branching: 0, bar: [2, 4], related: 0.4 }],
  },
  folder: {
    folder: "/",
    least: 1,
    decay: 0.3,
    most: 8,
    files: "",
    forgotten: 0,
    strays: 0,
    plain: 0,
    cross: 0.3,
    outside: 0.2,
    styles: [{ weight: 1, branching: 0, bar: [0, 3], related: 0 }],
  },
  office: {
    folder: "/",
    least: 4,
    decay: 0.42,
    most: 200,
    files: "",
    nested: ["reports", "manual"],
    forgotten: 0.08,
    strays: 0.08,
    plain: 0.03,
    cross: 1.4,
    outside: 1,
    styles: [
      { weight: 3, ...barred, bar: [3, 7] },
      { weight: 2, ...star },
      { weight: 1, branching: 5, bar: [1, 3], related: 0.8 },
    ],
  },
  person: {
    folder: "/",
    least: 2,
    decay: 0.45,
    most: 400,
    files: "",
    nested: ["slides", "manual", "reports", "project"],
    forgotten: 0.22,
    strays: 0.08,
    plain: 0.1,
    cross: 1.6,
    outside: 3,
    styles: [
      { weight: 5, ...star },
      { weight: 3, ...barred, bar: [3, 6] },
      { weight: 1.5, branching: 4, bar: [0, 1], related: 0.6 },
      { weight: 0.5, ...barred, bar: [8, 14] },
    ],
  },
  course: {
    folder: "/courses/",
    least: 5,
    decay: 0.45,
    most: 120,
    files: "",
    nested: ["slides", "reports"],
    forgotten: 0.14,
    strays: 0.08,
    plain: 0.08,
    cross: 1,
    outside: 0.8,
    styles: [
      { weight: 4, ...barred, bar: [4, 7] },
      { weight: 3, ...star },
    ],
  },
  project: {
    folder: "/projects/",
    least: 4,
    decay: 0.45,
    most: 300,
    files: "",
    nested: ["reports", "manual", "slides"],
    forgotten: 0.17,
    strays: 0.08,
    plain: 0.06,
    cross: 1.5,
    outside: 2,
    styles: [
      { weight: 3, ...barred, bar: [3, 6] },
      { weight: 3, ...star },
      { weight: 1, branching: 5, bar: [0, 2], related: 1 },
      { weight: 0.4, ...barred, bar: [8, 20] },
    ],
  },
  list: {
    folder: "/lists/",
    least: 25,
    decay: 0.47,
    most: 4000,
    files: "msg",
    forgotten: 0.12,
    strays: 0,
    plain: 0.02,
    cross: 0.3,
    outside: 0.8,
    styles: [
      { weight: 3, branching: 20, bar: [1, 3], sequence: true, related: 0.8, window: 12 },
      { weight: 2, branching: 8, bar: [0, 1], related: 0.6, window: 12 },
    ],
  },
  manual: {
    folder: "/docs/",
    least: 15,
    decay: 0.47,
    most: 2500,
    files: "node",
    forgotten: 0.14,
    strays: 0,
    plain: 0,
    cross: 0.3,
    outside: 0.3,
    styles: [
      { weight: 3, branching: 4, bar: [1, 2], sequence: true, related: 0.3 },
      { weight: 2, branching: 6, bar: [0, 1], related: 0.8 },
    ],
  },
  classes: {
    folder: "/docs/",
    least: 110,
    decay: 0.45,
    most: 1500,
    files: "classes",
    forgotten: 0,
    strays: 0,
    plain: 0,
    cross: 0,
    outside: 0.5,
    styles: [{ weight: 1, branching: 0, bar: [40, 100], related: 3 }],
  },
  reports: {
    folder: "/pub/",
    least: 6,
    decay: 0.46,
    most: 1500,
    files: "tr",
    forgotten: 0.19,
    strays: 0.1,
    plain: 0.3,
    cross: 0.4,
    outside: 0.5,
    styles: [
      { weight: 3, ...star },
      { weight: 1, ...barred, bar: [1, 3] },
    ],
  },
  slides: {
    folder: "/talks/",
    least: 6,
    decay: 0.42,
    most: 80,
    files: "slide",
    forgotten: 0.15,
    strays: 0,
    plain: 0.03,
    cross: 0.02,
    outside: 0.2,
    styles: [
      { weight: 2, branching: 0, bar: [0, 0], sequence: true, related: 0 },
      { weight: 1, branching: 1, bar: [0, 0], sequence: true, related: 0 },
    ],
  },
};

/** What a host is for: the share of its pages in sections of each kind. */
export type Purpose =
  | "university"
  | "department"
  | "group"
  | "people"
  | "library"
  | "lists"
  | "documents"
  | "laboratory";

export const purposes: Readonly<Record<Purpose, Partial<Record<KindName, number>>>> = {
  university: { office: 0.7, course: 0.15, reports: 0.15 },
  department: {
    person: 0.34,
    course: 0.17,
    project: 0.12,
    list: 0.08,
    manual: 0.1,
    reports: 0.1,
    slides: 0.05,
    office: 0.04,
  },
  group: { person: 0.28, project: 0.27, reports: 0.15, list: 0.1, manual: 0.1, slides: 0.06, course: 0.04 },
  people: { person: 1 },
  library: { office: 0.2, reports: 0.6, manual: 0.2 },
  lists: { list: 1 },
  documents: { manual: 1 },
  laboratory: { project: 0.2, list: 0.2, manual: 0.25, reports: 0.3, slides: 0.05 },
};
