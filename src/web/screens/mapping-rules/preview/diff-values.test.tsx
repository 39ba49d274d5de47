// @vitest-environment happy-dom
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { DiffValues, pairWords } from "./diff-values.tsx";

const felt = (wood: string, size: string) => [
  { name: "Material", value: `Felt and ${wood}` },
  { name: "Assembly", value: "Tool-free, with four screws in the same box" },
  { name: "Size", value: size },
];
const tag = (id: number) => [{ id, name: "new" }];

test.each<[string, before: unknown, after: unknown, words: readonly [string, string]]>([
  ["short texts", "Oak", "oak", ["“Oak”", "“oak”"]],
  ["an absent value", null, "oak", ["–", "“oak”"]],
  ["long lists", felt("Oak", "S"), felt("oak", "S"), ["…and Oak, Assembl…", "…and oak, Assembl…"]],
  ["lists of equal names", tag(1), tag(2), ['[{"id":1,"name":"…', '[{"id":2,"name":"…']],
])("the difference of %s is visible in a line", (_values, before, after, words) => {
  expect(pairWords(before, after, 18)).toEqual(words);
});

test("only changed words are marked, and long equal parts are cut", () => {
  const host = document.createElement("div");
  host.innerHTML = renderToStaticMarkup(
    <DiffValues before={felt("Oak", "S")} after={felt("oak", "M")} />,
  );
  const texts = (selector: string) =>
    [...host.querySelectorAll(selector)].map(({ textContent }) => textContent);
  expect(texts("del")).toEqual(["Oak", "S"]);
  expect(texts("ins")).toEqual(["oak", "M"]);
  expect(texts("bdi")).toEqual([
    "Material: Felt and Oak, Assembly: Tool-free,…in the same box, Size: S",
    "Material: Felt and oak, Assembly: Tool-free,…in the same box, Size: M",
  ]);
});
