"use strict";
// Hands over to the compiled command line.
const { existsSync } = require("node:fs");
const path = require("node:path");
const { pathToFileURL } = require("node:url");

const main = path.join(__dirname, "../../dist/cli/main.js");
require("node:module").enableCompileCache?.(); // from Node 22 on
if (existsSync(main)) import(pathToFileURL(main).href).then((cli) => cli.main(process.argv));
else {
  process.stderr.write("crawlbench is not built: there is no dist/cli/main.js. Run: npm run build\n");
  process.exitCode = 1;
}
