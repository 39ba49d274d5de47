// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { lastChannel, parseChannelId, rememberChannel } from "./last-channel.ts";

test.each([
  ["7", 7],
  ["0", undefined],
  ["x", undefined],
  [null, undefined],
])("the channel of %j is %j", (text, id) => expect(parseChannelId(text)).toBe(id));

test("the last channel is the one that was viewed last", () => {
  expect(lastChannel()).toBeUndefined();
  for (const id of [7, 3]) rememberChannel(id);
  expect(lastChannel()).toBe(3);
});
