import { STATUS_CODES } from "node:http";
import { charts } from "./charts.js";
import { connection } from "./connection.js";
import { controls } from "./controls.js";
import { dashboard } from "./dashboard.js";
import { formats } from "./formats.js";
import { missCurves } from "./miss-curves.js";
import { processes } from "./processes.js";
import { tables } from "./tables.js";

/**
 * The script of the page: the source texts of closed functions, and the few lines that put them together. So what the
 * browser runs is what the compiler has checked and the tests have called, without a second build.
 */
export const script = `const window = globalThis;
const { document } = window;
const formats = (${formats})();
const charts = (${charts})(document, formats);
const tables = (${tables})(formats, ${JSON.stringify(STATUS_CODES)});
const processes = (${processes})(formats);
const missCurves = (${missCurves})(document, formats);
let controls;
const dashboard = (${dashboard})(document, { formats, charts, tables, processes, missCurves }, (host) => controls.propose(host));
controls = (${controls})(window, dashboard);
(${connection})(window, { dashboard, controls }, () => Date.now());
`;
