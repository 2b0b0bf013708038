// The rows of one bench of a former checkout and of this one, each run in a process of its own, in turns.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";

const TURNS = 2;
const HERE = join(import.meta.dirname, "..");
const MARK = "rows: ";
/** Has a bench of any version write its rows as JSON. */
const AS_JSON = `data:text/javascript,console.table = (rows) => console.log(${JSON.stringify(MARK)} + JSON.stringify(rows))`;

/** "36.2 ms", "0.41", "3.1 M/s", 12 */
const isNumber = (value) => /^-?\d[\d.,]*( ?[^\s\d]\S{0,5})?$/.test(String(value));
const unitOf = (value) => String(value).replace(/^[-\d.,]*/, "");
const mean = (values) =>
  values.reduce((sum, value) => sum + Number.parseFloat(String(value).replaceAll(",", "")), 0) / values.length;

/** The rows of a bench by what their words say, those that say the same numbered. */
function rowsOf(checkout, name) {
  const run = spawnSync(process.execPath, ["--import", AS_JSON, join(checkout, "bench/run.mjs"), name], {
    cwd: checkout,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  const told = run.stdout?.split("\n").find((line) => line.startsWith(MARK));
  if (told === undefined)
    throw new Error(`${checkout} prints no rows of ${name}. Is it built, and does it have that bench?`);
  const rows = new Map();
  for (const [index, row] of Object.entries(JSON.parse(told.slice(MARK.length)))) {
    const words = [index, ...Object.values(row)].filter((value) => !isNumber(value)).join(", ");
    let key = words;
    for (let same = 2; rows.has(key); same++) key = `${words} (${same})`;
    rows.set(key, row);
  }
  return rows;
}

/** "3.1 M/s / 2.9 M/s = 1.07": now, before, and their ratio; the value alone where it is the same each time. */
function cell(now, before) {
  if (now.some((value) => value === undefined)) return "-";
  if (isDeepStrictEqual(new Set(now), new Set(before)) || !now.every(isNumber)) return now[0];
  const [here, there] = [mean(now), mean(before)];
  const told = (value) => Number(value.toPrecision(4)) + unitOf(now[0]);
  return there > 0 ? `${told(here)} / ${told(there)} = ${(here / there).toFixed(2)}` : told(here);
}

/**
 * @param name of the bench
 * @param former folder of a built checkout that has it
 * @returns rows that both have: each number as the mean of now, the mean of before, and the ratio of the two
 */
export function beside(name, former) {
  const turns = Array.from({ length: TURNS }, () => ({ before: rowsOf(former, name), now: rowsOf(HERE, name) }));
  const [{ before, now }] = turns;
  const rows = {};
  for (const [key, row] of now) {
    if (!before.has(key)) continue;
    const columns = Object.keys(row).filter((column) => isNumber(row[column]));
    rows[key] = Object.fromEntries(
      columns.map((column) => [
        column,
        cell(
          turns.map((turn) => turn.now.get(key)?.[column]),
          turns.map((turn) => turn.before.get(key)?.[column]),
        ),
      ]),
    );
  }
  for (const key of now.keys()) if (!before.has(key)) console.log(`${key}: not before`);
  for (const key of before.keys()) if (!now.has(key)) console.log(`${key}: no more`);
  return rows;
}
