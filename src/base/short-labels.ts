/**
 * The shortest form of each label that still tells it from the others: its name, "backlink" of "backlink, ties fifo",
 * and its settings in which labels of one name differ, be it this name or another: "backlink, ties lifo".
 *
 * @param labels a name and its settings, with ", " between them
 * @returns label -> short form
 */
export function shortLabels(labels: readonly string[]): Map<string, string> {
  const all = [...new Set(labels)].map((label) => ({ label, parts: label.split(", ") }));
  const telling = new Set(
    all.flatMap(({ parts: [name, ...settings] }) => {
      const others = all.filter((other) => other.parts[0] === name);
      return settings.filter((setting) => others.some(({ parts }) => !parts.includes(setting)));
    }),
  );
  return new Map(
    all.map(({ label, parts: [name, ...settings] }) => [
      label,
      [name, ...settings.filter((setting) => telling.has(setting))].join(", "),
    ]),
  );
}

/**
 * The settings that short labels leave out, for small print: those of several labels once, "ties fifo", those of one by
 * its name, "page-rank: accuracy 0.01". Between them " · ".
 *
 * @param short label -> short form
 */
export function leftOut(short: ReadonlyMap<string, string>): string {
  const cut = [...short].map(([label, name]) => ({
    name,
    settings: label.split(", ").filter((part) => !name.split(", ").includes(part)),
  }));
  const all = cut.flatMap(({ settings }) => settings);
  const isShared = (setting: string) => all.filter((each) => each === setting).length > 1;
  const own = cut.map(({ name, settings }) => ({ name, settings: settings.filter((each) => !isShared(each)) }));
  return [
    ...new Set(all.filter(isShared)),
    ...own.filter(({ settings }) => settings.length > 0).map(({ name, settings }) => `${name}: ${settings.join(", ")}`),
  ].join(" · ");
}

/** "page-rank, Figure 5" -> "page-rank", "Figure 5". */
export function nameAndSettings(label: string): readonly [name: string, settings?: string] {
  const at = label.indexOf(", ");
  return at < 0 ? [label] : [label.slice(0, at), label.slice(at + 2)];
}

/** "page-rank, Figure 5" -> "page-rank (Figure 5)": in a sentence a comma would part it. */
export function asOne(label: string): string {
  const [name, settings] = nameAndSettings(label);
  return settings === undefined ? name : `${name} (${settings})`;
}
