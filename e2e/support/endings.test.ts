import { expect, test } from "vitest";
import { createEndings } from "./endings.ts";

test("everything that was started ends, the last first, even if one fails to end", async () => {
  const ended: string[] = [];
  const endings = createEndings();
  endings.add(async () => ended.push("upstream"));
  endings.add(async () => {
    ended.push("folder");
    throw new Error("in use");
  });
  endings.add(async () => ended.push("program"));
  await expect(endings.run()).rejects.toThrow("did not end well");
  expect(ended).toEqual(["program", "folder", "upstream"]);
});

test("it ends once", async () => {
  let times = 0;
  const endings = createEndings();
  endings.add(async () => (times += 1));
  await endings.run();
  await endings.run();
  expect(times).toBe(1);
});
