// @vitest-environment happy-dom
import { expect, test } from "vitest";
import type { RecordKind } from "#web/base/list-search.ts";
import { OpenById } from "./open-by-id.tsx";
import { rememberSeen } from "./recent-records.ts";
import { openTestApp } from "#web/testing/app.tsx";

test.each<[RecordKind, string, string]>([
  ["returns", "cancelled", "Canceled"],
  ["returns", "open", "Open"],
  ["returns", "", ""],
  ["rmas", "Partially Approved", "Partially approved"],
  ["webhooks", "disabled", "Disabled"],
  ["mapping-sets", "", ""],
])("of %s that were seen, the status %j is shown as %j", async (kind, status, shown) => {
  rememberSeen(kind, { id: 1, label: "Record 1", status });
  openTestApp({ "/": () => <OpenById noun="record" kind={kind} /> });
  await expect.poll(() => document.querySelector("li")?.textContent).toBe(`Record 1 ${shown}`);
});
