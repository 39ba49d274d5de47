import type { Socket } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchReply } from "./session.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** What arrives, by the milliseconds since the statement was sent, and after how many seconds it is given up. */
test.each([
  ["nothing", 8_000, [], 9.5],
  ["nothing, and the server's limit is longer", 120_000, [], 121.5],
  ["nothing, and the server has no limit", 0, [], undefined],
  ["a part, and then nothing", 8_000, [100], 19],
  ["a part again and again", 8_000, [9_000, 18_000, 27_000], 38],
  ["a part at the end of a suspension of this process", 8_000, [9_500], 19],
])("%s arrives: given up in time", (_, limitMs, arrivals, expected) => {
  const socket = { bytesRead: 7 };
  const begun = Date.now();
  let seconds: number | undefined;
  const end = watchReply(socket as Socket, limitMs, () => {
    // Each immediate takes a millisecond of the clock.
    seconds = Math.round((Date.now() - begun) / 100) / 10;
  });
  for (const at of arrivals) setTimeout(() => (socket.bytesRead += 1), at);
  vi.advanceTimersByTime(300_000);
  end();
  expect(seconds).toBe(expected);
});

test("a reply ends the watch", () => {
  const act = vi.fn<() => void>();
  const end = watchReply({ bytesRead: 0 } as Socket, 8_000, act);
  vi.advanceTimersByTime(9_499);
  end();
  vi.advanceTimersByTime(300_000);
  expect(act).not.toHaveBeenCalled();
});
