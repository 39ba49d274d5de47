import { Button } from "@mantine/core";
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import type { AssumedValues } from "#rules/assumed-rule.ts";
import { type ChangedCell, listChangedCells } from "#rules/changed-cells.ts";
import type { EvaluationContext } from "#rules/evaluation-context.ts";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import { useValue } from "#web/base/value-store.ts";
import type { Column } from "#web/kit/columns.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { ProgressBar } from "#web/kit/progress-bar.tsx";
import { Table } from "#web/kit/table.tsx";
import { usePreviewSession } from "#web/screens/mapping-rules/editor/builder-context.ts";
import { CatalogRun } from "./catalog-run.tsx";
import { withAssumed } from "./assumed-values.ts";
import { changedRows, fieldCounts, recordCount, unroundedPrices } from "./changed-cells.ts";
import { ChangedValues, ChangeSummary, recordColumn, UnroundedPrices } from "./changed-values.tsx";
import {
  type Preview,
  type SampleKind,
  type SampleRecord,
  sampleWords,
} from "./preview-session.ts";
import type { RuleWorker } from "./run-rules-in-worker.ts";
import { poolOfChoice, type SamplePool } from "./sample-sources.ts";

/** What a run over all records depends on. */
interface RunInputs {
  readonly rule: Preview["rule"];
  /** The records as they were loaded or pasted, without assumed values. */
  readonly source: readonly SampleRecord[];
  readonly assumed: AssumedValues;
  readonly mappingSets: Preview["context"]["mappingSets"];
}

/** A pool makes another list each time it shows its records, also of the same ones. */
const sameRecords = (one: readonly SampleRecord[], other: readonly SampleRecord[]): boolean =>
  one === other || (one.length === other.length && one.every((sample, at) => sample === other[at]));

/** Why the result of a run is not what the same run would give now, in words; undefined if it still is. */
export const whyStale = (run: RunInputs, now: RunInputs, kind: SampleKind): string | undefined => {
  if (run.rule !== now.rule) return "The rule has changed since this run.";
  if (!sameRecords(run.source, now.source))
    return `The ${sampleWords[kind].many} have changed since this run.`;
  if (run.assumed !== now.assumed) return "The test values have changed since this run.";
  return run.mappingSets === now.mappingSets
    ? undefined
    : "The mapping sets have changed since this run.";
};

interface TestedRow {
  readonly key: string;
  readonly name: string;
  readonly matches: boolean;
}

const whyUnchanged = ({ matches }: TestedRow): string =>
  matches ? "Matches, same values" : "Doesn't match";

type OnLook = (key: string | undefined) => void;

const testedColumns = (onLook: OnLook): readonly Column<TestedRow>[] => [
  recordColumn(140, onLook),
  {
    id: "why",
    header: "Why nothing changes",
    width: 180,
    grow: true,
    value: whyUnchanged,
    cell: (row) => <bdi>{whyUnchanged(row)}</bdi>,
  },
];

/** The tested records of a rule that changes none of them, each with the reason. */
const UnchangedRecords = ({ preview, kind }: { preview: Preview; kind: SampleKind }) => {
  const session = usePreviewSession();
  const { one, many } = sampleWords[kind];
  const rows = useMemo(() => {
    const verdicts = preview.rule.rule && preview.run.bits(preview.rule.rule);
    return preview.samples.map(({ key, name }, at) => ({
      key,
      name,
      matches: verdicts?.[at] === 1,
    }));
  }, [preview]);
  const columns = useMemo(
    () => testedColumns((selectedKey) => session.change({ tab: "record", selectedKey })),
    [session],
  );
  const matching = rows.filter(({ matches }) => matches).length;
  return (
    <>
      <p>
        {matching === 0
          ? `The rule matches no tested ${one}. Select one to see why.`
          : `The rule matches ${formatQuantity(matching)} of ${formatCount(rows.length, one, many)}, and the values stay the same. Select one to see its values.`}
      </p>
      <Table
        label="Tested records"
        columns={columns}
        count={rows.length}
        rowAt={(index) => rows[index]}
        cards={false}
        bounded
      />
    </>
  );
};

interface ResultProps {
  cells: readonly ChangedCell[];
  samples: readonly SampleRecord[];
  kind: SampleKind;
}

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

/** The records read in a second, at the API's two requests. */
const readASecond = 100;

/** Offers to read all records where the upstream has more, with the time that takes. */
const ReadAll = ({ pool, kind }: { pool: SamplePool; kind: SampleKind }) => {
  const { samples, total, phase } = useValue(pool);
  const { one, many } = sampleWords[kind];
  if (total === undefined || samples.length >= total || phase === "reading") return null;
  const seconds = Math.ceil((total - samples.length) / readASecond);
  const all = () => {
    pool.want(Number.POSITIVE_INFINITY);
    pool.start();
  };
  return (
    <div className="preview__bar row soft small">
      <span>{formatCount(total - samples.length, one, many)} not loaded yet.</span>
      <Button size="xs" onClick={all}>
        Load all {formatQuantity(total)}, about {formatCount(seconds, "second")}
      </Button>
    </div>
  );
};

const Result = ({ cells, samples, kind }: ResultProps) => {
  const unrounded = unroundedPrices(cells);
  const [first] = unrounded;
  const rows = useMemo(() => changedRows(cells, samples), [cells, samples]);
  const counts = useMemo(() => fieldCounts(cells), [cells]);
  return (
    <>
      <ChangeSummary
        values={cells.length}
        records={recordCount(cells)}
        of={samples.length}
        words={sampleWords[kind]}
      />
      <UnroundedPrices
        count={unrounded.length}
        example={first && { label: first.field.label, after: first.after }}
      />
      {cells.length > 0 && <ChangedValues rows={rows} counts={counts} />}
    </>
  );
};

/** A run over more records than are tested on every keystroke: in a worker, on request. */
const OverAll = ({ preview, samples, kind }: Omit<ResultProps, "cells"> & { preview: Preview }) => {
  const { assumed } = useValue(usePreviewSession().choice);
  const { state, start, cancel } = useRunOverAll();
  const { many } = sampleWords[kind];
  const { rule, context } = preview;
  const inputs = { rule, source: samples, assumed, mappingSets: context.mappingSets };
  const stale = state.kind === "done" ? whyStale(state.inputs, inputs, kind) : undefined;
  return (
    <>
      <div className="preview__bar row soft small">
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
                (state.kind === "done"
                  ? "This is the result for all of them."
                  : `While you edit, the first ${formatQuantity(preview.samples.length)} are tested.`)}
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

/** Offers the test on all products where not all of them are loaded. */
const WholeCatalog = ({
  pool,
  children,
  ...run
}: {
  pool: SamplePool;
  preview: Preview;
  channelId: number;
  /** The result for the loaded products. */
  children: ReactNode;
}) => {
  const { samples, total } = useValue(pool);
  return total === undefined || samples.length >= total ? (
    children
  ) : (
    <CatalogRun key={run.channelId} total={total} {...run}>
      {children}
    </CatalogRun>
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
  if (!preview) return <p className="faint">Results appear as soon as records are loaded.</p>;
  const loaded =
    samples.length > preview.samples.length ? (
      <OverAll preview={preview} samples={samples} kind={choice.kind} />
    ) : (
      <>
        <Result cells={cells} samples={preview.samples} kind={choice.kind} />
        {cells.length === 0 && preview.samples.length > 0 && (
          <UnchangedRecords preview={preview} kind={choice.kind} />
        )}
      </>
    );
  return (
    <div className="stack">
      {pool && choice.kind !== "product" && <ReadAll pool={pool} kind={choice.kind} />}
      {pool && choice.kind === "product" && choice.channelId !== undefined ? (
        <WholeCatalog pool={pool} preview={preview} channelId={choice.channelId}>
          {loaded}
        </WholeCatalog>
      ) : (
        loaded
      )}
    </div>
  );
};
