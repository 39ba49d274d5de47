import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import react from "@vitejs/plugin-react";
import { build } from "vite";
import type { BenchPage } from "./rule-builder-page/page.tsx";
import { serveFolder } from "./serve-folder.ts";
import { launchOptions } from "#e2e/support/launch-options.ts";
import { mantineCss } from "#build/mantine-css.ts";

/*
 * Our rule builder and react-querybuilder in one run: production builds, a new page for each sample, both
 * alternately, medians. Ours has validation, undo and autosave on.
 */

const variants = ["querybuilder", "ours"] as const;
type Variant = (typeof variants)[number];
const sizes = [100, 1_000, 3_000];
const samples = Number(process.env["BENCH_SAMPLES"] ?? 5);
const keystrokes = 12;

interface Sample {
  readonly mountMs: number;
  readonly keyMs: number;
  readonly keyScriptMs: number;
  readonly addMs: number;
  readonly elements: number;
  readonly heapMb: number;
  /** Figures that only ours has. */
  readonly acts: Readonly<Record<string, number>>;
}

/** The limits relative to react-querybuilder, by size. */
const targets: Readonly<Record<number, Partial<Record<keyof Omit<Sample, "acts">, number>>>> = {
  1_000: { mountMs: 0.15, keyMs: 0.5, keyScriptMs: 0.15, addMs: 0.35 },
  3_000: { mountMs: 0.08, keyMs: 0.25, keyScriptMs: 0.08, addMs: 0.2 },
};

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

const scriptMs = async (page: Page): Promise<() => Promise<number>> => {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  return async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "ScriptDuration")?.value ?? 0) * 1_000;
  };
};

const call = <K extends keyof BenchPage>(page: Page, name: K, argument?: number) =>
  page.evaluate(
    ([method, given]) =>
      (globalThis.benchPage as unknown as Record<string, (value?: number) => unknown>)[method]!(
        given,
      ),
    [name, argument] as [string, number | undefined],
  ) as Promise<Awaited<ReturnType<BenchPage[K]>>>;

/** Types keys one by one, and waits for the resulting validation and autosave. */
const type = async (page: Page): Promise<void> => {
  for (let key = 0; key < keystrokes; key++) {
    await page.keyboard.press("x");
    await page.waitForTimeout(50);
  }
  await page.waitForTimeout(1_000);
};

const sample = async (
  browser: Browser,
  url: string,
  variant: Variant,
  n: number,
): Promise<Sample> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await page.goto(`${url}/?variant=${variant}&n=${n}`);
    await page.waitForFunction(() => globalThis.benchPage !== undefined);
    const mountMs = await call(page, "mount");
    await call(page, "enterRow", Math.floor(n / 2));
    await page.waitForTimeout(200);
    await type(page);
    const keyMs = median(await call(page, "keys"));
    const script = await scriptMs(page);
    const before = await script();
    await type(page);
    const keyScriptMs = ((await script()) - before) / keystrokes;
    const addMs = await call(page, "add");
    const elements = await call(page, "elements");
    const heapMb = await page.evaluate(
      () =>
        (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize /
        1e6,
    );
    const acts = await call(page, "acts");
    return { mountMs, keyMs, keyScriptMs, addMs, elements, heapMb, acts };
  } finally {
    await context.close();
  }
};

const names = ["mountMs", "keyMs", "keyScriptMs", "addMs", "elements", "heapMb"] as const;
const rounded = (value: number): number => Math.round(value * 100) / 100;

const calculateFigures = (n: number, all: ReadonlyMap<Variant, readonly Sample[]>): object => {
  const of = (variant: Variant, name: (typeof names)[number]) =>
    median((all.get(variant) ?? []).map((one) => one[name]));
  const lines = names.map((name) => {
    const [anchor, ours] = [of("querybuilder", name), of("ours", name)];
    return [
      name,
      {
        querybuilder: rounded(anchor),
        ours: rounded(ours),
        ratio: rounded(ours / anchor),
        target: targets[n]?.[name],
      },
    ];
  });
  const ours = all.get("ours") ?? [];
  const acts = Object.keys(ours[0]?.acts ?? {}).map((name) => [
    name,
    rounded(median(ours.map((one) => one.acts[name] ?? Number.NaN))),
  ]);
  return {
    bench: "rule-builder",
    conditions: n,
    ...Object.fromEntries(lines),
    oursAlone: Object.fromEntries(acts),
  };
};

export async function* bench(): AsyncGenerator<object> {
  const folder = mkdtempSync(join(tmpdir(), "supercargo-rule-builder-"));
  await build({
    root: join(import.meta.dirname, "rule-builder-page"),
    configFile: false,
    logLevel: "error",
    plugins: [react(), mantineCss()],
    build: { outDir: folder, emptyOutDir: true, target: "es2023" },
  });
  const server = await serveFolder(folder);
  const browser = await chromium.launch(launchOptions());
  try {
    for (const n of sizes) {
      const all = new Map<Variant, Sample[]>(variants.map((variant) => [variant, []]));
      for (let round = 0; round < samples; round++)
        for (const variant of variants)
          all.get(variant)?.push(await sample(browser, server.url, variant, n));
      yield calculateFigures(n, all);
    }
  } finally {
    await browser.close();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
