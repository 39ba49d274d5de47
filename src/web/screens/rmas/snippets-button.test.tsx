// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from "vitest";
import { session } from "#web/base/session.ts";
import { openTestApp, pressButton } from "#web/testing/app.tsx";
import { SnippetsButton } from "./snippets-button.tsx";
import { addSnippets, createSnippets } from "./snippets.ts";

test("a snippet is shared with the team, and listed with who shared it", async () => {
  const sent: unknown[] = [];
  const shared: unknown[] = [];
  vi.stubGlobal("fetch", async (path: string, { method, body }: RequestInit) => {
    if (!path.startsWith("/api/shared")) throw new TypeError("no network");
    if (method === "GET") return Response.json(shared);
    const given = JSON.parse(String(body)) as object;
    sent.push(given);
    shared.push({ ...given, sharedBy: "Ada", sharedAt: "2026-11-20T10:00:00Z" });
    return Response.json(shared.at(-1));
  });
  session.set({ signIn: "oidc", person: { id: "ada", name: "Ada", role: "agent" } });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    session.set({ signIn: "none", person: null });
  });
  const long = "x".repeat(200);
  addSnippets(createSnippets((field) => (field === "note" ? ["Seen", long] : [])));
  openTestApp({ "/": SnippetsButton });
  await pressButton("Snippets");
  const find = (label: string) => document.querySelector<HTMLElement>(`[aria-label="${label}"]`);
  await expect.poll(() => find("Share with team: “Seen”")).not.toBeNull();
  expect(document.body.textContent).toContain("Saved for you, on all your computers.");
  find(`Share with team: “${long}”`)?.click();
  find("Share with team: “Seen”")?.click();
  await expect
    .poll(() => find("Team snippets for Note")?.textContent)
    .toBe("Seen Shared by AdaRemove for everyone");
  const value = { field: "note", text: "Seen" };
  expect(sent).toEqual([{ list: "snippets", name: "note: Seen", value }]);
});
