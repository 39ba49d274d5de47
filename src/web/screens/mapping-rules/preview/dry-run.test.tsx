import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { createTable } from "#rules/record-table.ts";
import type { ChunkOutcome } from "#rules/run-in-chunks.ts";
import { runColumns } from "#rules/run-columns.ts";
import { setPart } from "#rule-model/edit-draft.ts";
import { rootKey } from "#rule-model/part.ts";
import { testBuilder, testFieldIds } from "#rule-model/testing/builder.ts";
import { EditorContext, openEditor } from "#web/screens/mapping-rules/editor/builder-context.ts";
import { Provider } from "#web/provider.tsx";
import { DryRun } from "./dry-run.tsx";
import type { Preview, SampleChoice } from "./preview-session.ts";
import { readPastedRecords } from "./samples-bar.tsx";

// @vitest-environment happy-dom

/** No worker runs here: the chunks that a run finds, none at first. */
const worker = vi.hoisted(() => ({ chunks: [] as ChunkOutcome[], problem: "" }));
vi.mock("./run-rules-in-worker.ts", () => ({
  loadRuleWorker: async () => () => ({
    add: async () => undefined,
    run: async function* () {
      yield* worker.chunks;
      if (worker.problem !== "") throw new Error(worker.problem);
    },
    close: () => undefined,
  }),
}));

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});

let unmount = () => {};
afterEach(() => {
  act(() => unmount());
  Object.assign(worker, { chunks: [], problem: "" });
});

/** A run takes milliseconds, on a busy machine longer. */
const patient = { timeout: 60_000 };

const sku = (at: number) => ({ sku: `${at}` });
const read = () => readPastedRecords(JSON.stringify([sku(1), sku(2)]), "product").samples ?? [];

const open = async () => {
  const editor = openEditor(testBuilder());
  const { builder, preview: session } = editor;
  const choose = (change: Partial<SampleChoice>) =>
    act(async () => session.choice.set({ ...session.choice.get(), ...change }));
  const context = { catalogue: builder.workflow.catalogue, now: 0, mappingSets: new Map() };
  /** Shows the results on the first record only, so that a run over both is offered. */
  const show = (change: Partial<Preview> = {}) =>
    act(async () => {
      const rule = builder.trees.mappingRule();
      const samples = session.choice.get().pasted?.slice(0, 1) ?? [];
      const table = createTable(
        samples.map(({ record }) => record),
        context,
      );
      const run = runColumns(rule, table);
      const none = { absent: [], unreadSets: [], selected: samples[0], traced: undefined };
      session.preview.set({ rule, context, samples, run, ...none, ...change });
    });
  await choose({ pasted: read() });
  await show();
  const host = document.createElement("div");
  const root = createRoot(host);
  unmount = () => root.unmount();
  act(() =>
    root.render(
      <Provider>
        <EditorContext value={editor}>
          <DryRun />
        </EditorContext>
      </Provider>,
    ),
  );
  const run = async (words = "The rule would change nothing") => {
    await act(async () => host.querySelector("button")?.click());
    await vi.waitUntil(() => host.textContent.includes(words), patient);
  };
  const note = () => host.querySelector(".preview__bar span")?.textContent;
  return { builder, choose, show, run, note, host };
};

const current = "This is the result for all of them.";

test("a run over all records is out of date after a change of what it used, not of the selected record", async () => {
  const { builder, choose, show, run, note } = await open();
  await run();
  expect(note()).toBe(current);
  await show({ selected: read()[1] });
  expect(note()).toBe(current);
  await choose({ pasted: read() });
  expect(note()).toBe("The products have changed since this run.");
  await run();
  expect(note()).toBe(current);
  await choose({ assumed: new Map([[1, "5"]]) });
  expect(note()).toBe("The test values have changed since this run.");
  await run();
  expect(note()).toBe(current);
  setPart(builder.draft, rootKey, "rule", { alwaysRun: true }, { label: "edit" });
  await show();
  expect(note()).toBe("The rule has changed since this run.");
});

test("a chunk can have more changes than a call can have arguments", async () => {
  const { builder, run } = await open();
  const many = 300_000;
  const change = {
    field: builder.workflow.catalogue.fields.get(testFieldIds.title)!,
    objectHandle: "product",
    records: new Uint32Array(many),
    elements: new Uint32Array(many),
    before: Array.from({ length: many }, () => "a"),
    after: Array.from({ length: many }, () => "b"),
  };
  worker.chunks = [{ first: 0, size: 2, counts: [], changes: [change] }];
  await run("300,000 values in 1 product of 2 would change.");
});

test("a run over all records that fails says why in a notice", async () => {
  const { run, host } = await open();
  worker.problem = "The worker ended.";
  await run("Test failed");
  const alert = host.querySelector("[role=alert]");
  expect(alert?.querySelector("[role=heading]")?.textContent).toBe("Test failed");
  expect(alert?.querySelector("p")?.textContent).toBe("The worker ended.");
});
