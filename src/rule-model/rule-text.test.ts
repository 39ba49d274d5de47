import fc from "fast-check";
import { expect, test } from "vitest";
import { parseWithin } from "./rule-text.ts";

const parse = (text: string, longest?: number) =>
  parseWithin(
    text,
    { levels: 32, most: 120_000, ...(longest !== undefined && { longest }) },
    { empty: "Empty.", invalid: () => "Not JSON." },
  );

test.each([
  ["nothing", " \n", "Empty."],
  ["half a text", "{ half", "Not JSON."],
  ["a comment", "{} // why", "Not JSON."],
  ["ten million characters", `"${"x".repeat(10_000_000)}"`, "characters long"],
  ["nothing but brackets", "[".repeat(4 * 1024 * 1024), "more than 32 levels"],
  ["nothing but objects", '{"a":'.repeat(500_000), "more than 32 levels"],
  ["too many values", `[${"1,".repeat(2_000_000)}1]`, "more than 120,000 values"],
])("%s is refused with one sentence", (_, text, why) => {
  expect(parse(text)).toEqual({ why: expect.stringContaining(why) });
});

test("brackets and commas inside a text don't count", () => {
  const text = `${"[{,".repeat(100_000)}\\"`;
  expect(parse(JSON.stringify([text, '"']))).toEqual({ json: [text, '"'] });
});

test("any JSON is read as it is", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 20 }), (text) => {
      expect(parse(text)).toEqual({ json: JSON.parse(text) as unknown });
    }),
  );
});
