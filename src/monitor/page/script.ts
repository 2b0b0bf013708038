import { STATUS_CODES } from "node:http";
import { charts } from "./charts.js";
import { connection } from "./connection.js";
import { controls } from "./controls.js";
import { dashboard } from "./dashboard.js";
import { elements } from "./elements.js";
import { formats } from "./formats.js";
import { hosts } from "./hosts.js";
import { isOver } from "./is-over.js";
import { missCurves } from "./miss-curves.js";
import { processes } from "./processes.js";
import { tables } from "./tables.js";
import { trends } from "./trends.js";

/**
 * The script of the page: the source texts of closed functions, and the few lines that put them together. So what the
 * browser runs is what the compiler has checked and the tests have called, without a second build.
 */
export const script = `const window = globalThis;
const { document } = window;
const formats = (${formats})();
const isOver = ${isOver};
const elements = (${elements})(document, formats.count);
const charts = (${charts})(document, formats);
const trends = (${trends})({ formats, charts, elements });
const tables = (${tables})(formats, ${JSON.stringify(STATUS_CODES)});
const processes = (${processes})(formats);
const missCurves = (${missCurves})(document, formats, elements.get);
const controls = (${controls})(window, elements);
const hosts = (${hosts})(document, { formats, elements, isOver }, controls.propose);
const dashboard = (${dashboard})(document, { formats, elements, trends, hosts, tables, processes, missCurves, isOver });
(${connection})(window, { formats, elements, trends, dashboard, controls, isOver }, () => Date.now());
`;
