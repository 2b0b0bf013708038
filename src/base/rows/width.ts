/** Columns of a terminal that results keep to. */
export const WIDTH = 110;

/**
 * A text in lines of at most that many columns, broken at blanks.
 *
 * @param first what the first line begins with
 * @param next what the others begin with
 */
export function wrapped(text: string, first: string, next = first, columns = WIDTH): string[] {
  const lines: string[] = [];
  let line = first;
  let empty = true;
  for (const word of text.split(" ")) {
    if (!empty && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = next;
      empty = true;
    }
    line += empty ? word : ` ${word}`;
    empty = false;
  }
  return [...lines, line];
}

/** A line of text in lines of at most `WIDTH` columns, those after the first set two blanks further in than it. */
export function hanging(line: string): string[] {
  const [indent] = /^ */.exec(line) as RegExpExecArray;
  return wrapped(line.slice(indent.length), indent, `${indent}  `);
}
