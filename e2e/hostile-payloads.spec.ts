import { readFile } from "node:fs/promises";
import type { BrowserContext, Page } from "@playwright/test";
import Papa from "papaparse";
import {
  hostileAddresses,
  hostileDescriptions,
  hostileFormulas,
} from "./support/hostile-payloads.ts";
import {
  orders,
  returns,
  rma,
  splitIntoGroups,
  thirds,
  webhooks,
} from "./support/hostile-records.ts";
import { startHostileConsole } from "./support/hostile-upstream.ts";
import { navigateTo } from "./support/navigate-to.ts";
import { expect, test } from "./support/test.ts";
import { waitUntilLoaded } from "./support/wait-until-loaded.ts";
import { watchForHarm } from "./support/watch-for-harm.ts";

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

const asLinkAndPicture = (address: string) =>
  `<a href="${escaped(address)}">press</a><img src="${escaped(address)}">`;

/** The number of payloads in one description, each followed by a marker. */
const groupSize = 12;

/** Whether each payload leaves the following markup intact, unlike an unclosed comment. */
const checkClosing = (page: Page, payloads: readonly string[]): Promise<boolean[]> =>
  page.evaluate(
    (texts) =>
      texts.map((text) => {
        const html = `<p></p>${text}<p class="end">`;
        const { body } = new DOMParser().parseFromString(html, "text/html");
        return body.querySelector(":scope > p.end") !== null;
      }),
    payloads,
  );

const isPicture = (text: string) => text.includes("/seen.png");

/**
 * Every payload in a description, and the picture that is requested on purpose. A payload that spoils the following
 * markup is the last of its description.
 */
const describe = async (page: Page): Promise<string[][]> => {
  const closed = await checkClosing(page, hostileDescriptions);
  const without = hostileDescriptions.filter((text) => !isPicture(text));
  const closes = new Set(hostileDescriptions.filter((_, at) => closed[at]));
  const spoiling = without.filter((text) => !closes.has(text));
  const groups = splitIntoGroups(
    without.filter((text) => closes.has(text)),
    groupSize,
  );
  return [
    ...groups.map((group) => [...group, ...spoiling.splice(0, 1)]),
    ...spoiling.map((text) => [text]),
    ...hostileDescriptions.filter(isPicture).map((text) => [text]),
    ...thirds.map((addresses) => [addresses.map(asLinkAndPicture).join("")]),
  ];
};

const addressAt = (index: number) => hostileAddresses[index % hostileAddresses.length]!;
const imagesAt = (index: number) =>
  [0, 1, 2, 3].map((more) => ({ id: more, url: addressAt(index * 4 + more), sort_order: more }));
const momentOf = (index: number) => new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString();

const markOf = (index: number, at: number) => `Mark-${index}-${at}-`;

const createProduct = (payloads: readonly string[], index: number) => ({
  id: index + 1,
  account_id: 1,
  channel_id: 1,
  sku: payloads.join(" ").slice(0, 1_200),
  title: `Hostile-${index}- ${payloads.join(" ").slice(0, 1_200)}`,
  description: payloads.map((text, at) => `<p>${markOf(index, at)}</p>${text}`).join(""),
  brand: addressAt(index),
  updated_at: momentOf(index),
  images: imagesAt(index),
  attributes: payloads.map((text, at) => ({
    id: at,
    name: addressAt(index),
    value: text.slice(0, 500),
  })),
  variants: [{ id: index + 1, sku: addressAt(index), price: 1, images: imagesAt(index) }],
});

/** Filled before the first test. */
const products: ReturnType<typeof createProduct>[] = [];

const changedProducts = ({ searchParams }: URL) => {
  const after = searchParams.get("filterUpdatedAfter") ?? "";
  const size = Number(searchParams.get("filterPageSize"));
  const start = (Number(searchParams.get("filterPageNumber")) - 1) * size;
  return products.filter((one) => one.updated_at > after).slice(start, start + size);
};

const lists: Readonly<Record<string, (address: URL) => unknown>> = {
  "/account": () => ({ id: 1, name: hostileAddresses[0] }),
  "/channel/": () => [{ id: 1, name: hostileAddresses[0], channelType: "reseller" }],
  "/sources": () => [],
  "/reseller-channels/1/products/parents": changedProducts,
  "/webhhok/configurations": () => webhooks,
  "/rma/1": () => rma,
  "/returns": () => returns,
};

const answerTo = (address: URL): unknown => {
  const [, id] = /^\/purchase-orders\/(\d+)$/.exec(address.pathname) ?? [];
  const [, hook] = /^\/webhhok\/configurations\/(\d+)$/.exec(address.pathname) ?? [];
  if (id) return orders[Number(id) - 1];
  return hook ? webhooks[Number(hook) - 1] : lists[address.pathname]?.(address);
};

interface Visit {
  path: string;
  /** The text of the heading once the record has loaded. */
  heading: string;
  /** The text of the description's frame once it has loaded. */
  marks?: string[];
}

const listVisits = (descriptions: readonly string[][]): Visit[] => [
  ...descriptions.map((payloads, index) => ({
    path: `/products/${index + 1}?channel=1&after=${momentOf(index - 1)}`,
    heading: `Hostile-${index}-`,
    marks: payloads.map((_, at) => markOf(index, at)),
  })),
  ...orders.map(({ id, purchaseOrderNumber: heading }) => ({
    path: `/purchase-orders/${id}`,
    heading,
  })),
  ...webhooks.map(({ id, configurationName: heading }) => ({ path: `/webhooks/${id}`, heading })),
  { path: "/rmas/1", heading: "Hostile-0-" },
];

/** Visits all screens by links, and returns what might do harm on each. Runs in the page, which is faster. */
const walk = (page: Page, all: readonly Visit[]): Promise<string[]> =>
  page.evaluate(async (steps) => {
    const wrongs: string[] = [];
    const frameOf = () => document.querySelector<HTMLIFrameElement>("iframe[title=Description]");
    const isThere = ({ heading, marks = [] }: Visit) =>
      document.querySelector("h1")?.textContent.includes(heading) === true &&
      document.querySelector("main [aria-busy=true]") === null &&
      marks.every((mark) => frameOf()?.contentDocument?.body?.textContent.includes(mark) === true);
    const until = async (step: Visit) => {
      for (const from = performance.now(); !isThere(step);) {
        if (performance.now() - from > 60_000) return wrongs.push(`${step.path}: never came`);
        await new Promise((done) => setTimeout(done, 4));
      }
      return 0;
    };
    const reject = (path: string, elements: Iterable<Element>) => {
      for (const one of elements) wrongs.push(`${path}: ${one.outerHTML.slice(0, 200)}`);
    };
    const forbidden =
      "script,style,iframe,frame,frameset,object,embed,applet,portal,form,input,button,select,textarea,base,meta,link,svg,math,audio,video,source,track,picture,template,noscript,[src],[srcset],[style],[background],[ping],[target],[id],[name],[action],[popover]";
    const isOwn = (text: string) => new URL(text, location.href).origin === location.origin;
    const inspectFrame = (path: string, root: HTMLElement) => {
      reject(path, root.querySelectorAll(forbidden));
      for (const one of [root, ...root.querySelectorAll("*")]) {
        const names = one.getAttributeNames();
        if (names.some((name) => name.startsWith("on"))) reject(path, [one]);
        const href = one.getAttribute("href");
        // An empty address is this page itself.
        if (href && !/^https?:\/\//i.test(href)) reject(path, [one]);
      }
    };
    for (const step of steps) {
      history.pushState(null, "", step.path);
      await until(step);
      // No address of the table may become a link or a picture here; the console's own links are allowed.
      reject(
        step.path,
        [...document.querySelectorAll("main [href], main [src]")].filter(
          (one) => !isOwn(one.getAttribute("href") ?? one.getAttribute("src") ?? ""),
        ),
      );
      const root = step.marks && frameOf()?.contentDocument?.body;
      if (root) inspectFrame(step.path, root);
    }
    return wrongs;
  }, all);

let hostile: Awaited<ReturnType<typeof startHostileConsole>>;
let visits: readonly Visit[];
test.beforeAll(async ({ browser }) => {
  const page = await browser.newPage();
  const descriptions = await describe(page);
  await page.close();
  products.push(...descriptions.map(createProduct));
  visits = listVisits(descriptions);
  hostile = await startHostileConsole(answerTo);
});
test.afterAll(() => hostile.close());

/** A page of the console that records harmful events, and what the policy blocked. */
const openWatchedPage = async (context: BrowserContext) => {
  const page = await context.newPage();
  const harm = watchForHarm(page, hostile.url);
  const said: string[] = [];
  // A sandboxed frame suppresses dialogs, so its scripts report in another way.
  await page.addInitScript(() => {
    globalThis.alert = () => console.warn("a script ran");
  });
  page.on("console", (message) => {
    const text = message.text();
    // Reported by the policy while text is purified, in a document that shows, runs and loads nothing.
    const purified =
      /^(?:Executing inline event handler|Applying inline style|Setting the document's base URI|Loading media)/.test(
        text,
      );
    if (/a script ran|Content Security Policy/i.test(text) && !purified) said.push(text);
  });
  return { page, harm, said };
};

test(`faults 23 and 24: ${hostileDescriptions.length + hostileAddresses.length} hostile descriptions and addresses run, ask and open nothing; a picture is loaded on request`, async ({
  context,
}) => {
  const { page, harm, said } = await openWatchedPage(context);
  await page.goto(`${hostile.url}/connection`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await walk(page, visits)).toEqual([]);
  await page.goto(`${hostile.url}/products?channel=1`);
  await expect(page.getByText(`All ${products.length} products`, { exact: true })).toBeVisible();
  await expect(
    page.getByRole("grid", { name: "Products" }).getByRole("link").first(),
  ).toBeVisible();
  await waitUntilLoaded(page);
  await page.waitForLoadState("networkidle");
  expect(harm).toEqual([]);
  expect(said).toEqual([]);

  const asked: string[] = [];
  await page.route("https://evil.example/**", (route) => {
    asked.push(route.request().url());
    return route.abort();
  });
  const index = products.findIndex(({ description }) => isPicture(description));
  await navigateTo(page, `/products/${index + 1}?channel=1&after=${momentOf(index - 1)}`);
  await expect(page.getByText("1 image from other sites isn't loaded.")).toBeVisible();
  expect(asked).toEqual([]);
  await page.getByRole("button", { name: "Load it" }).click();
  await expect.poll(() => asked).toEqual(["https://evil.example/seen.png"]);
});

test("fault 26: no text in the file of a list is a formula, and its amounts stay numbers", async ({
  page,
}) => {
  await page.goto(`${hostile.url}/returns`);
  const file = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV", exact: true }).click();
  const text = await readFile(await (await file).path(), "utf8");
  expect(text).toMatch(/^\uFEFF[^"\r]+\r\n/);
  const [header = [], ...lines] = Papa.parse<string[]>(text.slice(1), {
    delimiter: ",",
    newline: "\r\n",
  }).data;
  const cellsOf = (name: string) =>
    lines.slice(0, hostileFormulas.length).map((line) => line[header.indexOf(name)]);
  const guarded = hostileFormulas.map((formula) => `'${formula}`);
  for (const name of ["Return", "Status"]) expect(cellsOf(name)).toEqual(guarded);
  expect(cellsOf("Refund total")).toEqual(hostileFormulas.map(() => "-12.50"));
  // Text is quoted, so that a spreadsheet doesn't read it as a number; numbers aren't.
  expect(text.split(",-12.50,")).toHaveLength(hostileFormulas.length + 1);
  expect(lines.slice(hostileFormulas.length)).toEqual([[""]]);
});
