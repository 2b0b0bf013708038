/** Elements whose content is text, whatever stands in it. */
export type RawTextElement = "script" | "style" | "xmp" | "iframe" | "noembed" | "title" | "textarea";

const ends: Readonly<Record<RawTextElement, RegExp>> = {
  script: /<\/script(?=[\s/>])/gi,
  style: /<\/style(?=[\s/>])/gi,
  xmp: /<\/xmp(?=[\s/>])/gi,
  iframe: /<\/iframe(?=[\s/>])/gi,
  noembed: /<\/noembed(?=[\s/>])/gi,
  title: /<\/title(?=[\s/>])/gi,
  textarea: /<\/textarea(?=[\s/>])/gi,
};

const scriptParts = /<!--|-->|<(\/?)script(?=[\s/>])/gi;

/**
 * Where the end tag of an element of raw text begins, for content that begins at `from`; -1 when the text ends before.
 * In a script, `<!-- <script> </script> -->` holds no end (the double escaped state of the HTML Standard, section
 * 13.2.5.27).
 */
export function rawTextEnd(element: RawTextElement, text: string, from: number): number {
  const end = ends[element];
  end.lastIndex = from;
  const found = end.exec(text);
  if (!found) return -1;
  if (element !== "script") return found.index;
  const comment = text.slice(from, found.index).indexOf("<!--");
  return comment < 0 ? found.index : escapedScriptEnd(text, from + comment);
}

function escapedScriptEnd(text: string, from: number): number {
  let escaped = false;
  let doubly = false;
  scriptParts.lastIndex = from;
  for (let part = scriptParts.exec(text); part; part = scriptParts.exec(text)) {
    if (part[0] === "-->") {
      escaped = false;
      doubly = false;
    } else if (part[0] === "<!--") {
      escaped = true;
      scriptParts.lastIndex -= 2; // "<!-->" ends at once
    } else if (part[1] === "") doubly ||= escaped;
    else if (doubly) doubly = false;
    else return part.index;
  }
  return -1;
}
