const OURS = new WeakSet<object>();

/** Marks what a method of the library does: its name and options tell it in full. */
export function ours<F extends object>(made: F): F {
  OURS.add(made);
  return made;
}

/** False for the user's own, such as what a copy of a method of the library was given in its place. */
export const isOurs = (made: object): boolean => OURS.has(made);
