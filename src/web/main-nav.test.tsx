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

const why =
  "Your role, Editor, can't see who changed what. Ask an administrator for the role Admin.";

test("a screen that the role may not see is a disabled item that says why, until the role changes", async () => {
  onTestFinished(() => session.set({ signIn: "none", person: null }));
  signIn("editor");
  const app = openTestApp({ "/": MainNav, "/audit": () => "The activity" });
  await expect.poll(() => findItem("Activity")).toBeTruthy();
  const item = findItem("Activity") as HTMLElement;
  expect(item.getAttribute("aria-disabled")).toBe("true");
  expect(item.getAttribute("aria-description")).toBe(why);
  expect(item.hasAttribute("href")).toBe(false);
  item.click();
  await expect.poll(() => document.querySelector(".notification")?.textContent).toContain(why);
  expect(app.address()).toBe("/");
  expect(findItem("Settings")?.getAttribute("href")).toBe("/settings");

  signIn("admin");
  await expect.poll(() => findItem("Activity")?.getAttribute("href")).toBe("/audit");
  expect(findItem("Activity")?.hasAttribute("aria-disabled")).toBe(false);
});

test("Activity is the current screen while its signed-in people are shown", async () => {
  session.set({ signIn: "none", person: null });
  onTestFinished(() => session.set({ signIn: "none", person: null }));
  openTestApp({ "/people": MainNav }, "/people");
  await expect.poll(() => findItem("Activity")?.getAttribute("aria-current")).toBe("page");
  expect(document.querySelectorAll(".main-nav__link[aria-current]")).toHaveLength(1);
});

test("without sign-in, every screen is a link", async () => {
  session.set({ signIn: "none", person: null });
  onTestFinished(() => session.set({ signIn: "none", person: null }));
  openTestApp({ "/": MainNav });
  await expect.poll(() => findItem("Activity")?.getAttribute("href")).toBe("/audit");
  expect(document.querySelectorAll(".main-nav__link:not([href])")).toHaveLength(0);
});
