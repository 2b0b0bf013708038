import { domain } from "./hosts.js";
import type { Plan } from "./plan.js";
import { type Section, sectionIndexOf } from "./section.js";
import { vocabulary } from "./vocabulary.js";

const common =
  `about abstract activities address advisors alumni announce answers archive awards background biography books
  brochure calendar catalogue charter committee contact copyright credits current directions events examples excerpts faculty
  faq feedback figures forms friends gallery glossary goals guide handouts help hobbies homework hours info interests intro
  issues jobs lectures letters links location map meetings members minutes mission news notes officers overview papers people
  photos plan policy positions preface press problems progress projects publications quotes readings references research
  resources results resume reviews rules schedule schools seminar services solutions sources staff statement status students
  studies summary support syllabus talks teaching team terms thesis tools tour updates vita volunteers welcome what whatsnew
  where who workshop`.split(/\s+/);

const heads =
  `Abstract Array Atomic Basic Binary Bounded Buffered Byte Cached Channel Character Class Compound Content Data
  Default Device Document Element Event Field File Filter Format Graphic Image Index Input Item Key Layout Line Linked List
  Menu Message Method Named Object Output Parse Pixel Print Query Reference Remote Sequence Service Socket Sorted Stream
  String Synchronized Table Text Thread Token Transfer Tree Vector Window`.split(/\s+/);

const tails =
  `Action Adapter Builder Comparator Context Descriptor Editor Error Exception Factory Handle Handler Iterator
  Listener Manager Map Model Node Observer Panel Parser Pool Reader Renderer Scanner Set Source Support Utility View Visitor
  Writer`.split(/\s+/);

let classes: readonly string[] | undefined;

/** Names of Java-like classes, in code-unit order. */
const classNames = () => (classes ??= heads.flatMap((head) => tails.map((tail) => head + tail)).sort());

/**
 * File name of page `index` of a section: "" for its index page; the names of the others ascend in code-unit order.
 */
function fileName({ kind, size, stride }: Section, index: number): string {
  if (index === 0) return "";
  const others = size - 1;
  const list =
    kind.files === "classes"
      ? classNames()
      : kind.files !== ""
        ? []
        : others <= common.length / 2
          ? common
          : vocabulary().names;
  if (others > list.length) return `${kind.files || "page"}${String(index).padStart(String(others).length, "0")}.html`;
  const step = Math.floor(list.length / others);
  return `${list[Math.floor(((index - 1) * list.length) / others) + (stride % step)]}.html`;
}

/** URL of a page of a campus. O(log sections). */
export function addressOf({ sections, firsts }: Plan, page: number): string {
  const section = sections[sectionIndexOf(firsts, page)];
  return `http://${section.host.label}.${domain}${section.directory}${fileName(section, page - section.first)}`;
}
