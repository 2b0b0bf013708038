/**
 * The shortest form of each label that still tells it from the others: its name, "backlink" of "backlink, ties fifo",
 * and those of its settings in which it differs from the others of that name: "backlink, ties lifo".
 *
 * @param labels a name and its settings, with ", " between them
 * @returns label -> short form
 */
export function shortLabels(labels: readonly string[]): Map<string, string> {
  const all = [...new Set(labels)].map((label) => ({ label, parts: label.split(", ") }));
  return new Map(
    all.map(({ label, parts: [name, ...settings] }) => {
      const others = all.filter((other) => other.parts[0] === name && other.label !== label);
      const own = settings.filter((setting) => others.some(({ parts }) => !parts.includes(setting)));
      return [label, [name, ...own].join(", ")];
    }),
  );
}
