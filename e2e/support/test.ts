import { test as base, type BrowserContext, expect, type Page } from "@playwright/test";
import type { PageState } from "#contract/page-state.ts";
import { type Api, callApi } from "./call-api.ts";
import { type DocumentedOnly, startDocumentedOnly } from "./documented-only.ts";
import { type FaultyUpstream, startFaultyUpstream } from "./faulty-upstream.ts";
import { createOwn, type Own } from "./start-own.ts";
import { type Stack, startStack, testToken } from "./start-stack.ts";

export { expect };

export interface WorkerFixtures {
  /** The console with the embedded service and its own small demonstration workspace, one for each worker. */
  stack: Stack;
  /** A console whose upstream is `stack`'s service without any extension. */
  documentedOnly: Stack;
  /** A console with its service and an empty account. */
  emptyConsole: Stack;
  /** The source of `faulty`, one for each worker. */
  faultyConsole: FaultyConsole;
}

/** A console with an upstream that fails on demand and records its requests; behind it is `stack`'s service. */
export interface FaultyConsole {
  readonly url: string;
  readonly upstream: FaultyUpstream;
}

export interface TestFixtures {
  /** The worker's console with a faulty upstream, whose faults and recorded requests are those of one test. */
  faulty: FaultyConsole;
  /** Calls the service behind the console. */
  api: Api;
  /** Starts consoles for one test; they end with the test, however it ends. */
  own: Own;
}

/** Browser errors that are always ours: exceptions and violations of the content policy. */
const watchForFaults = (page: Page): string[] => {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(`${error.name}: ${error.message}`));
  page.on("console", (message) => {
    const text = message.text();
    // The policy allows images over http of the embedded service only; a test's own API has others.
    if (text.startsWith("Loading the image 'http://127.0.0.1:")) return;
    if (/Content Security Policy|Permissions policy/i.test(text)) faults.push(text);
  });
  return faults;
};

/**
 * The style elements of the console in a test's open pages: its content policy forbids all of them. The gateway's plain
 * pages have one by its hash.
 */
const findStyles = async (page: Page): Promise<string[]> => {
  const read = (one: Page) =>
    one.evaluate(() =>
      Array.from(document.querySelectorAll("html:has(#root) style"), ({ outerHTML }) => outerHTML),
    );
  // A page that has crashed, or is about to be replaced, returns nothing.
  const styles = await Promise.all(
    page
      .context()
      .pages()
      .map((one) => read(one).catch(() => [])),
  );
  return styles.flat();
};

/** The consoles that remember something for everyone, because they have no sign-in: the next test doesn't find it there. */
const remembering = new Set<string>();

const watchPreferences = (context: BrowserContext): void => {
  context.on("request", (request) => {
    const { origin, pathname } = new URL(request.url());
    if (pathname === "/api/preferences") remembering.add(origin);
  });
};

const forgetPreferences = async (origin: string): Promise<void> => {
  const headers = { accept: "text/html", "x-requested-by": "supercargo" };
  const page = await (await fetch(origin, { headers })).text();
  const [, json = "{}"] = /id="page-state">(.*?)<\/script>/.exec(page) ?? [];
  for (const name of Object.keys((JSON.parse(json) as Partial<PageState>).preferences ?? {}))
    await fetch(`${origin}/api/preferences`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ name, value: null }),
    });
};

/** Runs in each page: a test uses one or two screens, so the code of the others is not loaded. */
export const saveData = (): void => {
  Object.defineProperty(navigator, "connection", { value: { saveData: true } });
};

export const test = base.extend<TestFixtures, WorkerFixtures>({
  stack: [
    async ({}, use) => {
      const stack = await startStack();
      await use(stack);
      await stack.stop();
      await stack.remove();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  documentedOnly: [
    async ({ stack }, use) => {
      const upstream: DocumentedOnly = await startDocumentedOnly(stack.upstreamUrl);
      const console = await startStack({
        env: { API_BASE_URL: upstream.url, API_TOKEN: testToken },
      });
      await use(console);
      await console.stop();
      await console.remove();
      await upstream.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  emptyConsole: [
    async ({}, use) => {
      const console = await startStack({ records: "nothing" });
      await use(console);
      await console.stop();
      await console.remove();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  faultyConsole: [
    async ({ stack }, use) => {
      const upstream = await startFaultyUpstream(stack.upstreamUrl);
      // Its requests are counted, so nothing is cataloged.
      const console = await startStack({
        env: { API_BASE_URL: upstream.url, API_TOKEN: testToken, COPY_SHARE: "0" },
      });
      await use({ url: console.url, upstream });
      await console.stop();
      await console.remove();
      await upstream.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  faulty: async ({ faultyConsole }, use) => {
    faultyConsole.upstream.forgetArrivals();
    await use(faultyConsole);
    await faultyConsole.upstream.heal();
    // The gateway believes for minutes that an operation is not offered, unless it answers.
    for (const path of faultyConsole.upstream.takeUnserved())
      await fetch(`${faultyConsole.url}/api${path}`, {
        headers: { "x-requested-by": "supercargo", "cache-control": "no-cache" },
      });
  },
  baseURL: async ({ stack }, use) => use(stack.url),
  context: async ({ context, stack }, use) => {
    // A console may have ended.
    for (const origin of remembering.add(stack.url))
      await forgetPreferences(origin).catch(() => undefined);
    remembering.clear();
    watchPreferences(context);
    await context.addInitScript(saveData);
    await use(context);
  },
  page: async ({ page }, use) => {
    const faults = watchForFaults(page);
    await use(page);
    expect(faults).toEqual([]);
    expect(await findStyles(page)).toEqual([]);
  },
  own: async ({}, use) => {
    const own = createOwn();
    await use(own);
    await own.end();
  },
  api: async ({ stack }, use) => use((path, init) => callApi(stack.upstreamUrl, path, init)),
});
