// @vitest-environment happy-dom
import { expect, onTestFinished, test } from "vitest";
import { settings, settingsHeard } from "./settings.ts";

test.each<[changed: string, rendersAgain: boolean]>([
  ['{"scheme":"dark"}', false],
  ['{"density":"compact"}', false],
  ['{"singleKeys":"off","start":"/rmas"}', false],
  ['{"timeZone":"Asia/Kolkata"}', true],
  ['{"locale":"iso"}', true],
  ['{"pageSize":"25"}', true],
])("another tab that stores %s: renders the screen again: %s", (changed, rendersAgain) => {
  const earlier = settings.get();
  onTestFinished(() => settings.set(earlier));
  const hear = (text: string) => {
    localStorage.setItem("supercargo.settings", text);
    dispatchEvent(new StorageEvent("storage", { key: "supercargo.settings" }));
  };
  hear("{}");
  const before = settingsHeard.get();
  hear(changed);
  expect(settingsHeard.get() > before).toBe(rendersAgain);
  expect(settings.get()).toMatchObject(JSON.parse(changed) as object);
});
