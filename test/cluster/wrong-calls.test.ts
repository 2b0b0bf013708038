import { describe } from "vitest";
import { openCrew } from "../../src/cluster/jobs/open-crew.js";
import { refused, untyped, type WrongCall } from "../fixture/wrong-calls.js";

const js = untyped({ openCrew });

const calls: readonly WrongCall[] = [["openCrew()", () => js.openCrew(), /^the address of a NATS server is like /]];

describe("a wrong call in plain JavaScript", () => refused(calls));
