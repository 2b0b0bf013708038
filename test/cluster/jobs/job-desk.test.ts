import { expect, it } from "vitest";
import { Backlog } from "../../../src/base/crew/backlog.js";
import type { CrewJob, CrewSweep } from "../../../src/base/crew/crew.js";
import { JobDesk } from "../../../src/cluster/jobs/job-desk.js";
import { HEAD_ROOM, toBytes } from "../../../src/cluster/jobs/protocol.js";
import { software } from "../../../src/cluster/jobs/software.js";

it("a job is offered only where a message has room for it and its head", () => {
  const job: CrewJob = { key: "key", label: "label", task: { all: "what it reads" } };
  const jobs = new Map([[0, job]]);
  const kindAt = (largest: number) => {
    const sweep = { name: "web", jobs, backlog: new Backlog([0]) } as unknown as CrewSweep;
    const none = () => {};
    const desk = new JobDesk(sweep, { patience: 1_000, largest, onNews: none, onFailure: none });
    return desk.take({ worker: "w", slot: 0, software: software() }, 0).kind;
  };
  const size = toBytes(job).length + HEAD_ROOM;
  expect([size, size + 1].map(kindAt)).toEqual(["wait", "job"]);
});
