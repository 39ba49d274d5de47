// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from "vitest";
import { openTestApp } from "#web/testing/app.tsx";
import { MappingSetNew } from "./mapping-set-new.tsx";

test("each purpose of a mapping set is described by its own text", async () => {
  vi.stubGlobal("fetch", async () => Response.json([]));
  onTestFinished(() => void vi.unstubAllGlobals());
  openTestApp({ "/mapping-sets/new": MappingSetNew }, "/mapping-sets/new");
  const options = () => [...document.querySelectorAll<HTMLInputElement>("input[type=radio]")];
  await expect.poll(() => options().length).toBe(2);
  const described = options().map((option) => [
    option.labels?.[0]?.textContent,
    document.getElementById(option.getAttribute("aria-describedby") ?? "")?.textContent,
  ]);
  expect(described).toEqual([
    ["Translates values", expect.stringMatching(/^Actions of mapping rules/)],
    ["Excludes source values", expect.stringMatching(/^Excludes products/)],
  ]);
});
