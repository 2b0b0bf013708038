import { type PageText, textOf } from "../page/html/text.js";
import { htmlOf, storedContent } from "./content.js";
import type { Exchange } from "./exchange.js";

/** Title and body of an HTML page as text, its content and character codings undone, as far as they can be. */
export const pageText = (exchange: Exchange): PageText => textOf(htmlOf(storedContent(exchange), exchange.head).text);
