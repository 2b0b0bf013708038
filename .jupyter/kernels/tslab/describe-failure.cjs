"use strict";
// Turns what tslab prints about a failed cell into the three fields of a Jupyter error: ename, evalue, traceback.

const { inspect } = require("node:util");
const { pathToFileURL } = require("node:url");

/** How tslab prints a type error: file, line from 1, character from 1, message. */
const diagnosticFormat = "%s%d:%d - %s";

/** A type error as tslab prints it, in the words that it hands to console.error. */
const printedAs = ({ fileName, start, messageText }) => [
  diagnosticFormat,
  fileName ? `${fileName} ` : "",
  start.line + 1,
  start.character + 1,
  messageText,
];

/** What to type instead, for the outside faults that no message explains. */
function advice(thrown) {
  if (thrown?.code === "ERR_REQUIRE_ASYNC_MODULE") {
    return "A cell cannot load a package that awaits at its top level: use it through a function of the library.";
  }
}

/** The frames of the project and its packages, innermost first, up to the cell itself. */
function frames(stack, root) {
  const own = [];
  for (const line of stack.split("\n").filter((text) => /^\s+at /.test(text))) {
    if (/evalmachine|node:vm|[\\/]tslab[\\/]dist[\\/]/.test(line)) break;
    if (!line.includes("node:internal")) own.push(line);
  }
  return own.map((line) => line.replaceAll(`${pathToFileURL(root).href}/`, "").replaceAll(`${root}/`, ""));
}

/** What Jupyter's interrupt makes of a cell, in a loop that never waits and in a wait. */
const isInterrupt = (thrown) =>
  thrown?.code === "ERR_SCRIPT_EXECUTION_INTERRUPTED" || thrown?.message === "Interrupted asynchronously";

function describeThrown(thrown, root) {
  if (isInterrupt(thrown)) {
    const evalue = "the cell was stopped. Run it again: crawls that are kept go on, all else begins anew";
    return { ename: "Interrupted", evalue, traceback: [`Interrupted: ${evalue}`] };
  }
  if (!(thrown instanceof Error)) {
    const evalue = typeof thrown === "string" ? thrown : inspect(thrown);
    return { ename: "Thrown", evalue, traceback: `Thrown: ${evalue}`.split("\n") };
  }
  const ename = String(thrown.name);
  // tslab writes what an earlier cell defined as exports.name: the engine's own errors quote it
  const message = String(thrown.message);
  const evalue = /^(Type|Reference)Error$/.test(ename) ? message.replace(/\bexports\.(?=[\w$])/g, "") : message;
  // An error that the library words says all; where in the library it was thrown tells a person nothing.
  const way = ename === "CrawlbenchError" ? [] : frames(thrown.stack ?? "", root);
  const traceback = [...`${ename}: ${evalue}`.split("\n"), ...way];
  if (thrown.cause !== undefined) {
    const [head, ...more] = describeThrown(thrown.cause, root).traceback;
    traceback.push(`caused by ${head}`, ...more);
  }
  const next = advice(thrown);
  if (next) traceback.push(next);
  return { ename, evalue, traceback };
}

/** The compiler calls a namespace of the library by the file that it is made of; a person knows its name. */
const inNames = (message) =>
  message.replaceAll(/typeof import\("[^"]*\/dist\/index\/(?:families\/)?([a-z]+)"\)/g, "namespace $1");

/** What shows the names that there are, where one is missing. */
const listed = (message) => {
  const [, namespace] = /^Property '\w+' does not exist on type 'namespace ([a-z]+)'/.exec(message) ?? [];
  return namespace === undefined ? [] : [`A cell that ends in ${namespace} shows what it has.`];
};

/** Each type error: the messages that tslab prints for one place, from the general to the particular. */
function grouped(diagnostics) {
  const groups = [];
  for (const [, file, line, character, found] of diagnostics) {
    const message = inNames(found);
    const place = `${file}${line}:${character}`;
    if (groups.at(-1)?.place === place) groups.at(-1).messages.push(message);
    else groups.push({ place, messages: [message], own: file === "", line, character });
  }
  return groups;
}

function describeDiagnostics(diagnostics, code) {
  const lines = code.split("\n");
  const traceback = grouped(diagnostics).flatMap(({ place, messages, own, line, character }) => {
    // A misspelt option is what a person wants to read first.
    const first = Math.max(
      0,
      messages.findIndex((message) => message.startsWith("Object literal may only specify known")),
    );
    const [head] = messages.splice(first, 1);
    const shown = own && lines[line - 1] !== undefined ? [lines[line - 1], `${" ".repeat(character - 1)}^`] : [];
    return [`${place} - ${head}`, ...[...shown, ...messages, ...listed(head)].map((text) => `    ${text}`)];
  });
  const [evalue, ...rest] = traceback;
  return { ename: "TypeScript", evalue, traceback: [`TypeScript: ${evalue}`, ...rest] };
}

/**
 * @param {unknown[][]} printed the arguments of each console.error of tslab while the cell ran
 * @param {string} code the cell
 * @param {string} root folder that stack frames are told relative to
 * @returns {{ename: string, evalue: string, traceback: string[]}} traceback opens with the message, and ends without tslab's own frames
 */
function describeFailure(printed, code, root) {
  const diagnostics = printed.filter((words) => words[0] === diagnosticFormat && words.length === 5);
  if (diagnostics.length > 0) return describeDiagnostics(diagnostics, code);
  return describeThrown(
    printed.length > 0 ? printed[0][0] : new Error("tslab refused the cell and gave no reason"),
    root,
  );
}

module.exports = { describeFailure, describeThrown, printedAs };
