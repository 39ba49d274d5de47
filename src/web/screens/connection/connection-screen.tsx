import "./connection.css";
import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Connection } from "#contract/connection.ts";
import { connection, countWaitingRequests, isUnproven } from "#web/api/connection.ts";
import { tryAddresses } from "#web/api/base-addresses.ts";
import { copyToClipboard } from "#web/kit/copy-to-clipboard.ts";
import { ErrorNotice, useHeldError } from "#web/kit/error-notice.tsx";
import { formatQuantity, formatTimeOfDay } from "#web/base/format.ts";
import { type KeyValue, KeyValues } from "#web/kit/key-values.tsx";
import { Screen, Sheet } from "#web/kit/screen.tsx";
import { useScreenActions } from "#web/base/screen-actions.ts";
import { StatusBadge } from "#web/kit/status-badge.tsx";
import { Code, Moment } from "#web/kit/values.tsx";
import { WaitingSheet } from "#web/kit/skeleton.tsx";
import { AddressTries } from "./address-tries.tsx";
import { createReport } from "./connection-report.ts";
import { describeConnection, describeRate, describeTried } from "./connection-words.ts";
import { diagnose } from "./diagnose.ts";
import { FailuresSheet } from "./failures-sheet.tsx";
import { Findings } from "./findings.tsx";
import { ServedSheet } from "./served-sheet.tsx";
import { SettingsSheet } from "./settings-sheet.tsx";
import { TokenSheet } from "./token-sheet.tsx";
import { triedKey } from "./tried-operations.ts";
import { useTriedOperations } from "./use-tried-operations.ts";

/** The gateway answers by itself: the use of the rate limit is shown as it changes. */
const liveMs = 1_000;

const listFields = (state: Connection): KeyValue[] => [
  { label: "Address", value: <Code value={state.baseUrl} />, wide: true },
  {
    label: "Type",
    value: state.embedded ? "Embedded service" : "Custom API",
  },
  { label: "Rate limit", value: describeRate(state.rateLimit) },
  { label: "Requests waiting", value: formatQuantity(countWaitingRequests(state)) },
  {
    label: "Last response",
    value: state.lastAnswer ? (
      <>
        {state.lastAnswer.status}, <Moment at={state.lastAnswer.at} />
      </>
    ) : (
      "None yet"
    ),
  },
];

/** Other addresses are tried on a click only. */
const useAddressTries = () =>
  useQuery({ queryKey: ["addresses"], queryFn: tryAddresses, enabled: false });

const Known = ({ state, readAt }: { state: Connection; readAt: number }) => {
  const reads = useTriedOperations(isUnproven(state));
  const addresses = useAddressTries();
  const browserAheadMs = readAt - Date.parse(state.now);
  const report = () =>
    createReport({
      state,
      browserAheadMs,
      reads: reads.tried.map(({ row, result }) => ({
        request: row.request,
        label: describeTried(result, state).label,
      })),
      addresses: addresses.data ?? [],
    });
  return (
    <>
      <Findings
        findings={diagnose(state, browserAheadMs)}
        addresses={<AddressTries query={addresses} />}
      />
      <Sheet
        title="API"
        note={
          <Button size="xs" onClick={() => copyToClipboard(report(), "Report copied")}>
            Copy report
          </Button>
        }
      >
        <KeyValues items={listFields(state)} />
      </Sheet>
      <TokenSheet state={state} />
      <FailuresSheet failures={state.failures} />
      <ServedSheet state={state} reads={reads} />
      <SettingsSheet isEmbedded={state.embedded} />
    </>
  );
};

/** Shows the upstream, its tokens and its state. Costs the upstream one small request if its state is unknown. */
export const ConnectionScreen = () => {
  const query = useQuery({ ...connection(), refetchInterval: liveMs });
  const cache = useQueryClient();
  const { data, dataUpdatedAt } = query;
  // While the gateway is down, it is asked again every second.
  const error = useHeldError(query);
  const refresh = () => {
    void query.refetch();
    if (data && isUnproven(data)) void cache.refetchQueries({ queryKey: triedKey("account") });
  };
  useScreenActions([{ label: "Refresh", run: refresh }]);
  return (
    <Screen
      title="Connection"
      beside={data && !error && <StatusBadge {...describeConnection(data)} />}
      actions={
        <Button
          title={dataUpdatedAt ? `Updated at ${formatTimeOfDay(dataUpdatedAt)}` : undefined}
          onClick={refresh}
        >
          Refresh
        </Button>
      }
    >
      {!data && !error && <WaitingSheet />}
      {error && <ErrorNotice error={error} onRetry={() => void query.refetch()} isOnConnection />}
      {data && <Known state={data} readAt={dataUpdatedAt} />}
    </Screen>
  );
};
