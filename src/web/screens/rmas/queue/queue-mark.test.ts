import { expect, test } from "vitest";
import type { SaveKind } from "#web/editing/save-machine.ts";
import { chooseMark } from "./queue-mark.ts";

test.each<[string, SaveKind, string, string | undefined]>([
  ["Waiting", "editing", "", undefined],
  ["Waiting", "editing", "unsaved", "Unsaved"],
  ["Waiting", "reviewing", "unsaved", "Unsaved"],
  ["Waiting", "reading", "unsaved", "Saving…"],
  ["Waiting", "sending", "unsaved", "Saving…"],
  ["Waiting", "refused", "unsaved", "Refused"],
  ["Waiting", "unknown", "unsaved", "Status unknown"],
  ["Waiting", "conflict", "unsaved", "Conflict"],
  ["Waiting", "unread", "unsaved", "Not saved"],
  ["Waiting", "lost", "unsaved", "Not saved"],
  ["Waiting", "waiting", "unsaved", "To be sent"],
  ["Partially Approved", "editing", "saved", "Saved"],
  ["Partially Approved", "editing", "saved unsaved", "Unsaved"],
  ["Approved", "editing", "saved", "Approved"],
  ["Voided", "editing", "", "Voided"],
])("%s, %s, %s: %s", (rmaStatus, saving, how, label) =>
  expect(
    chooseMark({
      rma: { rmaStatus },
      saving,
      unsaved: how.includes("unsaved"),
      saved: /\bsaved/.test(how),
    })?.label,
  ).toBe(label),
);
