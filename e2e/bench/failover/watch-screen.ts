import { chromium, type Page } from "@playwright/test";
import { launchOptions } from "#e2e/support/launch-options.ts";

/** The name of the mapping set that a person creates during the failover. */
export const setName = "Made by a person";

const mostMs = 60_000;

/** What a person sees. */
export interface Screen {
  /** Sends the form and refreshes the list; returns what both then say. */
  readonly use: () => Promise<{ form: string; list: string }>;
  /** Checks the status or sends the form again, as the form offers, until the set has its own page; counts the clicks. */
  readonly finish: () => Promise<{ clicks: number; list: string }>;
  readonly close: () => Promise<void>;
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/** The alert, or the rows if there is none. */
const readList = async (list: Page): Promise<string> => {
  const busy = list.locator(".list[aria-busy=true]");
  await busy.waitFor({ state: "detached", timeout: mostMs });
  const alert = list.getByRole("alert").first();
  if (await alert.isVisible()) return oneLine(await alert.innerText());
  return `${(await list.getByRole("row").count()) - 1} rows`;
};

/** Opens a filled form of a new mapping set, and the list of sets. */
export const openScreen = async (url: string): Promise<Screen> => {
  const browser = await chromium.launch(launchOptions());
  const context = await browser.newContext();
  const [form, list] = [await context.newPage(), await context.newPage()];
  const create = form.getByRole("button", { name: "Create mapping set" });
  const check = form.getByRole("button", { name: "Check status" });
  const alert = form.getByRole("alert").first();
  await form.goto(`${url}/mapping-sets/new`);
  await form.getByRole("textbox", { name: "Name" }).fill(setName);
  await list.goto(`${url}/mapping-sets`);
  await readList(list);
  const refresh = async () => {
    await list.getByRole("button", { name: "Refresh" }).click();
    return readList(list);
  };
  return {
    use: async () => {
      await create.click();
      const shown = refresh();
      await alert.waitFor({ timeout: mostMs });
      return { form: oneLine(await alert.innerText()), list: await shown };
    },
    finish: async () => {
      let clicks = 0;
      for (; new URL(form.url()).pathname.endsWith("/new"); clicks += 1) {
        await ((await check.isVisible()) ? check : create).click();
        // The page of the set, or the next alert.
        await Promise.race([
          form.waitForURL(/\/mapping-sets\/\d+$/, { timeout: mostMs }),
          alert.waitFor({ state: "detached" }).then(() => alert.waitFor({ timeout: mostMs })),
        ]).catch(() => undefined);
      }
      return { clicks, list: await refresh() };
    },
    close: () => browser.close(),
  };
};
