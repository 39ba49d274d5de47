import { describe, expect, test } from "vitest";
import type { RuleRecord } from "#rules/field-values.ts";
import { emptyCatalogue } from "#rules/rule-catalogue.ts";
import type { RunnableMappingRule } from "#rules/runnable-rule.ts";
import { startRuleWorker } from "./run-rules-in-worker.ts";
import { type RuleRequest, serveRules } from "./serve-rules.ts";

/** A worker in the same thread; every message is copied, as between threads. */
const localWorker = () => {
  const target = new EventTarget();
  const requests: RuleRequest["kind"][] = [];
  const reply = (data: unknown) =>
    queueMicrotask(() => target.dispatchEvent(new MessageEvent("message", { data })));
  const serve = serveRules(
    (message) => reply(structuredClone(message)),
    () => new Promise((resolve) => setTimeout(resolve)),
  );
  const worker = Object.assign(target, {
    postMessage: (request: RuleRequest) => {
      requests.push(request.kind);
      const copy = structuredClone(request);
      queueMicrotask(() => serve(copy));
    },
    terminate: () => undefined,
    onmessage: null,
    onmessageerror: null,
    onerror: null,
  });
  return { worker: worker as Worker, requests };
};

const context = { catalogue: emptyCatalogue, now: 0 };
const always: RunnableMappingRule = {
  useOriginalInputValue: false,
  rule: {
    name: "Always",
    alwaysRun: true,
    groups: [],
    actions: [],
  },
};
const records = (count: number): RuleRecord[] =>
  Array.from({ length: count }, (_, id) => ({ objects: { product: { id } } }));

describe("rules in a worker", () => {
  test("records are sent in slices, once, and run over in chunks", async () => {
    const { worker, requests } = localWorker();
    const rules = startRuleWorker(worker);
    await rules.add(records(600));
    await rules.add(records(9_000));
    const sizes: number[] = [];
    for await (const { first, size, counts } of rules.run([always], context)) {
      expect(first).toBe(sizes.reduce((sum, before) => sum + before, 0));
      expect(counts[0]?.[0]).toBe(size);
      sizes.push(size);
    }
    expect(sizes).toEqual([4_096, 4_096, 1_408]);
    expect(requests.filter((kind) => kind === "add")).toHaveLength(2 + 18);
  });

  test("leaving the loop ends the run", async () => {
    const { worker, requests } = localWorker();
    const rules = startRuleWorker(worker);
    await rules.add(records(9_000));
    for await (const { size } of rules.run([always], context)) {
      expect(size).toBe(4_096);
      break;
    }
    expect(requests.at(-1)).toBe("cancel");
  });

  test("a new run ends the one before it", async () => {
    const { worker } = localWorker();
    const rules = startRuleWorker(worker);
    await rules.add(records(9_000));
    const first = rules.run([always], context);
    await first.next();
    const second = rules.run([always], context);
    const outcome = await second.next();
    expect(outcome.value?.first).toBe(0);
    await expect(first.next()).rejects.toThrow("Another test has started.");
    await expect(second.next()).resolves.toMatchObject({ value: { first: 4_096 } });
  });

  test("a failure of the worker rejects the waiting call", async () => {
    const { worker } = localWorker();
    const rules = startRuleWorker(worker);
    const adding = rules.add(records(1));
    const run = rules.run([always], context).next();
    worker.dispatchEvent(Object.assign(new Event("error"), { message: "Out of memory" }));
    await expect(run).rejects.toThrow("Out of memory");
    await expect(adding).rejects.toThrow("Out of memory");
  });
});
