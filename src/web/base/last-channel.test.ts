import { expect, test } from "vitest";
import { parseChannelId } from "./last-channel.ts";

test.each([
  ["7", 7],
  ["0", undefined],
  ["x", undefined],
  [null, undefined],
])("the channel of %j is %j", (text, id) => expect(parseChannelId(text)).toBe(id));
