import { expect, it } from "vitest";
import { openTransport } from "../../../src/fetch/transport.js";

it("a host is located as it would be asked: by --resolve, its own address, or DNS; not through a proxy's eyes, nor after the end", async () => {
  const resolver = {
    queries: 0,
    resolve: (name: string) =>
      name === "slow.example"
        ? new Promise<never>(() => {})
        : Promise.resolve([{ address: "192.0.2.7", family: 4 as const }]),
    close() {},
  };
  const transport = openTransport({
    userAgent: "test",
    resolver,
    resolve: ["mapped.example=127.0.0.1:8080"],
    allowPrivate: true,
  });
  const at = (url: string) => transport.addressOf?.(url);
  expect(await at("http://mapped.example/a")).toBe("127.0.0.1");
  expect(await at("http://10.1.2.3/")).toBe("10.1.2.3");
  expect(await at("http://[::1]/")).toBe("::1");
  expect(await at("http://found.example/")).toBe("192.0.2.7");
  const pending = at("http://slow.example/");
  await transport.close();
  expect(await pending).toBeUndefined();
  const guarded = openTransport({ userAgent: "test", resolver });
  expect(await guarded.addressOf?.("http://10.1.2.3/")).toBeUndefined(); // it is not asked
  await guarded.close();
});
