import { expect, test } from "vitest";
import { computeTracks } from "./table-tracks.ts";

test.each([
  [
    "all columns share the extra width in proportion",
    [{ width: 100 }, { width: 300 }],
    false,
    "minmax(100px, 100fr) minmax(300px, 300fr)",
    "400px",
  ],
  [
    "a growing column takes all extra width, and shrinks first",
    [{ width: 200, grow: true }, { width: 80 }],
    true,
    "44px minmax(140px, 200fr) 80px",
    "264px",
  ],
])("%s", (_, columns, picks, tracks, least) => {
  expect(computeTracks(columns, picks)).toEqual({
    "--table-columns": tracks,
    "--table-least": least,
  });
});
