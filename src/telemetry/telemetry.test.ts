import { TracerProvider } from "@opentelemetry/sdk-trace";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { expect, test } from "vitest";
import { createTracers, statementStep, traceStatements } from "./create-tracer.ts";
import { readFigures } from "./read-figures.ts";
import { watchExports } from "./start-telemetry.ts";

test("figures keep their names and labels, and each bucket counts its own values", async () => {
  const registers = [new Registry()];
  const times = new Histogram({
    name: "times",
    help: "Times",
    labelNames: ["what"],
    buckets: [1, 5],
    registers,
  });
  for (const value of [0.5, 1, 3, 9]) times.observe({ what: "a" }, value);
  times.observe({ what: "b" }, 7);
  const counter = new Counter({ name: "count_total", help: "Count", registers });
  counter.inc(4);
  const gauge = new Gauge({ name: "level", help: "Level", labelNames: ["lane"], registers });
  gauge.set({ lane: 0 }, 2);
  gauge.set({ lane: 1 }, Number.NaN);
  const none = new Gauge({ name: "none", help: "None", registers });
  none.remove();
  const [registry] = registers;
  const period = { startTime: [1, 0], endTime: [2, 0] } as const;
  const figures = readFigures((await registry?.getMetricsAsJSON()) ?? [], {
    startTime: [...period.startTime],
    endTime: [...period.endTime],
  });
  const point = (attributes: object, value: unknown) => ({ ...period, attributes, value });
  expect(figures.map(({ descriptor, dataPoints }) => [descriptor.name, dataPoints])).toEqual([
    [
      "times",
      [
        point(
          { what: "a" },
          { buckets: { boundaries: [1, 5], counts: [2, 1, 1] }, sum: 13.5, count: 4 },
        ),
        point(
          { what: "b" },
          { buckets: { boundaries: [1, 5], counts: [0, 0, 1] }, sum: 7, count: 1 },
        ),
      ],
    ],
    ["count_total", [point({}, 4)]],
    ["level", [point({ lane: "0" }, 2)]],
  ]);
});

test.each([
  ["select 1", "SELECT"],
  ["\n  select a.id\n  from service.rmas a where id = $1", "SELECT service.rmas"],
  ["insert into gateway.changes (a) values ($1)", "INSERT gateway.changes"],
  ["update service.returns set a = $1", "UPDATE service.returns"],
  ["with due as (select id from service.outbox) delete from other", "WITH service.outbox"],
  ["", "statement"],
])("a statement is named after its command and table: %j", (text, name) => {
  const step = statementStep(text);
  expect(step.name).toBe(name);
  expect(step.facts["db.query.text"]).toBe(text.replaceAll(/\s+/g, " ").trim());
});

test("a long statement is cut", () => {
  expect(statementStep(`select ${"x, ".repeat(2_000)}`).facts["db.query.text"]).toHaveLength(1_000);
});

test("failing exports are one line, and so is the first that works again", () => {
  const lines: string[] = [];
  const results = [
    { code: 0 },
    { code: 1, error: Object.assign(new Error("secret"), { code: "ECONNREFUSED" }) },
    { code: 1, error: Object.assign(new Error("secret"), { code: 503 }) },
    { code: 0 },
    { code: 0 },
    { code: 1 },
  ];
  const exporter = watchExports<string>(
    "metrics",
    {
      export: (_, done) => done(results.shift() ?? { code: 0 }),
      forceFlush: async () => undefined,
      shutdown: async () => undefined,
    },
    (line) => lines.push(line),
  );
  let done = 0;
  while (results.length > 0) exporter.export("data", () => (done += 1));
  expect(done).toBe(6);
  expect(lines.map((line) => line.replace(/\..*/, ""))).toEqual([
    "Exporting metrics to the OpenTelemetry collector fails (ECONNREFUSED)",
    "Exporting metrics to the OpenTelemetry collector works again",
    "Exporting metrics to the OpenTelemetry collector fails (no response)",
  ]);
});

test("work that goes on after its span has ended belongs to no span", async () => {
  const tracer = createTracers(new TracerProvider())("test");
  const step = { name: "step", kind: "internal", facts: {} } as const;
  const traceOf = (span: { ids: { trace_id: string } }) => span.ids.trace_id;
  const span = tracer.begin(step);
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const work = span.run(async () => {
    const during = tracer.begin(step);
    expect(traceOf(during)).toBe(traceOf(span));
    await released;
    expect(tracer.isInSpan()).toBe(false);
    expect(traceOf(tracer.begin(step))).not.toBe(traceOf(span));
    const run = async () => "rows";
    return traceStatements(tracer).statement(() => expect.unreachable(), run);
  });
  expect(tracer.isInSpan()).toBe(false);
  span.end();
  release();
  expect(await work).toBe("rows");
});
