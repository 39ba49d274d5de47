import type { Page } from "@playwright/test";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";
import { expectAccessibleInBoth } from "./support/expect-accessible.ts";
import { createRuleRequest, post } from "./support/rule-builder.ts";
import { signIn } from "./support/sign-in.ts";
import { testToken } from "./support/start-stack.ts";
import { expect, saveData, test } from "./support/test.ts";

const sendForReview = async (page: Page, description: string, note: string) => {
  await page.getByRole("button", { name: "Edit details" }).click();
  await page.getByRole("textbox", { name: "Description" }).fill(description);
  await page.keyboard.press("Control+s");
  const dialog = page.getByRole("dialog", { name: "Send this for review?" });
  await dialog.getByLabel("Note for the reviewer (optional)").fill(note);
  await dialog.getByRole("button", { name: "Send for review" }).click();
  await expect(page.getByText("Sent for review")).toBeVisible();
};

test("with a review, a change of a rule is saved by another editor, who sees what it does", async ({
  page: author,
  browser,
  stack,
  api,
  own,
}) => {
  const rule = await post(api, createRuleRequest("Reviewed", [["Sofa"]]));
  const env = {
    DEMO_TEAM: "1",
    RULE_REVIEW: "1",
    API_BASE_URL: stack.upstreamUrl,
    API_TOKEN: testToken,
  };
  const { url } = await own.stack({ env });
  const context = await browser.newContext();
  await context.addInitScript(saveData);
  const reviewer = await context.newPage();
  const reviews = `${url}/mapping-rules/reviews`;

  // The author sends a change, and can't approve it.
  await signIn(author, `${url}/mapping-rules/${rule.id}`, "Eddie Editor");
  await sendForReview(author, "For sofas", "As the shop asked");
  await expect(author.getByText("Your change waits for review by another editor.")).toBeVisible();
  await author.getByRole("link", { name: "In review" }).click();
  await expect(author.getByText("Waits for review by another editor.")).toBeVisible();
  await expect(author.getByRole("button", { name: "Withdraw", exact: true })).toBeVisible();
  await expect(author.getByRole("button", { name: "Approve and save" })).toHaveCount(0);

  // Nothing is saved directly: enabling and disabling is locked, too.
  await signIn(reviewer, `${url}/mapping-rules`, "Ada Admin");
  const list = reviewer.getByRole("grid", { name: "Mapping rules" });
  const row = list.getByRole("row").filter({ hasText: "Reviewed" }).first();
  await expect(row.getByText("In review")).toBeVisible();
  await row.getByRole("checkbox").check();
  await expect(reviewer.getByRole("button", { name: "Disable" })).toHaveAccessibleDescription(
    /another editor approves each change/,
  );

  // The reviewer reads the differences and declines the change with a note.
  await reviewer.getByRole("link", { name: "1 change waits for review" }).click();
  const detail = reviewer.getByRole("region", { name: "Change of Reviewed" });
  await expect(detail.getByText("As the shop asked")).toBeVisible();
  await expect(
    detail.getByRole("region", { name: "Proposed changes" }).getByRole("listitem"),
  ).toHaveText(/Changed description.*For sofas/);
  await expect(detail.getByRole("tab", { name: "Dry run", selected: true })).toBeVisible();
  await expectAccessibleInBoth(reviewer, "page");
  await detail.getByRole("button", { name: "Decline…" }).click();
  const decline = reviewer.getByRole("dialog", { name: "Decline this change?" });
  await decline.getByLabel("Note for the author").fill("Say which sofas");
  await decline.getByRole("button", { name: "Decline" }).click();
  await expect(reviewer.getByText("No changes wait for review")).toBeVisible();

  // Another change of the rule comes first; the author's own goes on over it.
  await post(api, { ...toMappingRuleRequest(rule), name: "Renamed" });
  await author.goto(reviews);
  await expect(author.getByRole("note", { name: /Declined by Ada Admin/ })).toContainText(
    "Say which sofas",
  );
  await expect(author.getByText("The rule has changed since this was proposed")).toBeVisible();
  await author.getByRole("button", { name: "Edit again" }).click();
  await expect(author.getByRole("heading", { level: 1, name: "Renamed" })).toBeVisible();
  await expect(author.getByText(/^Unsaved changes from .* restored/)).toBeVisible();
  await sendForReview(author, "For two-seat sofas", "");

  // The reviewer approves it: the API has it, and Activity names both.
  await reviewer.reload();
  await reviewer.getByRole("button", { name: "Approve and save" }).click();
  await expect(reviewer.getByText("“Renamed” saved")).toBeVisible();
  const [saved] = await api<MappingRule[]>(`/workflow/mapping-rule?ids=${rule.id}`);
  expect(saved).toMatchObject({ name: "Renamed", description: "For two-seat sofas" });
  await reviewer.goto(`${url}/audit?resource=mapping-rules&recordId=${rule.id}`);
  const change = reviewer.getByRole("row").filter({ hasText: "Proposed by Eddie Editor (eddie)" });
  await expect(change).toContainText("Ada Admin");
  await context.close();
});
