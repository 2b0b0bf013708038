const refresh = /^[\t\n\f\r ]*[\d.]+(?:[\t\n\f\r ]*[;,]|[\t\n\f\r ])[\t\n\f\r ]*([\s\S]+)$/;
const urlWord = /^url[\t\n\f\r ]*=[\t\n\f\r ]*/i;

/**
 * Reference that the content of a meta element with http-equiv=refresh leads to, as written: "5; url='x'", "0;x", "0
 * x". The shared declarative refresh steps of the HTML Standard, section 4.2.5.3.
 *
 * @returns undefined when it has no URL (the page reloads itself) or makes no sense
 */
export function refreshUrl(content: string): string | undefined {
  const rest = refresh.exec(content)?.[1];
  if (rest === undefined) return undefined;
  const url = rest.replace(urlWord, "");
  const quote = url[0];
  if (quote !== '"' && quote !== "'") return url.trim() === "" ? undefined : url;
  const end = url.indexOf(quote, 1);
  return end < 0 ? url.slice(1) : url.slice(1, end);
}
