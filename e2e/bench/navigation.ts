import { type Browser, type BrowserContext, chromium } from "@playwright/test";
import { launchOptions } from "#e2e/support/launch-options.ts";
import { startRecords } from "#e2e/support/records.ts";
import { startStack } from "#e2e/support/start-stack.ts";
import { startEmptyApp } from "./navigation/start-empty-app.ts";
import { openMeter, timeVisit, type Visit, type Way } from "./navigation/time-visit.ts";

/*
 * The time from a click in the main menu to the painted heading of the next screen: the production build of the
 * console, and a nearly empty app of the same libraries. Both run alternately in one browser with a warm cache; the
 * service has no rate limit. Each round loads both apps, visits every list (first) and every list once more (again).
 * Medians.
 */

const rounds = Number(process.env["BENCH_ROUNDS"] ?? 9);

const list = (link: string): Way => ({ link, heading: link, rows: "main [data-row-link]" });

interface App {
  /** The start of a round: none of the lists. */
  readonly start: string;
  readonly ways: readonly Way[];
}

const ourWays: readonly Way[] = [
  { link: "Overview", heading: "Overview", rows: "main li a" },
  ...["RMAs", "Returns", "Purchase orders", "Products"].map(list),
  ...["Mapping rules", "Mapping sets", "Webhooks"].map(list),
];

type Visits = Map<string, { first: Visit[]; again: Visit[] }>;

const runRound = async (context: BrowserContext, app: App, visits: Visits): Promise<void> => {
  const page = await context.newPage();
  try {
    await page.goto(app.start, { waitUntil: "networkidle" });
    await page.waitForTimeout(1_000);
    const meter = await openMeter(page);
    for (const turn of ["first", "again"] as const)
      for (const way of app.ways) {
        const visit = await timeVisit(page, meter, way);
        const kept = visits.get(way.link) ?? { first: [], again: [] };
        kept[turn].push(visit);
        visits.set(way.link, kept);
      }
  } finally {
    await page.close();
  }
};

/** Runs every round of both apps; the first one only fills the browser's cache. */
const measure = async (browser: Browser, apps: readonly App[]): Promise<Visits[]> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  // The tool that runs the sources makes every function call this helper, which does not exist in the page.
  await context.addInitScript({ content: "globalThis.__name = (one) => one;" });
  for (const app of apps) await runRound(context, app, new Map());
  const all = apps.map((): Visits => new Map());
  for (let round = 0; round < rounds; round += 1)
    for (const [place, app] of apps.entries()) await runRound(context, app, all[place]!);
  await context.close();
  return all;
};

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const figures = ["headingMs", "rowsMs", "threadMs"] as const;
const turns = ["first", "again"] as const;

/** The medians of visits, for each figure and turn. */
const calculateMedians = (some: readonly { first: Visit[]; again: Visit[] }[]) =>
  Object.fromEntries(
    turns.flatMap((turn) =>
      figures.map((figure) => [
        `${turn} ${figure}`,
        Math.round(median(some.flatMap((one) => one[turn].map((visit) => visit[figure]))) * 10) /
          10,
      ]),
    ),
  );

const calculateRatios = (ours: Record<string, number>, empty: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(ours).map(([name, ms]) => [
      name,
      Math.round((ms / (empty[name] ?? Number.NaN)) * 100) / 100,
    ]),
  );

export async function* bench(): AsyncGenerator<object> {
  const endRecords = await startRecords();
  const stack = await startStack();
  const empty = await startEmptyApp();
  const browser = await chromium.launch(launchOptions());
  try {
    const [ours, theirs] = await measure(browser, [
      { start: `${stack.url}/connection`, ways: ourWays },
      { start: `${empty.url}/`, ways: ["Orders", "Parts"].map(list) },
    ]);
    const anchor = calculateMedians([...theirs!.values()]);
    const all = calculateMedians([...ours!.values()]);
    const table = {
      "nearly empty app": anchor,
      ...Object.fromEntries([...ours!].map(([name, visits]) => [name, calculateMedians([visits])])),
      "all lists": all,
      "all lists / nearly empty app": calculateRatios(all, anchor),
    };
    console.table(table);
    yield { bench: "navigation", rounds, ...table };
  } finally {
    await browser.close();
    await empty.close();
    await stack.stop();
    await stack.remove();
    await endRecords();
  }
}
