import { expect, test } from "vitest";
import { exclusionInWords } from "./exclusion.ts";

test.each([
  [{}, "Translates values"],
  [{ exclusionListForSourceId: null, exclusionType: null }, "Translates values"],
  [{ exclusionListForSourceId: 4, exclusionType: "sku" }, "Excludes SKUs of Source 4"],
  [{ exclusionListForSourceId: 4, exclusionType: "category" }, "Excludes categories of Source 4"],
  [{ exclusionListForSourceId: 4, exclusionType: "colour" }, "Excludes colour of Source 4"],
  [{ exclusionListForSourceId: 4 }, "Excludes values of Source 4"],
])("%j reads %j", (set, words) => {
  expect(exclusionInWords(set, (id) => `Source ${id}`)).toBe(words);
});
