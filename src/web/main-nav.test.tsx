// @vitest-environment happy-dom
import { expect, onTestFinished, test } from "vitest";
import type { Role } from "#contract/people.ts";
import { session } from "#web/base/session.ts";
import { MainNav } from "./main-nav.tsx";
import { openTestApp } from "#web/testing/app.tsx";

const signIn = (role: Role) =>
  session.set({ signIn: "oidc", person: { id: "1", name: "Vera", role } });

const findItem = (label: string) =>
  [...document.querySelectorAll(".main-nav__link")].find(
    ({ textContent }) => textContent === label,
  );

test("Activity leads a role that may not see the changes to the bulk runs, until the role changes", async () => {
  onTestFinished(() => session.set({ signIn: "none", person: null }));
  signIn("editor");
  openTestApp({ "/": MainNav });
  await expect.poll(() => findItem("Activity")?.getAttribute("href")).toBe("/bulk-runs");
  signIn("admin");
  await expect.poll(() => findItem("Activity")?.getAttribute("href")).toBe("/audit");
});

test.each(["/people", "/bulk-runs", "/bulk-runs/4"])(
  "Activity is the current screen at %s",
  async (path) => {
    session.set({ signIn: "none", person: null });
    onTestFinished(() => session.set({ signIn: "none", person: null }));
    openTestApp({ [path]: MainNav }, path);
    await expect.poll(() => findItem("Activity")?.getAttribute("aria-current")).toBe("page");
    expect(document.querySelectorAll(".main-nav__link[aria-current]")).toHaveLength(1);
  },
);

test("without sign-in, every screen is a link", async () => {
  session.set({ signIn: "none", person: null });
  onTestFinished(() => session.set({ signIn: "none", person: null }));
  openTestApp({ "/": MainNav });
  await expect.poll(() => findItem("Activity")?.getAttribute("href")).toBe("/audit");
  expect(document.querySelectorAll(".main-nav__link:not([href])")).toHaveLength(0);
});
