import { describe } from "vitest";
import { openSnapshot } from "../../src/archive/open-snapshot.js";
import * as archives from "../../src/index/archives.js";
import { refused, untyped, type WrongCall } from "../fixture/wrong-calls.js";

const js = untyped({ archives, openSnapshot });

const calls: readonly WrongCall[] = [
  ["openSnapshot()", () => js.openSnapshot(), /^openSnapshot takes the folder of a crawl; found undefined$/],
  ["openShards([])", () => js.archives.openShards([]), /^openShards takes a folder of shards; found an object/],
  [
    "openShards, no such folder",
    () => js.archives.openShards("no"),
    /^no is no folder of shards: none of its subfolders /,
  ],
  ["mergeSnapshots, a path", () => js.archives.mergeSnapshots("a", "b"), /^mergeSnapshots takes a list of folders; /],
  ["mergeSnapshots, no folder", () => js.archives.mergeSnapshots(["a"]), /^mergeSnapshots takes folders, .*undefined$/],
];

describe("a wrong call in plain JavaScript", () => refused(calls));
