import type { RecordTable } from "#rules/record-table.ts";
import { createTable } from "#rules/record-table.ts";
import { runAllColumns, runColumns, runOnRecord, runRules } from "#rules/run-columns.ts";
import { listRuleParts } from "#rules/rule-parts.ts";
import type { RunnableMappingRule } from "#rules/rule-parts.ts";
import {
  benchContext,
  benchRecords,
  benchRules,
  toMappingRule,
  withActions,
} from "./bench-data.ts";
import { compiledJsonLogic, jsonRulesEngine } from "./other-engines.ts";

const samples = Number(process.env["BENCH_SAMPLES"] ?? 15);
const records = benchRecords(2_000);
const rules = benchRules(20);
const ours = rules.map(toMappingRule);
const wrapped = records.map((product) => ({ objects: { product } }));
const table = createTable(wrapped, benchContext);

const sum = (counts: readonly number[]): number =>
  counts.reduce((total, count) => total + count, 0);
const rounded = (ms: number): number => Number(ms.toPrecision(4));
const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;

/** Rules without cached results, as after loading. */
const fresh = (): RunnableMappingRule[] => structuredClone(ours);

/** Runs all of the rules on all of the records, and returns the number of matches. */
interface Contender {
  readonly engine: string;
  /** The kind of results that it gives. */
  readonly trace: string;
  readonly run: (fresh: readonly RunnableMappingRule[]) => number | Promise<number>;
}

/** The table with its columns, without cached results of rules. */
const forgotten = (of: RecordTable): RecordTable => ({ ...of, kept: new WeakMap() });

const matchesIn = (rule: RunnableMappingRule, of: RecordTable): number =>
  runColumns(rule, of).count(rule.rule ?? {}) ?? 0;

const inColumns = (mapping: readonly RunnableMappingRule[], of: RecordTable): number =>
  sum(mapping.map((rule) => matchesIn(rule, of)));

const contendersFor = async (): Promise<readonly Contender[]> => [
  {
    engine: "json-rules-engine",
    trace: "each condition asked",
    run: await jsonRulesEngine(rules, records),
  },
  { engine: "json-logic-engine, compiled", trace: "none", run: compiledJsonLogic(rules, records) },
  // Columns exist, as in the builder; all results are computed. Conditions that several rules share are computed
  // once.
  {
    engine: "ours, columns",
    trace: "every condition on every record",
    run: (mapping) => inColumns(mapping, forgotten(table)),
  },
  {
    engine: "ours, columns, each rule by itself",
    trace: "every condition on every record",
    run: (mapping) => sum(mapping.map((rule) => matchesIn(rule, forgotten(table)))),
  },
  {
    engine: "ours, columns rebuilt",
    trace: "every condition on every record",
    run: (mapping) => inColumns(mapping, createTable(wrapped, benchContext)),
  },
];

/** Measures all engines alternately in one run. */
async function* compareEngines(): AsyncGenerator<object> {
  const contenders = await contendersFor();
  const took = contenders.map((): number[] => []);
  const matches = new Set<number>();
  // The first round warms up and is not counted.
  for (let sample = 0; sample <= samples; sample++) {
    for (const [at, contender] of contenders.entries()) {
      const mapping = fresh();
      const started = performance.now();
      matches.add(await contender.run(mapping));
      if (sample > 0) took[at]?.push(performance.now() - started);
    }
  }
  if (matches.size > 1) throw new Error(`The engines differ: ${[...matches].join(", ")} matches.`);
  const anchor = median(took[0] ?? []);
  for (const [at, { engine, trace }] of contenders.entries()) {
    const ms = median(took[at] ?? []);
    const timesFaster = rounded(anchor / ms);
    yield {
      bench: "rule-engine",
      engine,
      trace,
      matches: [...matches][0],
      ms: rounded(ms),
      timesFaster,
    };
  }
}

/**
 * The rule with another operand in one condition; as in the builder, only the objects that contain that condition are
 * new.
 */
const withEdit = (mapping: RunnableMappingRule, edit: number): RunnableMappingRule => {
  const { rule } = mapping;
  if (!rule) return mapping;
  const [inRule, inGroup] = [edit % 3, edit % 4];
  const group = rule.groups?.[inRule];
  const condition = group?.conditions?.[inGroup];
  if (!rule.groups || !group?.conditions || !condition) return mapping;
  const other = { ...condition, condition: `${condition.condition ?? ""}${edit % 10}` };
  const changed = { ...group, conditions: group.conditions.with(inGroup, other) };
  return { ...mapping, rule: { ...rule, groups: rule.groups.with(inRule, changed) } };
};

/** The time from an edit of one condition to the counts for every part of all rules. */
const editToCounts = (): object => {
  let mapping = fresh();
  const count = () =>
    mapping.map((each) => {
      const run = runColumns(each, table);
      return each.rule ? listRuleParts(each.rule).map(({ part }) => run.count(part)) : [];
    });
  count();
  const took: number[] = [];
  for (let edit = 0; edit < 40 * samples; edit++) {
    const started = performance.now();
    mapping = mapping.map((each, at) => (at === edit % 20 ? withEdit(each, edit) : each));
    count();
    took.push(performance.now() - started);
  }
  return {
    bench: "rule-engine",
    engine: "ours, columns",
    measure: "one condition edited, to the counts of every part of all rules",
    ms: rounded(median(took)),
  };
};

/** One record at a time, as the service and the test of one record run rules: without and with the reasons in words. */
function* singleRecords(): Generator<object> {
  const few = wrapped.slice(0, 200);
  const each =
    (run: (rule: RunnableMappingRule, record: (typeof few)[number]) => unknown) => () => {
      for (const record of few) for (const rule of ours) run(rule, record);
    };
  const ways = {
    "one record, all rules": () => {
      for (const record of few) runRules(ours, record, benchContext);
    },
    "one record, one rule, with reasons in words": each((rule, record) =>
      runOnRecord(rule, record, benchContext),
    ),
  };
  const took = new Map<string, number[]>();
  for (let sample = 0; sample <= samples; sample++)
    for (const [way, run] of Object.entries(ways)) {
      const started = performance.now();
      run();
      if (sample > 0) took.set(way, [...(took.get(way) ?? []), performance.now() - started]);
    }
  const anchor = median(took.get("one record, all rules") ?? []);
  for (const [way, times] of took)
    yield {
      bench: "rule-engine",
      engine: `ours, ${way}`,
      measure: "one record through one rule",
      us: rounded((median(times) * 1_000) / (few.length * ours.length)),
      timesSlower: rounded(median(times) / anchor),
    };
}

/** As many records at once as the gateway takes. */
const chunkSize = 4_096;

/** Many records through all rules in sequence, with every changed value before and after. */
const manyRecords = (): object => {
  const many = benchRecords(100_000).map((product) => ({ objects: { product } }));
  const took: number[] = [];
  let [matches, cells] = [0, 0];
  for (let sample = 0; sample <= Math.min(5, samples); sample++) {
    [matches, cells] = [0, 0];
    const acting = fresh().map(withActions);
    const started = performance.now();
    for (let from = 0; from < many.length; from += chunkSize) {
      const table = createTable(many.slice(from, from + chunkSize), benchContext);
      const { runs, changedValues } = runAllColumns(acting, table);
      matches += sum(acting.map(({ rule }, at) => (rule && runs[at]?.count(rule)) ?? 0));
      cells += sum(changedValues().map(({ before }) => before.length));
    }
    if (sample > 0) took.push(performance.now() - started);
  }
  return {
    bench: "rule-engine",
    engine: "ours, columns",
    measure: "100,000 records through 20 rules, with every changed value before and after",
    matches,
    cells,
    ms: rounded(median(took)),
  };
};

/** The time to evaluate rules, to evaluate them again, and to run their actions. @public */
export async function* measureEngines(): AsyncGenerator<object> {
  yield* compareEngines();
  yield* singleRecords();
  yield editToCounts();
  yield manyRecords();
}
