import { type ReactNode, useEffect, useState } from "react";
import type { Workflow } from "#rule-model/workflow.ts";
import { createLookupCounter, type LookupCounts, looksUpIn } from "#rules/count-lookups.ts";
import type { EvaluationContext } from "#rules/evaluation-context.ts";
import { useChannelName } from "#web/api/account.ts";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { LongTable } from "#web/kit/first-rows.tsx";
import { Quantity, Text } from "#web/kit/values.tsx";
import {
  CatalogCheck,
  type CatalogState,
  startedCheck,
} from "#web/screens/mapping-rules/checks/catalog-progress.tsx";
import {
  type CatalogProgress,
  checkCatalog,
} from "#web/screens/mapping-rules/checks/check-catalog.ts";
import type { SampleRecord } from "#web/screens/mapping-rules/preview/preview-session.ts";
import { useSamples } from "#web/screens/mapping-rules/preview/use-samples.ts";
import { type ProductEvent, useProductRules } from "./product-rules.ts";

interface Counting {
  readonly id: number;
  readonly events: readonly ProductEvent[];
  readonly workflow: Workflow;
  readonly lines: NonNullable<EvaluationContext["mappingSets"]>;
}

/** Lets the browser handle input and paint. */
const pause = () => new Promise((resolve) => setTimeout(resolve));

const recordsAtOnce = 100;

const countInSamples = async (
  { id, events, workflow: { catalogue }, lines }: Counting,
  samples: readonly SampleRecord[],
  signal: AbortSignal,
): Promise<LookupCounts> => {
  const context = { catalogue, now: Date.now(), mappingSets: lines };
  const rules = events.map(({ enabled }) => enabled);
  const counter = createLookupCounter(rules, id, context);
  const records = samples.map(({ record }) => record);
  for (let from = 0; from < records.length; from += recordsAtOnce) {
    counter.add(records.slice(from, from + recordsAtOnce));
    await pause();
    signal.throwIfAborted();
  }
  return counter.end();
};

interface CountedProps {
  counts: LookupCounts;
  /** How many products the channel has, and its name. */
  total: number | undefined;
  channel: string;
  /** How far the counting in all products is. */
  children: ReactNode;
}

const Counted = ({ counts, total, channel, children }: CountedProps) => {
  const { of, lookedUp, missed, unused } = counts;
  const isPart = total !== undefined && total > of;
  const products = `${formatCount(of, "product")}${isPart ? ` of ${formatQuantity(total)}` : ""}`;
  return (
    <div className="lookups stack">
      {children}
      <p>
        In {products} of <bdi>{channel}</bdi>, rules look up a value for {formatQuantity(lookedUp)}.
        Rules leave values without an item unchanged.
        {isPart && " The other products may have other values."}
      </p>
      <h3>
        Values without an item <small className="faint">{formatQuantity(missed.length)}</small>
      </h3>
      <LongTable
        of="value"
        label="Values without an item"
        rows={missed}
        columns={[
          { header: "Value", cell: ({ value }) => <Text value={value} /> },
          {
            header: "Products",
            align: "end",
            cell: ({ count: products }) => <Quantity amount={products} />,
          },
        ]}
        none="Every value that is looked up has an item."
      />
      <h3>
        Items that no product needs <small className="faint">{formatQuantity(unused.length)}</small>
      </h3>
      <LongTable
        of="item"
        label="Items that no product needs"
        rows={unused}
        columns={[
          { header: "From", cell: ({ from }) => <Text value={from} /> },
          { header: "To", cell: ({ to }) => <Text value={to} /> },
        ]}
        none="Each item is needed."
      />
    </div>
  );
};

/** Counts in the loaded products, then in all where the channel has more. */
const useCounts = (
  counting: Counting,
  { state, channelId, isReady }: ReturnType<typeof useSamples>,
) => {
  const [counts, setCounts] = useState<LookupCounts>();
  const [whole, setWhole] = useState<CatalogState>();
  const [attempt, setAttempt] = useState(0);
  const { id, events, workflow, lines } = counting;
  const { samples } = state ?? {};
  const hasMore = samples !== undefined && (state?.total ?? 0) > samples.length;
  useEffect(() => {
    if (!isReady || !samples) return undefined;
    const control = new AbortController();
    const { signal } = control;
    const count = async () => {
      setCounts(await countInSamples({ id, events, workflow, lines }, samples, signal));
      if (!hasMore || channelId === undefined) return setWhole(undefined);
      setWhole(startedCheck);
      const rules = events.flatMap(({ enabled }) => enabled);
      const tell = (progress: CatalogProgress) => setWhole({ kind: "running", ...progress });
      const check = { channelId, rules, workflow, lines, lookupsIn: id };
      const { lookups } = await checkCatalog(check, tell, signal);
      if (lookups) setCounts(lookups);
      setWhole({ kind: "done", of: lookups?.of ?? 0 });
    };
    count().catch((error: unknown) => {
      if (!signal.aborted) setWhole({ kind: "failed", error });
    });
    return () => control.abort();
  }, [isReady, samples, hasMore, channelId, id, events, workflow, lines, attempt]);
  return { counts, whole, retry: () => setAttempt(attempt + 1) };
};

const CountedLookups = (counting: Counting) => {
  const loaded = useSamples("product", true);
  const { counts, whole, retry } = useCounts(counting, loaded);
  const channelName = useChannelName(true);
  const { state, channelId, isReady } = loaded;
  const samples = state?.samples;
  if (state?.phase === "failed") return <ErrorNotice error={state.error} />;
  if (isReady && (!samples || samples.length === 0))
    return <p className="faint">There are no products to count in.</p>;
  if (!counts)
    return <p role="status">Counting in {formatCount(samples?.length ?? 0, "product")}…</p>;
  return (
    <Counted
      counts={counts}
      total={state?.total}
      channel={channelId === undefined ? "" : channelName(channelId)}
    >
      {whole && <CatalogCheck state={whole} total={state?.total ?? 0} onRetry={retry} />}
    </Counted>
  );
};

/** Which values of products miss an item of a mapping set, and which items no product needs. */
export const SetLookups = ({ id }: { id: number }) => {
  const { list, workflow, events, lines } = useProductRules();
  if (list.isError) return <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />;
  if (!workflow || !events || !lines) return <p role="status">Loading rules…</p>;
  return events.some(({ enabled }) => enabled.some((rule) => looksUpIn(rule, id, workflow))) ? (
    <CountedLookups {...{ id, events, workflow, lines }} />
  ) : (
    <p className="faint">No enabled rule for products looks values up in this set.</p>
  );
};
