/** What helps against a fault at sites of one's own: by its name, and what its message says. */
const HINTS: readonly (readonly [fault: string, about: RegExp, hint: string])[] = [
  ["forbidden-address", /./, ". For addresses of your own: --allow-private"],
  ["tls", /certificate/, ". For a host of your own: --insecure HOST"],
];

/** What to add to the message of a fault; "" where nothing helps. */
export const hintOn = (error: { readonly fault: string; readonly message: string } | undefined): string =>
  HINTS.find(([fault, about]) => fault === error?.fault && about.test(error.message))?.[2] ?? "";
