/**
 * A path as it is typed at a command line: in quotes where it holds blanks, or what a shell takes for its own; behind ./
 * where a command would take it for an option.
 */
export function inShell(path: string): string {
  const named = /^-./.test(path) ? `./${path}` : path;
  return /^[\p{L}\p{M}\p{N}_./:@%+,=-]+$/u.test(named) ? named : `'${named.replaceAll("'", "'\\''")}'`;
}
