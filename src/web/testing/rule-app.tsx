import { expect, vi } from "vitest";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { testMetaData, testRequest } from "#rule-model/testing/builder.ts";
import { connection } from "#web/api/connection.ts";
import { mappingRuleDetail, mappingSetNames, workflowMetaData } from "#web/api/mapping-rules.ts";
import { queryClient } from "#web/api/query-client.ts";
import { openTestApp, typeText } from "./app.tsx";
import { MappingRuleDetail } from "#web/screens/mapping-rules/mapping-rule-screen.tsx";
import { previewOpen } from "#web/screens/mapping-rules/preview/preview-session.ts";

/** Each test has a rule of its own, and a draft of it. */
let ruleId = 500;

/** The rule of a test, as the API has it. */
export const storedRule = (change: Partial<MappingRule> = {}): MappingRule =>
  ({ ...testRequest(), id: ruleId, ...change }) as unknown as MappingRule;

/** An answer as the cache has it. */
export const toAnswer = <T,>(value: T) => ({ value, problems: [], total: undefined });

/** Opens the rule at `/rule`, beside another screen at `/other`. There is no network; the test stubs `fetch` for more. */
export const openRuleApp = (address = "/rule") => {
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no network")));
  // A test of the rule would send requests of its own.
  previewOpen.set(false);
  ruleId += 1;
  const id = String(ruleId);
  queryClient.setQueryData(connection().queryKey, { embedded: true } as never);
  queryClient.setQueryData(mappingRuleDetail(id).queryKey, toAnswer(storedRule()));
  queryClient.setQueryData(workflowMetaData().queryKey, toAnswer(testMetaData) as never);
  queryClient.setQueryData(mappingSetNames().queryKey, { value: [], cut: false } as never);
  return openTestApp(
    { "/rule": () => <MappingRuleDetail id={id} />, "/other": () => "Another screen" },
    address,
  );
};

/** Looks often: most of what a test waits for is drawn at once. */
export const often = { interval: 5 };

/** All text on the screen. */
export const readText = () => document.body.textContent;

const findButton = (name: string, within: string) =>
  [...document.querySelectorAll<HTMLButtonElement>(`${within} button`)].find(
    ({ textContent }) => textContent === name,
  );

/** Waits for a button, and presses it. `within`: the selector of an element around it. */
export const press = async (name: string, within = ""): Promise<void> => {
  await expect.poll(() => findButton(name, within), often).toBeTruthy();
  findButton(name, within)?.click();
};

/** Presses a button of a dialog; the save bar has some of the same name. */
export const answerQuestion = (name: string): Promise<void> => press(name, "[role=dialog]");

/** The rule's name, as the title of its screen. */
export const readHeading = () => document.querySelector("h1")?.textContent;

/** The field with the rule's name, while its details are open. */
export const nameField = () =>
  [...document.querySelectorAll("label")].find(({ textContent }) => textContent?.startsWith("Name"))
    ?.control as HTMLInputElement | null | undefined;

/** Opens the rule's details, and types another name. */
export const rename = async (name: string): Promise<void> => {
  await press("Edit details");
  await expect.poll(nameField, often).toBeTruthy();
  typeText(nameField()!, name);
  await expect.poll(readHeading, often).toBe(name);
};

/** Reviews the changes, and saves them. */
export const reviewAndSave = async (): Promise<void> => {
  await press("Review and save");
  await answerQuestion("Save");
};
