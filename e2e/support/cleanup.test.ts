import { expect, test } from "vitest";
import { createCleanup } from "./cleanup.ts";

test("everything that was started ends, the last first, even if one fails to end", async () => {
  const ended: string[] = [];
  const cleanup = createCleanup();
  cleanup.add(async () => ended.push("upstream"));
  cleanup.add(async () => {
    ended.push("folder");
    throw new Error("in use");
  });
  cleanup.add(async () => ended.push("program"));
  await expect(cleanup.run()).rejects.toThrow("did not end well");
  expect(ended).toEqual(["program", "folder", "upstream"]);
});

test("it ends once", async () => {
  let times = 0;
  const cleanup = createCleanup();
  cleanup.add(async () => (times += 1));
  await cleanup.run();
  await cleanup.run();
  expect(times).toBe(1);
});
