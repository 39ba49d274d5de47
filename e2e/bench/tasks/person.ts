import { expect, type Locator, type Page } from "@playwright/test";

/** By mouse, or by keyboard only. */
export type Way = "mouse" | "keyboard";

/** The cost of a task. Typed letters are counted separately from the keys that operate controls. */
export interface Cost {
  clicks: number;
  keys: number;
  typed: number;
  requests: number;
}

/** Does a task in one of the two ways, and counts. */
export interface Person {
  readonly page: Page;
  readonly way: Way;
  readonly cost: Readonly<Cost>;
  /** Resets the count after the way to the start of the task. */
  readonly begin: () => void;
  readonly press: (key: string, times?: number) => Promise<void>;
  readonly type: (text: string) => Promise<void>;
  /** Clicks a control, or reaches it by Tab and presses the key. */
  readonly act: (control: Locator, key?: string) => Promise<void>;
  /** Clicks a row, or reaches it by the down arrow and opens it. */
  readonly open: (row: Locator) => Promise<void>;
  /** Focuses a field and replaces its text. */
  readonly fill: (field: Locator, text: string) => Promise<void>;
  /** Selects one of many by its name. */
  readonly choose: (field: Locator, name: string) => Promise<void>;
  /** Pastes into the focused element: one key. */
  readonly paste: (text: string) => Promise<void>;
  readonly back: () => Promise<void>;
}

/** The most presses of Tab to reach a control. */
const mostTabs = 150;

const callsTheApi = (url: string): boolean => /^\/(?:api|gateway)\//.test(new URL(url).pathname);

/** The number of Tab stops between the focus and a control. */
const wayTo = (control: Locator) =>
  control.evaluate((element) => {
    const focused = document.activeElement ?? document.body;
    if (focused === element) return "here";
    const isBefore =
      focused.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING &&
      !element.contains(focused);
    return isBefore ? "Shift+Tab" : "Tab";
  });

/** Runs in the page: the clipboard of a test browser is not the user's. */
const pasteInPage = (text: string): void => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
  document.activeElement?.dispatchEvent(event);
};

export const createPerson = (page: Page, way: Way): Person => {
  const cost: Cost = { clicks: 0, keys: 0, typed: 0, requests: 0 };
  page.on("request", (request) => {
    if (callsTheApi(request.url())) cost.requests += 1;
  });
  const click = async (control: Locator) => {
    await control.click();
    cost.clicks += 1;
  };
  const press = async (key: string, times = 1) => {
    // Characters without a pause between them are those of a scanner.
    const delay = key.length === 1 ? 50 : 0;
    for (let time = 0; time < times; time += 1) await page.keyboard.press(key, { delay });
    cost.keys += times;
  };
  const type = async (text: string) => {
    await page.keyboard.type(text);
    cost.typed += text.length;
  };
  const goTo = async (control: Locator) => {
    await expect(control).toBeVisible();
    for (let tabs = 0; tabs < mostTabs; tabs += 1) {
      const key = await wayTo(control);
      if (key === "here") return;
      await press(key);
    }
    throw new Error(`Tab does not lead to ${String(control)}`);
  };
  const act = async (control: Locator, key = "Enter") => {
    if (way === "mouse") return click(control);
    await goTo(control);
    await press(key);
  };
  return {
    page,
    way,
    cost,
    begin: () => void Object.assign(cost, { clicks: 0, keys: 0, typed: 0, requests: 0 }),
    press,
    type,
    act,
    open: async (row) => {
      if (way === "mouse") return click(row);
      for (let rows = 0; rows < mostTabs && (await wayTo(row)) !== "here"; rows += 1)
        await press("ArrowDown");
      return press("Enter");
    },
    fill: async (field, text) => {
      if (way === "mouse") await click(field);
      else await goTo(field);
      // Tab selects a field's text; after a click, a user selects it with the mouse.
      await field.selectText();
      await type(text);
    },
    choose: async (field, name) => {
      const option = page.getByRole("option", { name, exact: true });
      if (way === "mouse") {
        await click(field);
        await click(option);
      } else {
        await goTo(field);
        await type(name);
        await expect(option).toBeVisible();
        await press("Enter");
      }
      await expect(field).toHaveValue(name);
    },
    paste: async (text) => {
      await page.evaluate(pasteInPage, text);
      cost.keys += 1;
    },
    back: async () => {
      await page.goBack();
      cost[way === "mouse" ? "clicks" : "keys"] += 1;
    },
  };
};
