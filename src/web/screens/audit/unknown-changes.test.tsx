// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from "vitest";
import type { Change } from "#contract/audit.ts";
import { openTestApp, pressButton } from "#web/testing/app.tsx";
import { UnknownChanges } from "./unknown-changes.tsx";

const change = (id: number): Change => ({
  id,
  requestedAt: "2026-11-20T10:00:00Z",
  operation: "updateMappingSet",
  resource: "mapping-sets",
  recordId: id,
  fields: [],
  state: "unknown",
  requestId: `request-${id}`,
});

test.each<[count: number, total: number | undefined, title: string, link: string | undefined]>([
  [1, 1, "1 change to check", undefined],
  [3, undefined, "3 changes to check", undefined],
  [50, 1_073, "1,073 changes to check", "Show all 1,073"],
])("%i changes of %s", async (count, total, title, link) => {
  const value = Array.from({ length: count }, (_, index) => change(index + 1));
  openTestApp({ "/": () => <UnknownChanges list={{ value, problems: [], total }} /> });
  await expect.poll(() => document.querySelector('[role="heading"]')?.textContent).toBe(title);
  expect(document.querySelectorAll('[role="listitem"]')).toHaveLength(count);
  const all = document.querySelector('a[href="/audit?state=unknown"]');
  expect(all?.textContent).toBe(link);
});

test("nothing is shown while the changes are unknown, or without any", async () => {
  const Both = () => (
    <main>
      <UnknownChanges list={undefined} />
      <UnknownChanges list={{ value: [], problems: [], total: 0 }} />
    </main>
  );
  openTestApp({ "/": Both });
  await expect.poll(() => document.querySelector("main")?.textContent).toBe("");
});

test("a settlement that arrives after its dialog was closed leaves that of another change open", async () => {
  let respond = () => {};
  vi.stubGlobal(
    "fetch",
    () =>
      new Promise<Response>((resolve) => {
        respond = () => resolve(Response.json({ ...change(1), state: "settled" }));
      }),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  const value = [change(1), change(2)];
  openTestApp({ "/": () => <UnknownChanges list={{ value, problems: [], total: 2 }} /> });
  const settle = (id: number) =>
    document.querySelector<HTMLElement>(`[aria-label="Record result of Mapping set ${id}"]`);
  const dialog = () => document.querySelector("[role=dialog]")?.textContent ?? "";
  await expect.poll(() => settle(1)).not.toBeNull();
  settle(1)?.click();
  await pressButton("Change was made");
  await pressButton("Cancel");
  await expect.poll(dialog).toBe("");
  settle(2)?.click();
  await expect.poll(dialog).toContain("Mapping set 2");
  respond();
  await expect.poll(() => document.body.textContent).toContain("recorded");
  expect(dialog()).toContain("Mapping set 2");
});
