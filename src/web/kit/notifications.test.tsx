import { notifications, notificationsStore } from "@mantine/notifications";
import { beforeEach, expect, test } from "vitest";
import { show } from "./notifications.tsx";

// @vitest-environment happy-dom

const shown = () => notificationsStore.getState().notifications;

beforeEach(() => notifications.clean());

const offer = (until: AbortSignal) => ({ label: "Undo", act: () => undefined, until });

test("an offer is hidden once its action would have no effect", () => {
  const left = new AbortController();
  show("Deleted a condition", offer(left.signal));
  expect(shown()).toHaveLength(1);
  left.abort();
  expect(shown()).toHaveLength(0);
});

test("an offer that came too late is only its text", () => {
  show("Deleted a condition", offer(AbortSignal.abort()));
  expect(JSON.stringify(shown()[0]?.message)).toContain("Deleted a condition");
  expect(JSON.stringify(shown()[0]?.message)).not.toContain("Undo");
});
