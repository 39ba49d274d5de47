import { Button } from "@mantine/core";
import { useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { listChangedCells } from "#rules/changed-cells.ts";
import type { ChangedCell } from "#rules/column-run.ts";
import type { EvaluationContext } from "#rules/evaluation-context.ts";
import { usePreviewSession } from "#web/screens/mapping-rules/editor/builder-context.ts";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import { Notice } from "#web/kit/notice.tsx";
import { ProgressBar } from "#web/kit/progress-bar.tsx";
import { useValue } from "#web/base/value-store.ts";
import { withAssumed } from "./assumed-values.ts";
import { recordCount, unroundedPrices } from "./changed-cells.ts";
import { ChangesGrid, UnchangedRecords } from "./changes-grid.tsx";
import type { Preview, PreviewSession } from "./preview-session.ts";
import { type RunInputs, whyStale } from "./run-inputs.ts";
import type { RuleWorker } from "./run-rules-in-worker.ts";
import type { SamplePool } from "./sample-pool.ts";
import { type SampleKind, type SampleRecord, sampleWords } from "./sample-record.ts";
import { poolOfChoice } from "./sample-sources.ts";
import "./preview-lists.css";

/** The progress of a run over all records. */
type RunOverAll =
  | { readonly kind: "none" }
  | { readonly kind: "running"; readonly done: number; readonly of: number }
  | {
      readonly kind: "done";
      readonly inputs: RunInputs;
      readonly samples: readonly SampleRecord[];
      readonly cells: readonly ChangedCell[];
    }
  | { readonly kind: "failed"; readonly reason: string };

/** Runs a rule in a worker, over more records than the page can handle; another start or leaving ends the run. */
const useRunOverAll = () => {
  const [state, setState] = useState<RunOverAll>({ kind: "none" });
  const worker = useRef<RuleWorker>(undefined);
  const started = useRef(0);
  /** Ends the current run, also a worker that is still loading. */
  const end = () => {
    worker.current?.close();
    worker.current = undefined;
    started.current += 1;
    return started.current;
  };
  const cancel = () => {
    end();
    setState({ kind: "none" });
  };
  useEffect(() => () => void end(), []);

  const collect = async (
    inputs: RunInputs,
    context: EvaluationContext,
    samples: readonly SampleRecord[],
    own: RuleWorker,
  ) => {
    const cells: ChangedCell[] = [];
    await own.add(samples.map(({ record }) => record));
    for await (const chunk of own.run([inputs.rule], context)) {
      // The changes of a chunk can be more than a call can have arguments.
      for (const cell of listChangedCells(chunk.changes)) cells.push(cell);
      if (worker.current !== own) return;
      setState({ kind: "running", done: chunk.first + chunk.size, of: samples.length });
    }
    if (worker.current === own) setState({ kind: "done", inputs, samples, cells });
  };
  const start = async (inputs: RunInputs, context: EvaluationContext) => {
    const ticket = end();
    const samples = withAssumed(inputs.source, inputs.assumed, context);
    setState({ kind: "running", done: 0, of: samples.length });
    try {
      const { loadRuleWorker } = await import("./run-rules-in-worker.ts");
      const startWorker = await loadRuleWorker();
      if (ticket !== started.current) return;
      worker.current = startWorker();
      await collect(inputs, context, samples, worker.current);
    } catch (error) {
      if (ticket !== started.current) return;
      setState({ kind: "failed", reason: error instanceof Error ? error.message : String(error) });
    }
  };
  return {
    state,
    cancel,
    start: (inputs: RunInputs, context: EvaluationContext) => void start(inputs, context),
  };
};

/** Warns of prices with more than two decimals. */
const UnroundedPrices = ({ cells }: { cells: readonly ChangedCell[] }) => {
  const found = unroundedPrices(cells);
  const [first] = found;
  if (first === undefined) return null;
  return (
    <Notice
      title={`${formatCount(found.length, "price")} with more than two decimals`}
      tone="waiting"
    >
      <p>
        For example, {first.field.label} would be {String(first.after)}. Check that the channel
        accepts this.
      </p>
    </Notice>
  );
};

/** The records read in a second, at the API's two requests. */
const readASecond = 100;

/** Offers to read all records where the upstream has more, with the time that takes. */
const ReadAll = ({ pool, session }: { pool: SamplePool; session: PreviewSession }) => {
  const { samples, total, phase } = useValue(pool);
  const { kind } = useValue(session.choice);
  const { one, many } = sampleWords[kind];
  if (total === undefined || samples.length >= total || phase === "reading") return null;
  const seconds = Math.ceil((total - samples.length) / readASecond);
  const all = () => {
    pool.want(Number.POSITIVE_INFINITY);
    pool.start();
  };
  return (
    <div className="preview__bar">
      <span>{formatCount(total - samples.length, one, many)} not loaded yet.</span>
      <Button size="xs" onClick={all}>
        Load all {formatQuantity(total)}, about {formatCount(seconds, "second")}
      </Button>
    </div>
  );
};

const Summary = ({
  cells,
  of,
  kind,
}: {
  cells: readonly ChangedCell[];
  of: number;
  kind: SampleKind;
}) => {
  const { one, many } = sampleWords[kind];
  return (
    <p role="status">
      {cells.length === 0 ? (
        <>
          The rule would change nothing in{" "}
          {of === 1 ? `this ${one}` : `these ${formatQuantity(of)} ${many}`}.
        </>
      ) : (
        <>
          <strong>{formatCount(cells.length, "value")}</strong> in{" "}
          <strong>{formatCount(recordCount(cells), one, many)}</strong> of {formatQuantity(of)}{" "}
          would change. This is a test; nothing is saved.
        </>
      )}
    </p>
  );
};

const Result = ({
  cells,
  samples,
  kind,
}: {
  cells: readonly ChangedCell[];
  samples: readonly SampleRecord[];
  kind: SampleKind;
}) => (
  <>
    <Summary cells={cells} of={samples.length} kind={kind} />
    <UnroundedPrices cells={cells} />
    {cells.length > 0 && <ChangesGrid cells={cells} samples={samples} />}
  </>
);

/** A run over more records than are tested on every keystroke: in a worker, on request. */
const OverAll = ({
  preview,
  samples,
  kind,
}: {
  preview: Preview;
  samples: readonly SampleRecord[];
  kind: SampleKind;
}) => {
  const { assumed } = useValue(usePreviewSession().choice);
  const { state, start, cancel } = useRunOverAll();
  const { many } = sampleWords[kind];
  const { rule, context } = preview;
  const inputs = { rule, source: samples, assumed, mappingSets: context.mappingSets };
  const stale = state.kind === "done" ? whyStale(state.inputs, inputs, kind) : undefined;
  return (
    <>
      <div className="preview__bar">
        {state.kind === "running" ? (
          <>
            <ProgressBar label="Records tested" done={state.done} total={state.of} />
            <span role="status">
              {formatQuantity(state.done)} of {formatQuantity(state.of)}
            </span>
            <Button size="xs" onClick={cancel}>
              Stop
            </Button>
          </>
        ) : (
          <>
            <span>
              {stale ??
                `While you edit, the first ${formatQuantity(preview.samples.length)} are tested.`}
            </span>
            <Button size="xs" onClick={() => start(inputs, context)}>
              Test on all {formatQuantity(samples.length)} {many}
            </Button>
          </>
        )}
      </div>
      {state.kind === "failed" && (
        <Notice title="Test failed" tone="bad" alert>
          <p>{state.reason}</p>
        </Notice>
      )}
      {state.kind === "done" && <Result cells={state.cells} samples={state.samples} kind={kind} />}
    </>
  );
};

/** Every value that the rule would change in the records read, before and after. */
export const DryRun = () => {
  const session = usePreviewSession();
  const preview = useDeferredValue(useValue(session.preview));
  const choice = useValue(session.choice);
  const pool = poolOfChoice(choice);
  const cells = useMemo(() => preview?.run.changedCells() ?? [], [preview]);
  const samples = choice.pasted ?? pool?.get().samples ?? [];
  if (!preview)
    return <p className="preview__none">Results appear as soon as records are loaded.</p>;
  return (
    <div className="stack dry-run">
      {pool && <ReadAll pool={pool} session={session} />}
      {samples.length > preview.samples.length ? (
        <OverAll preview={preview} samples={samples} kind={choice.kind} />
      ) : (
        <>
          <Result cells={cells} samples={preview.samples} kind={choice.kind} />
          {cells.length === 0 && preview.samples.length > 0 && (
            <UnchangedRecords preview={preview} kind={choice.kind} />
          )}
        </>
      )}
    </div>
  );
};
