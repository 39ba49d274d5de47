import { expect, test } from "vitest";
import { withoutRepeats } from "./without-repeats.ts";

test("a row that is there twice keeps its first place, with its last value", () => {
  const rows = [{ id: 3 }, { id: 2, name: "old" }, { id: 1 }, { id: 2, name: "new" }];
  expect(withoutRepeats(rows)).toEqual([{ id: 3 }, { id: 2, name: "new" }, { id: 1 }]);
});
