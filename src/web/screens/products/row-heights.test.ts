// @vitest-environment happy-dom
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { rowHeights } from "./found-table.tsx";

const tokens = await readFile("src/web/kit/tokens.css", "utf8");
const [comfortable, compact] = [...tokens.matchAll(/--row-fixed: (\d+)px/g)].map(([, px]) =>
  Number(px),
);

test("product rows are placed at the height that the style sheet gives them, in each density", () => {
  expect({ comfortable, compact }).toEqual({
    comfortable: rowHeights.comfortable.row,
    compact: rowHeights.compact.row,
  });
  expect(tokens.indexOf('[data-density="compact"]')).toBeLessThan(
    tokens.lastIndexOf("--row-fixed"),
  );
  expect(tokens.indexOf('[data-density="compact"]')).toBeGreaterThan(tokens.indexOf("--row-fixed"));
});
