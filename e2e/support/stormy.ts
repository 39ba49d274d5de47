import type { Page } from "@playwright/test";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { type FaultyUpstream, startFaultyUpstream } from "./faulty-upstream.ts";
import { startStack, testToken } from "./start-stack.ts";
import { expect, test as base } from "./test.ts";

/* What the tests of bad weather have in common: an upstream that fails on demand, and saving before it. */

export { expect };

export interface Stormy {
  /** The console's address. */
  readonly url: string;
  readonly upstream: FaultyUpstream;
}

export const test = base.extend<{ stormy: Stormy }, { stormyConsole: Stormy }>({
  stormyConsole: [
    async ({ stack }, use) => {
      const upstream = await startFaultyUpstream(stack.upstreamUrl);
      const console = await startStack({
        env: { API_BASE_URL: upstream.url, API_TOKEN: testToken },
      });
      await use({ url: console.url, upstream });
      await console.stop();
      await console.remove();
      await upstream.close();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  stormy: async ({ stormyConsole }, use) => {
    await use(stormyConsole);
    await stormyConsole.upstream.heal();
  },
});

export type Api = <T>(path: string, init?: { method?: string; body?: unknown }) => Promise<T>;

export const rulePath = "/workflow/mapping-rule";

export const ruleNow = async (api: Api, id: number): Promise<MappingRule> => {
  const [now] = await api<MappingRule[]>(`${rulePath}?ids=${id}`);
  return now!;
};
export const rulesNamed = async (api: Api, name: string) =>
  (await api<MappingRule[]>(rulePath)).filter((rule) => rule.name === name);

/** What its conditions look for, group by group. */
export const textsOf = ({ rule }: MappingRule) =>
  rule!.groups.map(({ conditions }) => conditions.map(({ condition }) => condition));

/** How many saves have reached the upstream since. */
export const countSaves = ({ upstream }: Stormy, path = rulePath) => {
  const before = upstream.arrived("POST", path).length;
  return () => upstream.arrived("POST", path).length - before;
};

/** A file as a person chooses it. */
export const fileOf = (name: string, text: string) => ({
  name,
  mimeType: "text/plain",
  buffer: Buffer.from(text),
});

export const nameOfRule = (page: Page) => page.getByRole("textbox", { name: "Name", exact: true });
/** The mapping rule's own fields, which show as one line until somebody wants to change them. */
export const openDetails = (page: Page) =>
  page.getByRole("button", { name: "Edit details" }).click();
export const review = (page: Page) => page.getByRole("button", { name: /^Review and/ });
/** Reviews and saves, or creates. */
export const send = async (page: Page) => {
  await review(page).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^(Save|Create)$/ })
    .click();
};
export const outcome = (page: Page) => page.getByRole("alert");
export const isSaved = (page: Page) => expect(page.getByText("Nothing changed.")).toBeVisible();
