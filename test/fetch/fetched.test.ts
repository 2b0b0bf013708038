import { expect, it } from "vitest";
import { type Answer, byEnding } from "../../src/fetch/fetched.js";

const response = {
  url: "http://a.example/",
  status: 200,
  header: () => undefined,
  headers: () => [],
  request: "",
  head: "",
  body: new Uint8Array(),
  milliseconds: 1,
  lenient: false,
};

it("decides by how an answer ended, and does not compile where a case is forgotten", () => {
  const answers: readonly Answer[] = [
    { ...response, ending: "whole" },
    { ...response, ending: "cut", by: "time" },
    { ending: "failed", url: response.url, fault: "dns", message: "no such host" },
  ];
  const said = answers.map((answer) =>
    byEnding(answer, { whole: () => "whole", cut: ({ by }) => by, failed: ({ fault }) => fault }),
  );
  expect(said).toEqual(["whole", "time", "dns"]);
  // @ts-expect-error: what becomes of a cut answer is not said
  expect(() => answers.map((answer) => byEnding(answer, { whole: () => 1, failed: () => 2 }))).toThrow(TypeError);
});
