import type { CrawlStatus } from "../../fetch/status.js";
import type { Formats } from "./formats.js";

/** The tables of Shkapenyuk and Suel 2001, section 4.1, as texts. A closed function, see `formats`. */
export function tables(formats: Formats, statusNames: Readonly<Record<string, string | undefined>>) {
  const { count, size, percent, foreign } = formats;
  const total = (counts: Readonly<Record<string, number>>) =>
    Object.values(counts).reduce((sum, each) => sum + each, 0);
  const byCount = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts)
      .filter(([, each]) => each > 0)
      .sort(([, a], [, b]) => b - a);

  /** Table 4.1; each fault by its name. The average is over all responses that are no robots.txt, as theirs is. */
  const basic = (status: CrawlStatus): readonly (readonly [label: string, value: string, isPart?: boolean])[] => {
    const responses = total(status.statuses);
    return [
      ["HTTP requests", count(status.requests)],
      ["network errors", count(total(status.faults))],
      ...byCount(status.faults).map(([fault, each]) => [foreign(fault), count(each), true] as const),
      ["robots.txt requests", count(status.robotsRequests)],
      ["successful non-robots requests", count(responses)],
      ["HTML pages parsed", count(status.pages)],
      ["average size of page", responses === 0 ? "–" : `${count(status.bytes / responses)} bytes`],
      ["total data size", size(status.bytes)],
    ];
  };

  /** Table 4.2: the most frequent statuses, the others in one row. */
  const responses = (statuses: Readonly<Record<string, number>>, most = 12) => {
    const all = total(statuses);
    const sorted = byCount(statuses);
    const row = (code: string, name: string, each: number) => ({
      code,
      name,
      count: count(each),
      percent: percent(each / all),
    });
    const named = sorted.slice(0, most).map(([code, each]) => row(foreign(code, 20), statusNames[code] ?? "", each));
    const others = sorted.slice(most).reduce((sum, [, each]) => sum + each, 0);
    return others > 0 ? [...named, row("other", "", others)] : named;
  };

  /** Near-duplicates and traps: id of the fact, text, name. The text is undefined where there is nothing to tell. */
  const near = ({
    nearDuplicates: found,
  }: CrawlStatus): readonly (readonly [id: string, text: string | undefined, name: string])[] => {
    const unfollowed = found && found.unfollowed > 0 ? `, links of ${count(found.unfollowed)} not followed` : "";
    const traps = (found?.traps ?? []).map(
      ({ prefix, url, pages }) => `${foreign(prefix, 100)}… (${count(pages)} pages nearly ${foreign(url, 100)})`,
    );
    return [
      ["near", found && `${count(found.pages)}${unfollowed}`, "Near-duplicates"],
      ["traps", traps.length > 0 ? traps.join(", ") : undefined, "Traps"],
    ];
  };

  return { total, basic, responses, near };
}

export type Tables = ReturnType<typeof tables>;
