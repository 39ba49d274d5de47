import { afterEach, expect, test, vi } from "vitest";
import { notificationPlace, notify, prepareNotifications } from "./notify.ts";

vi.mock("./notifications.tsx", () => {
  throw new Error("Failed to fetch dynamically imported module");
});

afterEach(() => {
  vi.useRealTimers();
  notificationPlace.set(null);
});

test("what was done is said for a while where the code that shows it cannot be fetched", async () => {
  vi.useFakeTimers();
  notify("Saved.");
  await vi.waitFor(() => expect(notificationPlace.get()).toBe("Saved."));
  vi.advanceTimersByTime(7_000);
  expect(notificationPlace.get()).toBeNull();
});

test("a text that came later is not taken away with the earlier one", async () => {
  vi.useFakeTimers();
  notify("Saved.");
  await vi.waitFor(() => expect(notificationPlace.get()).toBe("Saved."));
  notificationPlace.set("Deleted.");
  vi.advanceTimersByTime(7_000);
  expect(notificationPlace.get()).toBe("Deleted.");
});

test("code that cannot be fetched early is nobody's failure", async () => {
  prepareNotifications();
  await vi.dynamicImportSettled();
  expect(notificationPlace.get()).toBeNull();
});
