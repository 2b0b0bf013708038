#!/usr/bin/env node
"use strict";
// The command `crawlbench`. An old Node is told so before it meets syntax that it cannot read.
require("./node-floor.cjs");
require("./start.cjs");
