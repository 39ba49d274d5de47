import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { differingPart } from "./diff-values.tsx";

const cut = (before: string, after: string) => {
  const { start, before: one, after: other, end } = differingPart(before, after);
  return [start, one, other, end];
};

describe("the difference of two texts", () => {
  test.each([
    ["Brass desk lamp", "Brass floor lamp", ["Brass ", "desk", "floor", " lamp"]],
    ["10", "13.5", ["", "10", "13.5", ""]],
    ["U2", "UPSN-02", ["", "U2", "UPSN-02", ""]],
    ["lamp  ", "lamp", ["", "lamp  ", "lamp", ""]],
    ["", "new", ["", "", "new", ""]],
    ["same", "same", ["same", "", "", ""]],
  ])("%j and %j", (before, after, expected) => {
    expect(cut(before, after)).toEqual(expected);
  });

  test("joined again, both texts are complete, whatever they contain", () => {
    const text = fc.oneof(fc.string({ unit: "grapheme" }), fc.string({ unit: "binary" }));
    fc.assert(
      fc.property(text, text, text, text, (start, one, other, end) => {
        const [before, after] = [`${start}${one}${end}`, `${start}${other}${end}`];
        const part = differingPart(before, after);
        expect(`${part.start}${part.before}${part.end}`).toBe(before);
        expect(`${part.start}${part.after}${part.end}`).toBe(after);
      }),
    );
  });
});
