"use strict";
// Runs on any Node, however old: says in one sentence what is missing, instead of a stack trace.
var floor = [20, 19];
var found = process.versions.node.split(".").map(Number);
if (found[0] < floor[0] || (found[0] === floor[0] && found[1] < floor[1])) {
  process.stderr.write(
    "crawlbench needs Node " +
      floor.join(".") +
      " or newer, and this is Node " +
      process.versions.node +
      ": install a current Node from https://nodejs.org and run the same command again.\n",
  );
  process.exit(1);
}
