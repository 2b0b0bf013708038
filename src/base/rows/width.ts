/** Columns that results keep to: in files and notebooks, and at most in a terminal. */
export const WIDTH = 110;

/** Columns that lines are broken at: those of the terminal from 60 on, where results go to one. */
export const columnsThatFit = (): number => Math.min(WIDTH, Math.max(60, process.stdout.columns || WIDTH));

/**
 * A text in lines of at most that many columns, broken at blanks, but not between a number and its "%".
 *
 * @param first what the first line begins with
 * @param next what the others begin with
 */
export function wrapped(text: string, first: string, next = first, columns = columnsThatFit()): string[] {
  const lines: string[] = [];
  let line = first;
  let empty = true;
  for (const word of text.split(/ (?!%)/)) {
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

/** A line of text in lines that fit (`columnsThatFit`), those after the first set two blanks further in than it. */
export function hanging(line: string): string[] {
  const [indent] = /^ */.exec(line) as RegExpExecArray;
  return wrapped(line.slice(indent.length), indent, `${indent}  `);
}
