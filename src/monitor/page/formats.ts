/**
 * How numbers, times and foreign texts are written, in the page and in the terminal.
 *
 * A closed function: it uses nothing but its arguments and the language, since its source text is what the browser is
 * sent.
 */
export function formats() {
  const count = (value: number): string => Math.round(value).toLocaleString("en");

  const urls = (value: number): string => `${count(value)} ${value === 1 ? "URL" : "URLs"}`;

  /** "5.3", "56.7", "812", "1,204": of anything per second. */
  const rate = (value: number): string => (value < 99.95 ? value.toFixed(1) : count(value));

  /** Three digits in the decimal unit that fits: "999 B", "13.4 kB", "1.85 TB". */
  const size = (bytes: number): string => {
    const units = ["B", "kB", "MB", "GB", "TB", "PB"];
    let [value, unit] = [bytes, 0];
    for (; value >= 999.5 && unit < units.length - 1; unit++) value /= 1000;
    const digits = unit === 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
    return `${value.toFixed(digits)} ${units[unit]}`;
  };

  /** Of a share in [0, 1]: "87.42 %". */
  const percent = (share: number, digits = 2): string => `${(100 * share).toFixed(digits)} %`;

  /** The two largest units: "300 ms", "45 s", "12 min 3 s", "3 h 12 min", "15 d 20 h". */
  const duration = (milliseconds: number): string => {
    if (milliseconds >= 1 && milliseconds < 999.5) return `${Math.round(milliseconds)} ms`;
    const seconds = Math.max(0, Math.round(milliseconds / 1000));
    const units: readonly (readonly [string, number])[] = [
      ["d", 86_400],
      ["h", 3600],
      ["min", 60],
      ["s", 1],
    ];
    const first = Math.max(
      0,
      units.findIndex(([, length]) => seconds >= length),
    );
    const [name, length] = seconds === 0 ? units[3] : units[first];
    const next = seconds === 0 ? undefined : units[first + 1];
    const rest = next && Math.floor((seconds % length) / next[1]);
    return `${count(Math.floor(seconds / length))} ${name}${next && rest ? ` ${rest} ${next[0]}` : ""}`;
  };

  /** Time of day, local: "12:03:04". */
  const clock = (time: number): string => new Date(time).toLocaleTimeString("en-GB");

  /** "12:03:04", or "12:03" when it need not be exact, on the day of `now`; else "21 Nov, 12:03". */
  const moment = (time: number, now: number, isRough = false): string =>
    new Date(time).toDateString() === new Date(now).toDateString()
      ? clock(time).slice(0, isRough ? 5 : 8)
      : new Date(time).toLocaleString("en-GB", { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

  /**
   * A text from the web as it may be shown: characters that cannot be seen or that turn the direction of their
   * neighbours are written as escapes, and no more than `most` characters are shown.
   */
  const foreign = (text: string, most = 300): string => {
    const shown = text.length > most ? `${text.slice(0, most)}…` : text;
    return shown.replace(
      /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu,
      (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
    );
  };

  return { count, urls, rate, size, percent, duration, clock, moment, foreign };
}

export type Formats = ReturnType<typeof formats>;
