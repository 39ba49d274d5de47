import { expect, test } from "vitest";
import { parseSettings } from "#web/base/settings.ts";
import { startChoices } from "./setting-choices.ts";

test.each(startChoices)("the start screen $value is accepted when it is read again", ({ value }) =>
  expect(parseSettings(JSON.stringify({ start: value })).start).toBe(value),
);
