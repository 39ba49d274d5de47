// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Change } from "#contract/audit.ts";
import { session } from "#web/base/session.ts";
import { AskedHistory, RecordHistory } from "./record-history.tsx";
import { openTestApp } from "#web/testing/app.tsx";
import { testChange as change } from "#web/testing/change.ts";

let changes: readonly Change[] = [];
beforeEach(() => {
  changes = [change];
  vi.stubGlobal("fetch", async () => Response.json(changes));
});
afterEach(() => {
  vi.unstubAllGlobals();
  session.set({ signIn: "none", person: null });
});

const about = { resource: "mapping-sets", id: 5, version: 1 } as const;
const findAll = () =>
  [...document.querySelectorAll("a, button")].find(
    ({ textContent }) => textContent === "All activity",
  );

test.each([
  ["viewer", null, "Your role, Viewer, can't see who changed what."],
  ["admin", "/audit?resource=mapping-sets&recordId=5", ""],
] as const)("for the role %s, all activity is at %s: %s", async (role, address, why) => {
  session.set({ signIn: "oidc", person: { id: "1", name: "Vera", role } });
  openTestApp({ "/": () => <RecordHistory {...about} /> });
  await expect.poll(() => document.body.textContent).toContain("Ada: Changed");
  expect(findAll()?.getAttribute("href")).toBe(address);
  expect(findAll()?.getAttribute("aria-description") ?? "").toContain(why);
});

test("a person who asks for the changes of a record that has none is told so", async () => {
  changes = [];
  openTestApp({ "/": () => <AskedHistory {...about} /> });
  await expect.poll(() => document.body.textContent).toContain("No changes were made");
});
