import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import type { RuleRunCell, RuleRunRequest, RuleRunResult } from "#contract/rule-runs.ts";
import { ruleRunOperations } from "#contract/rule-runs.ts";
import { streamAnswer } from "#web/api/call.ts";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import type { Column } from "#web/kit/columns.tsx";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { downloadCsv } from "#web/kit/export-rows.ts";
import { Notice } from "#web/kit/notice.tsx";
import { ProgressBar } from "#web/kit/progress-bar.tsx";
import { Table } from "#web/kit/table.tsx";
import {
  useBuilder,
  usePreviewSession,
} from "#web/screens/mapping-rules/editor/builder-context.ts";
import { useValue } from "#web/base/value-store.ts";
import { cellValue } from "./changed-cells.ts";
import { DiffValues, valueText } from "./part-mark.tsx";
import type { Preview } from "./preview-session.ts";

type RunState =
  | { readonly kind: "none" }
  | { readonly kind: "running"; readonly done: number; readonly of: number; readonly ahead: number }
  | { readonly kind: "done"; readonly rule: Preview["rule"]; readonly result: RuleRunResult }
  | { readonly kind: "failed"; readonly error: unknown };

/** Tests a rule on a channel's products at the gateway; another start, or leaving, ends the test. */
const useCatalogRun = (channelId: number) => {
  const [state, setState] = useState<RunState>({ kind: "none" });
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), [channelId]);

  const start = async (rule: Preview["rule"], body: RuleRunRequest) => {
    current.current?.abort();
    const own = new AbortController();
    current.current = own;
    setState({ kind: "running", done: 0, of: 0, ahead: 0 });
    try {
      const input = { params: { channelId }, body, signal: own.signal, urgency: "click" as const };
      for await (const line of streamAnswer(ruleRunOperations.runRuleOnCatalog, input)) {
        if (own.signal.aborted) return;
        if (line.kind === "result") setState({ kind: "done", rule, result: line.result });
        else if (line.kind === "failed")
          setState({ kind: "failed", error: new Error(line.reason) });
        else if (line.kind === "waiting")
          setState({ kind: "running", done: 0, of: 0, ahead: line.ahead });
        else setState({ ...line, kind: "running", ahead: 0 });
      }
    } catch (error) {
      if (!own.signal.aborted) setState({ kind: "failed", error });
    }
  };
  const stop = () => {
    current.current?.abort();
    setState({ kind: "none" });
  };
  return { state, start, stop };
};

const useRequest = ({ rule, context }: Preview): RuleRunRequest => {
  const { metaData } = useBuilder().workflow;
  const { assumed } = useValue(usePreviewSession().choice);
  return {
    rule: rule as RuleRunRequest["rule"],
    workflow: metaData,
    mappingSets: [...(context.mappingSets ?? [])].map(([id, lines]) => ({ id, lines: [...lines] })),
    assumed: [...assumed].map(([fieldId, value]) => ({ fieldId, value })),
  };
};

const Cells = ({ result, preview }: { result: RuleRunResult; preview: Preview }) => {
  const { fields } = preview.context.catalogue;
  const labelOf = ({ fieldId, element }: RuleRunCell) => {
    const label = fields.get(fieldId)?.label ?? "";
    return element === "" ? label : `${label} (${element})`;
  };
  const columns: readonly Column<RuleRunCell>[] = [
    {
      id: "record",
      header: "Product",
      width: 150,
      main: true,
      value: ({ name }) => name,
      cell: ({ name }) => <bdi className="truncate">{name}</bdi>,
    },
    {
      id: "field",
      header: "Field",
      width: 160,
      grow: true,
      value: labelOf,
      cell: (cell) => <bdi className="faint small truncate">{labelOf(cell)}</bdi>,
    },
    {
      id: "values",
      header: "Before and after",
      width: 240,
      grow: true,
      wide: true,
      value: ({ before, after }) => `${valueText(before)} → ${valueText(after)}`,
      cell: ({ before, after }) => (
        <span className="dry-run__values">
          <DiffValues before={before} after={after} />
        </span>
      ),
    },
  ];
  const toCsv = () =>
    downloadCsv(`dry-run-${preview.rule.name || "rule"}`, [
      ["Record", "Description", "Element", "Field", "Before", "After"],
      ...result.cells.map((cell) => [
        cell.name,
        cell.detail,
        cell.element,
        fields.get(cell.fieldId)?.label ?? "",
        cellValue(cell.before),
        cellValue(cell.after),
      ]),
    ]);
  return (
    <>
      <div className="preview__bar row soft small">
        <span>
          {result.fields
            .map(({ fieldId, count }) => `${fields.get(fieldId)?.label}: ${formatQuantity(count)}`)
            .join(" · ")}
        </span>
        <Button size="xs" onClick={toCsv}>
          Export CSV
        </Button>
      </div>
      {result.cells.length < result.values && (
        <p className="small soft">The first {formatQuantity(result.cells.length)} are listed.</p>
      )}
      <div className="dry-run__cells">
        <Table
          label="Values that would change"
          columns={columns}
          count={result.cells.length}
          rowAt={(index) => result.cells[index]}
          cards={false}
          bounded
        />
      </div>
    </>
  );
};

const Result = ({ result, preview }: { result: RuleRunResult; preview: Preview }) => {
  const { tested, matched, changed, values, unrounded, cells } = result;
  return (
    <>
      <p role="status">
        {values === 0 ? (
          <>
            The rule matches {formatQuantity(matched)} of {formatCount(tested, "product")} and would
            change nothing.
          </>
        ) : (
          <>
            <strong>{formatCount(values, "value")}</strong> in{" "}
            <strong>{formatCount(changed, "product")}</strong> of {formatQuantity(tested)} would
            change. This is a test; nothing is saved.
          </>
        )}
      </p>
      {unrounded.example && (
        <Notice
          title={`${formatCount(unrounded.count, "price")} with more than two decimals`}
          tone="waiting"
        >
          <p>
            For example, {preview.context.catalogue.fields.get(unrounded.example.fieldId)?.label}{" "}
            would be {String(unrounded.example.after)}. Check that the channel accepts this.
          </p>
        </Notice>
      )}
      {cells.length > 0 && <Cells result={result} preview={preview} />}
    </>
  );
};

interface CatalogRunProps {
  preview: Preview;
  channelId: number;
  /** All products of the channel. */
  total: number;
}

/** A test on all products of a channel, which only the gateway has. */
export const CatalogRun = ({ preview, channelId, total }: CatalogRunProps) => {
  const { state, start, stop } = useCatalogRun(channelId);
  const request = useRequest(preview);
  const isStale = state.kind === "done" && state.rule !== preview.rule;
  return (
    <>
      <div className="preview__bar row soft small">
        {state.kind === "running" ? (
          <>
            <ProgressBar label="Products tested" done={state.done} total={state.of || undefined} />
            <span role="status">
              {state.ahead > 0
                ? `Waiting for ${formatCount(state.ahead, "other test")}`
                : `${formatQuantity(state.done)} of ${formatQuantity(state.of || total)}`}
            </span>
            <Button size="xs" onClick={stop}>
              Stop
            </Button>
          </>
        ) : (
          <>
            <span>
              {isStale
                ? "The rule has changed since this run."
                : `While you edit, the first ${formatQuantity(preview.samples.length)} are tested.`}
            </span>
            <Button size="xs" onClick={() => void start(preview.rule, request)}>
              Test on all {formatQuantity(total)} products
            </Button>
          </>
        )}
      </div>
      {state.kind === "failed" && <ErrorNotice error={state.error} />}
      {state.kind === "done" && <Result result={state.result} preview={preview} />}
    </>
  );
};
