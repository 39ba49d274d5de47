import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { RuleRunRequest, RuleRunResult } from "#contract/rule-runs.ts";
import { ruleRunOperations } from "#contract/rule-runs.ts";
import { streamAnswer } from "#web/api/call.ts";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { ProgressBar } from "#web/kit/progress-bar.tsx";
import {
  useBuilder,
  usePreviewSession,
} from "#web/screens/mapping-rules/editor/builder-context.ts";
import { useValue } from "#web/base/value-store.ts";
import type { ChangedRow } from "./changed-cells.ts";
import { ChangedValues, ChangeSummary, UnroundedPrices } from "./changed-values.tsx";
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

const productWords = { one: "product", many: "products" } as const;

const Result = ({ result, preview }: { result: RuleRunResult; preview: Preview }) => {
  const { tested, changed, values, unrounded, cells } = result;
  const { fields } = preview.context.catalogue;
  const { samples } = preview;
  const labelOf = (fieldId: number) => fields.get(fieldId)?.label ?? "";
  const loaded = new Set(samples.map(({ key }) => key));
  const rows = cells.map(({ recordId, ...cell }): ChangedRow => {
    const key = `product ${recordId}`;
    return { ...cell, key: loaded.has(key) ? key : undefined, label: labelOf(cell.fieldId) };
  });
  const { example } = unrounded;
  return (
    <>
      <ChangeSummary values={values} records={changed} of={tested} words={productWords} />
      <UnroundedPrices
        count={unrounded.count}
        example={example && { label: labelOf(example.fieldId), after: example.after }}
      />
      {values > 0 && (
        <ChangedValues
          rows={rows}
          counts={result.fields.map(({ fieldId, count }) => ({
            id: fieldId,
            label: labelOf(fieldId),
            count,
          }))}
        />
      )}
    </>
  );
};

interface CatalogRunProps {
  preview: Preview;
  channelId: number;
  /** All products of the channel. */
  total: number;
  /** The result for the loaded products, until there is one for all. */
  children: ReactNode;
}

/** A test on all products of a channel, which only the gateway has. */
export const CatalogRun = ({ preview, channelId, total, children }: CatalogRunProps) => {
  const { state, start, stop } = useCatalogRun(channelId);
  const { testsOnAll } = usePreviewSession();
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
                : state.kind === "done"
                  ? "This is the result for all products."
                  : `While you edit, the first ${formatQuantity(preview.samples.length)} are tested.`}
            </span>
            <Button
              size="xs"
              onClick={() => {
                testsOnAll.set(testsOnAll.get() + 1);
                void start(preview.rule, request);
              }}
            >
              Test on all {formatQuantity(total)} products
            </Button>
          </>
        )}
      </div>
      {state.kind === "failed" && <ErrorNotice error={state.error} />}
      {state.kind === "done" ? <Result result={state.result} preview={preview} /> : children}
    </>
  );
};
