import { expect, test } from "vitest";
import { workTime } from "./one-by-one.tsx";

test.each([
  [1, 2, "1 request: about 1 second, because the service allows 2 per second"],
  [24, 2, "24 requests: about 12 seconds, because the service allows 2 per second"],
  [1_000, 2, "1,000 requests: about 9 minutes, because the service allows 2 per second"],
  [3, 0, "3 requests, one after another"],
  [3, undefined, "3 requests, one after another"],
])("%i requests at %s a second", (requests, rate, words) => {
  expect(workTime(requests, rate)).toBe(words);
});
