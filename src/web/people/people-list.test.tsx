// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from "vitest";
import type { SignedInPerson } from "#contract/signed-in-people.ts";
import { openTestApp } from "#web/ui/test-app.tsx";
import { PeopleList } from "./people-list.tsx";

const person: SignedInPerson = {
  id: "auth0|6123",
  name: "Ada Admin",
  roles: ["admin"],
  signedInAt: "2026-11-20T10:00:00Z",
  lastUsedAt: "2026-11-20T10:00:00Z",
  sessions: 1,
};

test("a person's name opens the changes of exactly that person, whatever their name was", async () => {
  vi.stubGlobal("fetch", async () => Response.json([person]));
  onTestFinished(() => void vi.unstubAllGlobals());
  openTestApp({ "/people": PeopleList }, "/people");
  const address = () =>
    [...document.querySelectorAll("a")]
      .find(({ textContent }) => textContent === person.name)
      ?.getAttribute("href");
  await expect.poll(address).toBe("/audit?person=%22auth0%7C6123%22");
});
