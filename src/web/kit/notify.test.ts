import { afterEach, expect, test, vi } from "vitest";
import { notificationPlace, notify, prepareNotifications } from "./notify.ts";

vi.mock("./notifications.tsx", () => {
  throw new Error("Failed to fetch dynamically imported module");
});

afterEach(() => {
  vi.useRealTimers();
  notificationPlace.set(null);
});

test("a notification is shown for a while even if its code cannot be loaded", async () => {
  vi.useFakeTimers();
  notify("Saved.");
  await expect.poll(() => notificationPlace.get()).toBe("Saved.");
  vi.advanceTimersByTime(7_000);
  expect(notificationPlace.get()).toBeNull();
});

test("a later text is not removed with the earlier one", async () => {
  vi.useFakeTimers();
  notify("Saved.");
  await expect.poll(() => notificationPlace.get()).toBe("Saved.");
  notificationPlace.set("Deleted.");
  vi.advanceTimersByTime(7_000);
  expect(notificationPlace.get()).toBe("Deleted.");
});

test("a failed preload of the code is ignored", async () => {
  prepareNotifications();
  await vi.dynamicImportSettled();
  expect(notificationPlace.get()).toBeNull();
});
