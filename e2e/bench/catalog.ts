import { mkdtempSync, rmSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type CatalogMatches,
  type CatalogState,
  everyProduct,
  type FieldValues,
} from "#contract/catalog.ts";
import type { ResellerProductParent } from "#contract/products.ts";
import type { RuleAnalysisLine } from "#contract/rule-analysis.ts";
import type { RuleRunLine } from "#contract/rule-runs.ts";
import type { Target } from "#database/connect.ts";
import { migrate } from "#database/migrate.ts";
import { openDatabase } from "#database/open.ts";
import { createWorkspace } from "#demo/workspace.ts";
import type { Sql } from "#database/sql.ts";
import { openCatalog, type Product, saveCatalog, savePage } from "#gateway/catalog/store.ts";
import { answer, startUpstream } from "#gateway/testing/recording-upstream.ts";
import { workflowMetaData } from "#service/workflow-catalogue.ts";
import { findSampleKind } from "#web/screens/mapping-rules/preview/preview-session.ts";
import { percentile, round } from "./measuring/percentile.ts";
import { readProcessorTime } from "./measuring/processor-time.ts";
import { killPrograms, startProgram, type StartedProgram } from "./measuring/start-program.ts";
import { benchCatalogue, typedTexts } from "./product-search/bench-catalogue.ts";

const productCount = Number(process.env["BENCH_PRODUCTS"] ?? 100_000);
const people = 20;
const keyMs = 333;
const typingMs = 30_000;
const windowRows = 120;

/** Pages of the API's size are timed; the rest is written in larger ones. */
const timedPages = 100;
const largePage = 500;

const urlOf = (target: Target): string => {
  if ("url" in target) return target.url;
  const { path, user, database } = target;
  const port = path.slice(path.lastIndexOf(".") + 1);
  return `postgres://${user}@${encodeURIComponent(dirname(path))}:${port}/${database}`;
};

const spread = (times: readonly number[]) => ({
  p50: round(percentile(times, 0.5)),
  p95: round(percentile(times, 0.95)),
  most: round(percentile(times, 1)),
  times: times.length,
});

/** Writes the products as a sweep does; returns the times of pages of the API's size. */
const fill = async (sql: Sql, upstream: string): Promise<number[]> => {
  const { id } = await openCatalog(sql, upstream, 1);
  const times: number[] = [];
  let [page, products]: [Product[], number] = [[], 0];
  const write = async () => {
    const began = performance.now();
    const version = products + 1;
    await sql.begin(async (transaction) => {
      const saved = await savePage(transaction, id, page, { version, pass: 1, readAt: Date.now() });
      products += saved.inserted;
      const now = Date.now();
      const swept = { pass: 1, before: 0, from: now, at: now };
      const state = JSON.stringify({ pass: 1, swept, nextCheckAt: now + 86_400_000 });
      await saveCatalog(transaction, id, { version, products, state, asked: null });
    });
    if (times.length < timedPages) times.push(performance.now() - began);
    page = [];
  };
  for (const product of benchCatalogue(productCount)) {
    page.push({ id: product.id!, product: product as ResellerProductParent });
    if (page.length === (times.length < timedPages ? 50 : largePage)) await write();
  }
  if (page.length > 0) await write();
  return times;
};

const call = async <T>(url: string, body?: object): Promise<T> => {
  const response = await fetch(url, {
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    headers: { "content-type": "application/json", "x-requested-by": "bench" },
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return (await response.json()) as T;
};

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

const keysOf = (text: string) =>
  [...text].map((_, at, letters) => letters.slice(0, at + 1).join(""));

/** A gateway with the filled database, and its calls. */
const ask = ({ url }: StartedProgram) => {
  const path = `${url}/api/catalog/1`;
  const search = async (text: string, more: object = {}) =>
    call<CatalogMatches>(`${path}/search`, {
      query: { ...everyProduct, text },
      first: 0,
      count: windowRows,
      ...more,
    });
  return {
    search,
    /** Until the index is complete. */
    open: async () => {
      const began = performance.now();
      let firstMs: number | undefined;
      for (;;) {
        const { state, total } = await search("");
        firstMs ??= performance.now() - began;
        if (state.opening === null && total === state.products)
          return { firstMs: round(firstMs), completeMs: round(performance.now() - began) };
        await sleep(50);
      }
    },
    state: async () => call<CatalogState>(path),
    samples: async (count: number) => call(`${path}/samples`, { first: 0, count }),
    values: async (field: string, text: string) =>
      call<FieldValues | null>(`${path}/values`, { field, entry: null, text }),
  };
};

/** The demonstration's rules, and each of them with other operands. */
const listRules = () => {
  const workspace = createWorkspace({ parents: 1 }, Date.UTC(2026, 10, 20));
  const sets = workspace.mappingSets();
  const idOf = (name: string) => String(sets.findIndex(({ set }) => set.name === name) + 1);
  const mappingSets = sets.map(({ items }, at) => ({
    id: at + 1,
    lines: items.map(({ fromValue, toValue }) => ({ from: fromValue, to: toValue ?? "" })),
  }));
  const all = workspace.mappingRules(workflowMetaData, idOf).map(({ rule }) => rule);
  const analysis = {
    rules: all.filter(({ eventId }) => findSampleKind(workflowMetaData, eventId) === "product"),
    workflow: workflowMetaData,
    mappingSets,
  };
  const tests = all.map((rule) => {
    const groups = rule.rule.groups.map((group) => ({
      ...group,
      conditions: group.conditions.map((condition) => ({
        ...condition,
        condition: `${condition.condition ?? ""}1`,
      })),
    }));
    const common = { workflow: workflowMetaData, mappingSets, assumed: [] };
    const edited = { ...rule, rule: { ...rule.rule, groups } };
    return { body: { ...common, rule }, edited: { ...common, rule: edited } };
  });
  return { tests, analysis };
};

/** The result of a run over all products. */
const runOnAll = async <L extends RuleRunLine | RuleAnalysisLine>(
  { url }: StartedProgram,
  what: "rule-runs" | "rule-analysis",
  body: object,
): Promise<Extract<L, { kind: "result" }>["result"]> => {
  const response = await fetch(`${url}/api/catalog/1/${what}`, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", "x-requested-by": "bench" },
  });
  const lines = (await response.text()).trimEnd().split("\n");
  const last = JSON.parse(lines.at(-1) ?? "") as L;
  if (last.kind !== "result") throw new Error(JSON.stringify(last).slice(0, 500));
  return last.result as Extract<L, { kind: "result" }>["result"];
};
const testRule = async (program: StartedProgram, body: object) =>
  runOnAll<RuleRunLine>(program, "rule-runs", body);

/** Fields of products and variants with few, many and very many values, and numbers. */
const valueFields = ["product.brand", "product.title", "product.sku", "variant.price"];

/** The values of fields, as they are asked for while an operand is typed. */
const findValues = async ({ values }: ReturnType<typeof ask>) => {
  const began = performance.now();
  while ((await values("product.brand", "")) === null) await sleep(50);
  const countedMs = round(performance.now() - began);
  const times: number[] = [];
  for (const field of valueFields)
    for (const text of ["", ...keysOf("hartwell"), ...keysOf("19.9")])
      times.push(await timed(async () => values(field, text)));
  return { countedMs, ...spread(times) };
};

/** Checks the rules for products on all of them, and counts look-ups in a mapping set. */
const analyze = async (program: StartedProgram, { analysis }: ReturnType<typeof listRules>) => {
  const beforeMb = program.residentMegabytes();
  let mostMb = beforeMb;
  const watching = setInterval(() => {
    mostMb = Math.max(mostMb, program.residentMegabytes());
  }, 250);
  const run = async (lookupsIn: number | null) =>
    runOnAll<RuleAnalysisLine>(program, "rule-analysis", { ...analysis, lookupsIn });
  const began = performance.now();
  const { of, findings } = await run(null);
  const ms = round(performance.now() - began);
  const lookupsMs = round(await timed(async () => run(1)));
  clearInterval(watching);
  const [rules, found] = [analysis.rules.length, findings.length];
  return { rules, products: of, findings: found, ms, lookupsMs, beforeMb, mostMb };
};

/** People who type at the same time, each with one search under way and at most one waiting. */
const typeTogether = async (search: (text: string) => Promise<unknown>): Promise<number[]> => {
  const times: number[] = [];
  const until = performance.now() + typingMs;
  const type = async (person: number): Promise<void> => {
    await sleep((person * keyMs) / people);
    for (let text = person; performance.now() < until; text += 1)
      for (const key of keysOf(typedTexts[text % typedTexts.length]!)) {
        const took = timed(async () => search(key)).then((ms) => times.push(ms));
        await Promise.all([took, sleep(keyMs * (0.7 + Math.random() * 0.6))]);
      }
  };
  await Promise.all(Array.from({ length: people }, async (_, person) => type(person)));
  return times;
};

export async function* bench(): AsyncGenerator<object> {
  const line = (what: string, figures: object) => ({ bench: "catalog", what, ...figures });
  const folder = mkdtempSync(join(tmpdir(), "supercargo-catalog-"));
  const upstream = await startUpstream((_request, response) => answer(response, 200, []));
  const database = await openDatabase({ dataDir: join(folder, "database"), max: 4 });
  try {
    const { sql } = database;
    const migrations = new URL("../../src/gateway/migrations/", import.meta.url);
    await migrate(sql, { schema: "gateway", folder: migrations });
    const pages = await fill(sql, upstream.baseUrl);
    yield line("a page of 50 is stored", spread(pages));
    const dataDir = join(folder, "gateway");
    const start = async () =>
      startProgram(["console"], {
        DATA_DIR: dataDir,
        DATABASE_URL: urlOf(database.target),
        API_BASE_URL: upstream.baseUrl,
        API_TOKEN: "token-of-a-bench",
      });
    const first = await start();
    const startedMb = first.residentMegabytes();
    const gateway = ask(first);
    /** The gateway's processor time, for each of so many. */
    const spent = async <T extends { readonly times?: number }>(work: () => Promise<T>) => {
      const before = readProcessorTime([first.pid]);
      const figures = await work();
      const cpuMs = readProcessorTime([first.pid]) - before;
      return { ...figures, cpuMs: round(cpuMs / (figures.times ?? 1)) };
    };
    yield line("opened from all rows", {
      ...(await spent<object>(gateway.open)),
      products: (await gateway.state()).products,
      startedMb,
      openedMb: first.residentMegabytes(),
    });
    for (const key of keysOf("warm up")) await gateway.search(key);
    const timeAll = async (texts: readonly string[], more: object = {}) => {
      const times: number[] = [];
      for (const text of texts) times.push(await timed(async () => gateway.search(text, more)));
      return spread(times);
    };
    const keys = typedTexts.flatMap(keysOf);
    yield line("typed letter by letter", await spent(async () => timeAll(keys)));
    const facets = { count: 0, facets: true };
    const others = typedTexts.map((text) => `${text} `);
    yield line("facets", await spent(async () => timeAll(others, facets)));
    const together = async () => spread(await typeTogether(gateway.search));
    for (let run = 1; run <= 3; run += 1)
      yield line(`${people} people typing`, { run, ...(await spent(together)) });
    const samples = await timed(async () => gateway.samples(2_000));
    yield line("2,000 samples", { ms: round(samples), residentMb: first.residentMegabytes() });
    const isSaved = async () =>
      (await readdir(dataDir).catch(() => [])).some((name) => name.endsWith(".index"));
    while (!(await isSaved())) await sleep(500);
    yield line("saved", { residentMb: first.residentMegabytes() });
    await first.end();
    const second = await start();
    const opened = await ask(second).open();
    yield line("opened from the saved file", { ...opened, residentMb: second.residentMegabytes() });
    yield line("values of a field", await findValues(ask(second)));
    const listed = listRules();
    yield line("rules are checked on all products", await analyze(second, listed));
    const rules = listed.tests;
    const edits: number[] = [];
    const tests: number[] = [];
    let mostMb = 0;
    for (const { body, edited } of rules) {
      tests.push(await timed(async () => testRule(second, body)));
      mostMb = Math.max(mostMb, second.residentMegabytes());
      edits.push(await timed(async () => testRule(second, edited)));
      mostMb = Math.max(mostMb, second.residentMegabytes());
    }
    const { tested } = await testRule(second, rules[0]!.body);
    yield line("a rule is tested on all products", {
      tested,
      firstMs: round(tests[0] ?? 0),
      ...spread(tests),
      afterAnEdit: spread(edits),
      residentMb: mostMb,
    });
    await second.end();
  } finally {
    killPrograms();
    await upstream.close();
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
