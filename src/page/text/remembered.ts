/** UTF-16 units of the longest text whose value is kept, and how many are. */
const [LONGEST, MOST] = [32, 1 << 16];

/** A function of texts that keeps what it said of short ones: of 65,536 at the most, then it begins anew. */
export function remembered<Value>(make: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    if (text.length > LONGEST) return make(text);
    let value = known.get(text);
    if (value === undefined) {
      if (known.size === MOST) known.clear();
      value = make(text);
      known.set(copyOf(text), value);
    }
    return value;
  };
}

/** A string of its own: a part of a text would keep the whole text in memory. */
export function copyOf(text: string): string {
  return Buffer.from(text, "utf16le").toString("utf16le");
}
