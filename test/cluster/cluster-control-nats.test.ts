import { afterEach, expect, it } from "vitest";
import type { Engine } from "../../src/cluster/engine.js";
import { openNats } from "../../src/cluster/nats/open-nats.js";
import { clearStop } from "../../src/cluster/orders.js";
import { systemClock } from "../../src/fetch/clock.js";
import { Crowd } from "./crowd.js";
import { describeWithNats, startNats } from "./nats-server.js";

const patience = { interval: 50 };
const engines: Engine[] = [];
const crowds: Crowd<Engine>[] = [];

afterEach(async () => {
  for (const { members } of crowds.splice(0)) for (const { leave } of members) await leave();
  for (const engine of engines.splice(0)) await engine.close();
});

describeWithNats("processes that are watched over NATS", () => {
  it("are shown as one and obey, those too that come later, though the server dies in between", async () => {
    const server = await startNats();
    const open = async () => {
      const engine = await openNats(server.address, "crawl");
      engines.push(engine);
      return engine;
    };
    const crowd = new Crowd(open, systemClock());
    crowds.push(crowd);
    for (const name of ["a", "b", "c"]) await crowd.join(name);
    const control = await crowd.watch();
    const state = () => control.status().state;
    const processes = () => control.status().processes?.map(({ name, state }) => `${name} ${state}`);
    const calls = () => crowd.members.map(({ crawl }) => crawl.calls.map(([call]) => call));
    await expect.poll(processes, patience).toEqual(["a running", "b running", "c running"]);
    expect(control.status().pages).toBe(3 * 3800);

    await control.setSpeed(90);
    await expect.poll(() => crowd.members.map(({ crawl }) => crawl.current.speed), patience).toEqual([30, 30, 30]);

    await server.kill();
    const paused = control.pause(); // waits for the server
    await server.restart();
    await paused;
    await expect.poll(state, patience).toBe("paused");
    const late = await crowd.join("late");
    expect(late.crawl.calls).toContainEqual(["pause"]);
    await expect
      .poll(() => crowd.members.map(({ crawl }) => crawl.current.speed), patience)
      .toEqual(Array(4).fill(22.5));

    await control.checkpoint();
    for (const each of calls()) expect(each.filter((call) => call === "checkpoint")).toHaveLength(1);

    await control.stop();
    await expect.poll(() => calls().every((each) => each.includes("stop")), patience).toBe(true);
    await clearStop(await open());
    const anew = await crowd.join("anew");
    expect(anew.crawl.calls.map(([call]) => call)).toEqual(["setSpeed"]);
    for (const { troubles } of crowd.members) expect(troubles).toEqual([]);
    await control.close();
  });
});
