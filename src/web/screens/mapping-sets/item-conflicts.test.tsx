// @vitest-environment happy-dom
import { useState } from "react";
import { expect, test } from "vitest";
import { openTestApp, pressButton } from "#web/testing/app.tsx";
import { ItemConflicts } from "./item-conflicts.tsx";
import type { ItemConflict } from "./item-merge.ts";

const conflict: ItemConflict = {
  id: 1,
  was: { from: "Crimson", to: "Red" },
  mine: { from: "Crimson", to: "Rose" },
  theirs: { from: "Scarlet", to: "Red" },
};
const both = { from: "Scarlet", to: "Rose" };

const Conflicts = () => {
  const [isBoth, setIsBoth] = useState(true);
  const conflicts = [isBoth ? { ...conflict, both } : conflict];
  return (
    <>
      <button onClick={() => setIsBoth(false)}>Type another From value</button>
      <ItemConflicts conflicts={conflicts} saved={0} onResolve={() => {}} />
    </>
  );
};

const text = () => document.body.textContent;
const choose = async (label: string) => {
  const find = () =>
    [...document.querySelectorAll("label")].find(({ textContent }) => textContent === label);
  await expect.poll(find).toBeTruthy();
  find()?.click();
};

test("a choice of both changes ends where typing has left no way to combine them", async () => {
  openTestApp({ "/": Conflicts });
  await choose("Both changes: “Scarlet” → “Rose”");
  await expect.poll(text).toContain("Save with these choices");
  await pressButton("Type another From value");
  await expect.poll(text).toContain("Select 1 more version");
});
