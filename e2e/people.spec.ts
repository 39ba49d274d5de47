import type { BrowserContext, Page, Locator } from "@playwright/test";
import type { Rma } from "#contract/rmas.ts";
import { expectAccessibleInBoth } from "./support/expect-accessible.ts";
import { findLine, hasMoreThanThreeUnits, openNote, units, waitingRma } from "./support/rmas.ts";
import { choosePerson, signIn } from "./support/sign-in.ts";
import { testToken } from "./support/start-stack.ts";
import { expect, saveData, test } from "./support/test.ts";

const signInScreen = (page: Page) =>
  page.getByRole("heading", { name: "Sign in to Supercargo", level: 1 });

const openMenu = (page: Page, name: string) =>
  page.getByRole("button", { name: `Signed in: ${name}` }).click();

/** A viewer sees why each control is locked, and an agent decides the same RMA meanwhile. */
const decideBesideViewer = async (viewer: Page, agent: Page, address: string, rma: Rma) => {
  const item = rma.items.find((one) => units(one) >= 3)!;
  await viewer.goto(address);
  await expect(signInScreen(viewer)).toBeVisible();
  await expectAccessibleInBoth(viewer);
  await signIn(viewer, address, "Vera Viewer");
  await signIn(agent, address, "Alex Agent");
  const reason = "Your role, Viewer, can't decide RMAs. Ask an administrator for the role Agent.";
  const save = viewer.getByRole("button", { name: "Save decision" });
  await expect(save).toHaveAttribute("aria-disabled", "true");
  await expect(save).toHaveAccessibleDescription(reason);
  const approved = (page: Page) => findLine(page, item).getByLabel(/^Approve, /);
  await expect(approved(viewer)).toBeDisabled();
  await expect(approved(viewer)).toHaveAccessibleDescription(reason);
  await viewer.keyboard.press("Shift+A");
  await expect(approved(viewer)).toHaveValue("0");
  await approved(agent).fill("1");
  await agent.getByRole("button", { name: "Save 1 line" }).click();
  await expect(agent.getByText(/saved: 1 line/)).toBeVisible();
  await viewer.reload();
  await expect(approved(viewer)).toHaveValue("1");
  const main = viewer.getByRole("navigation", { name: "Main" });
  await main.getByRole("link", { name: "Activity" }).click();
  await expect(viewer.getByRole("heading", { level: 1, name: "Bulk changes" })).toBeVisible();
  const changes = viewer.getByRole("button", { name: "Changes" });
  await expect(changes).toHaveAttribute("aria-disabled", "true");
  await expect(changes).toHaveAccessibleDescription(/^Your role, Viewer, can't see who changed/);
  await openMenu(viewer, "Vera Viewer");
  await expect(viewer.getByRole("menuitem", { name: "Sign out everywhere" })).toBeVisible();
  await expectAccessibleInBoth(viewer);
  await viewer.keyboard.press("Escape");
  await expect(viewer.getByRole("button", { name: "Signed in: Vera Viewer" })).toBeFocused();
};

/** The person ends all of their sessions from another browser. */
const endSessions = async (other: BrowserContext, address: string) => {
  const page = await other.newPage();
  await signIn(page, address, "Alex Agent");
  await openMenu(page, "Alex Agent");
  await page.getByRole("menuitem", { name: "Sign out everywhere" }).click();
  await expect(page.getByText("You signed out.")).toBeVisible();
  await page.close();
};

/** The names of what a browser stores of the records that a person saw. */
const listStored = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => /\.seen\./.test(key)));

/** The session has ended: nothing of the records is left on the screen, in the title or in the browser. */
const expectNoRecords = async (page: Page, ending?: RegExp) => {
  await expect(signInScreen(page)).toBeVisible();
  if (ending) await expect(page.getByText(ending)).toBeVisible();
  await expect(page).toHaveTitle("Sign in to Supercargo · Supercargo");
  await expect(page.locator("main")).toHaveCount(1);
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await expect.poll(() => listStored(page)).toEqual([]);
};

/** Clicks, unless an answer to something that the page asks by itself has said before that the session ended. */
const clickUnlessSignedOut = (target: Locator) =>
  target.click({ timeout: 10_000 }).catch(() => undefined);

/** The session ends during an edit: a save is refused, and the person signs in and saves what they typed. */
const signInAgain = async (page: Page, rma: Rma) => {
  const item = rma.items.find((one) => units(one) >= 3)!;
  const note = await openNote(page, item);
  await note.fill("Typed before the session ended");
  return {
    finish: async () => {
      await clickUnlessSignedOut(page.getByRole("button", { name: "Save 1 line" }));
      await expectNoRecords(page, /^Your session ended\. Your drafts are kept/);
      const tab = await page.context().newPage();
      await tab.goto(new URL("/returns", page.url()).href);
      await expectNoRecords(tab);
      await expectAccessibleInBoth(page);
      await page.getByRole("link", { name: "Sign in", exact: true }).click();
      await choosePerson(page, "Alex Agent");
      await expect(note).toHaveValue("Typed before the session ended");
      // The other tab goes on by itself.
      await expect(tab.getByRole("grid").first()).toBeVisible();
      await tab.close();
      await page.getByRole("button", { name: "Save 1 line" }).click();
      await expect(page.getByText(/saved: 1 line/).last()).toBeVisible();
    },
  };
};

/** An administrator ends another person's sessions. */
const signOutPerson = async (other: BrowserContext, url: string, name: string) => {
  const page = await other.newPage();
  await signIn(page, `${url}/audit`, "Ada Admin");
  await page.getByRole("link", { name: "Signed-in people" }).click();
  const own = page.getByRole("button", { name: "Sign out elsewhere: Ada Admin" });
  await expect(own).toHaveAccessibleDescription(/^You have no other sessions\./);
  await expectAccessibleInBoth(page, "page");
  await page.getByRole("searchbox", { name: "Search people" }).fill(name.toUpperCase());
  await page.keyboard.press("Enter");
  await expect(own).toBeHidden();
  await page.getByRole("button", { name: `Sign out everywhere: ${name}` }).click();
  const dialog = page.getByRole("dialog", { name: `Sign out ${name} everywhere?` });
  await dialog.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("heading", { name: "No matching people" })).toBeVisible();
  await page.getByRole("link", { name: "Activity" }).first().click();
  const table = page.getByRole("grid", { name: "Changes" });
  await expect(table.getByText(`Signed out: ${name}`)).toBeVisible();
  await expect(table.getByText(/^Alex Agent/).first()).toBeVisible();

  // A person's name leads to their own changes only.
  await page.getByRole("link", { name: "Signed-in people" }).click();
  const people = page.getByRole("grid", { name: "Signed-in people" });
  await people.getByRole("link", { name: "Ada Admin" }).click();
  await expect(page.getByRole("searchbox", { name: "Person" })).toHaveValue(/^".+"$/);
  await expect(table.getByText(`Signed out: ${name}`)).toBeVisible();
  await expect(table.getByText(/^Alex Agent/)).toHaveCount(0);
};

test("fault 15: two people work at once, a session that ends loses nothing, and signing out ends all tabs", async ({
  page: viewer,
  browser,
  stack,
  api,
  own,
}) => {
  const rma = await waitingRma(api, hasMoreThanThreeUnits);
  const env = { DEMO_TEAM: "1", API_BASE_URL: stack.upstreamUrl, API_TOKEN: testToken };
  const { url } = await own.stack({ env });
  const address = `${url}/rmas/${rma.id}`;
  const [agentContext, otherContext] = [await browser.newContext(), await browser.newContext()];
  for (const context of [agentContext, otherContext]) await context.addInitScript(saveData);
  const agent = await agentContext.newPage();

  await decideBesideViewer(viewer, agent, address, rma);
  const edit = await signInAgain(agent, rma);
  await endSessions(otherContext, address);
  await edit.finish();

  const tab = await agentContext.newPage();
  await tab.goto(`${url}/returns`);
  await openMenu(agent, "Alex Agent");
  await agent.getByRole("menuitem", { name: "Sign out", exact: true }).click();
  await expect(signInScreen(agent)).toBeVisible();
  await expect(signInScreen(tab)).toBeVisible();

  await expectNoRecords(agent, /^You signed out\./);
  await expectNoRecords(tab, /^You signed out\./);
  await agent.goto("about:blank");
  await agent.goBack();
  await expectNoRecords(agent);

  // Two pages are open, and the person uses one of them.
  const otherPage = await viewer.context().newPage();
  await otherPage.goto(`${url}/products`);
  await expect(otherPage.getByRole("searchbox").first()).toBeVisible();
  await expect.poll(() => listStored(otherPage)).not.toEqual([]);
  await signOutPerson(otherContext, url, "Vera Viewer");
  const returns = viewer
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Returns" });
  await clickUnlessSignedOut(returns);
  await expectNoRecords(viewer, /^An administrator ended your session\./);
  await expectNoRecords(otherPage, /^An administrator ended your session\./);
  await agentContext.close();
  await otherContext.close();
});

/** The person's own settings, columns and views of RMAs, in this browser. */
const setUp = async (page: Page, url: string) => {
  await page.goto(`${url}/settings`);
  const colors = page.getByRole("main").getByRole("radiogroup", { name: "Colors" });
  await colors.getByText("Dark", { exact: true }).click();
  await page.goto(`${url}/rmas?status=Waiting`);
  await page.getByRole("button", { name: "Columns", exact: true }).click();
  await page.getByRole("checkbox", { name: "Goods" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Views", exact: true }).click();
  const views = page.getByRole("dialog").filter({ has: page.getByPlaceholder("Name this view") });
  for (const name of ["Mine", "For all"]) {
    await views.getByRole("textbox", { name: "View name" }).fill(name);
    await views.getByRole("button", { name: "Save", exact: true }).click();
  }
  await views.getByRole("button", { name: "Share with team: view “For all”" }).click();
  await expect(views.getByRole("list", { name: "Team views" })).toContainText(
    /For all\s*Shared by Alex Agent/,
  );
  await expectAccessibleInBoth(page);
};

const goods = (page: Page) => page.getByRole("columnheader", { name: "Goods" });

/** The views of RMAs: one's own, and the team's. */
const openViews = async (page: Page) => {
  await page.getByRole("button", { name: "Views", exact: true }).click();
  const team = page.getByRole("list", { name: "Team views" });
  await expect(team).toContainText("For all");
  return { own: page.getByRole("list", { name: "Saved views" }), team };
};

test("settings, columns and views follow a person to another browser, and shared views the team", async ({
  page,
  browser,
  own,
  stack,
}) => {
  const env = { DEMO_TEAM: "1", API_BASE_URL: stack.upstreamUrl, API_TOKEN: testToken };
  const { url } = await own.stack({ env });
  await signIn(page, `${url}/rmas?status=all`, "Alex Agent");
  await expect(goods(page)).toBeVisible();
  const sent = page.waitForResponse((response) => response.url().endsWith("/api/preferences"));
  await setUp(page, url);
  await sent;
  // As when the browser is closed: what was not sent yet is sent now.
  await page.goto("about:blank");

  await test.step("the same person in another browser", async () => {
    const context = await browser.newContext();
    const other = await context.newPage();
    await signIn(other, `${url}/rmas?status=all`, "Alex Agent");
    await expect(other.locator("html")).toHaveAttribute("data-scheme", "dark");
    await expect(other.getByRole("grid", { name: "RMAs" })).toBeVisible();
    await expect(goods(other)).toHaveCount(0);
    const { own: saved } = await openViews(other);
    await expect(saved).toContainText("Mine");
    await context.close();
  });

  await test.step("another person", async () => {
    const context = await browser.newContext();
    const other = await context.newPage();
    await signIn(other, `${url}/rmas?status=all`, "Vera Viewer");
    await expect(other.locator("html")).toHaveAttribute("data-scheme", "light");
    await expect(goods(other)).toBeVisible();
    const { own: saved, team } = await openViews(other);
    await expect(saved).toHaveCount(0);
    await expect(
      team.getByRole("button", { name: /^Remove for everyone/ }),
    ).toHaveAccessibleDescription(/^Your role, Viewer, can't share with the team\./);
    await team.getByRole("link", { name: "For all" }).click();
    await expect(other).toHaveURL(/status=Waiting/);
    await context.close();
  });
});
