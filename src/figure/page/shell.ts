import { escapeXml } from "../../base/escape-xml.js";

export interface Shell {
  readonly title: string;
  /** Security policy of a page that is a file of its own: what it may load and run. */
  readonly policy?: string;
  /** Further lines of the head, HTML. */
  readonly head: string;
  /** HTML. */
  readonly body: string;
}

/** A page of HTML around what is its own. */
export const shell = ({ title, policy, head, body }: Shell): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${policy === undefined ? "" : `<meta http-equiv="Content-Security-Policy" content="${policy}">\n`}<title>${escapeXml(title)}</title>
${head}
</head>
<body>
${body}
</body>
</html>
`;
