import "./connection.css";
import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Connection } from "#contract/connection.ts";
import { connection, countWaitingRequests, isUnproven } from "#web/api/connection.ts";
import { ErrorNotice } from "#web/ui/error-notice.tsx";
import { dateTime, quantity, timeOfDay } from "#web/ui/format.ts";
import { type KeyValue, KeyValues } from "#web/ui/key-values.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Screen, Sheet } from "#web/ui/screen.tsx";
import { useScreenActions } from "#web/ui/screen-actions.ts";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { Code, Moment } from "#web/ui/values.tsx";
import { WaitingSheet } from "#web/ui/waiting-sheet.tsx";
import { describeConnection, describeRate } from "./connection-words.ts";
import { RefusalsSheet } from "./refusals-sheet.tsx";
import { ServedSheet } from "./served-sheet.tsx";
import { SettingsSheet } from "./settings-sheet.tsx";
import { TokenSheet } from "./token-sheet.tsx";
import { triedKey } from "./tried-operations.ts";

const listFields = (state: Connection): KeyValue[] => [
  { label: "Address", value: <Code value={state.baseUrl} /> },
  {
    label: "Type",
    value: state.embedded ? "Embedded service" : "Custom API",
  },
  { label: "Rate limit", value: describeRate(state.rateLimit) },
  { label: "Requests waiting", value: quantity(countWaitingRequests(state)) },
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

const Silent = ({ since, embedded }: { since: string; embedded: boolean }) => (
  <Notice title={`No response from the API since ${dateTime(since)}`} tone="bad" alert>
    <p>
      {embedded
        ? "The embedded service runs next to the gateway. Check its output in the terminal, then start it again."
        : "Check the address, the network, and whether the API is running. The console doesn't repeat changes automatically."}
    </p>
  </Notice>
);

const Known = ({ state }: { state: Connection }) => (
  <>
    {state.silentSince && <Silent since={state.silentSince} embedded={state.embedded} />}
    <Sheet title="API">
      <KeyValues items={listFields(state)} />
    </Sheet>
    <TokenSheet state={state} />
    <ServedSheet state={state} />
    <div className="connection__pair">
      <SettingsSheet isEmbedded={state.embedded} />
      <RefusalsSheet />
    </div>
  </>
);

/** Shows the upstream, its tokens and its state. Costs the upstream one small request if its state is unknown. */
export const ConnectionScreen = () => {
  const query = useQuery(connection());
  const cache = useQueryClient();
  const { data, dataUpdatedAt } = query;
  const refresh = () => {
    void query.refetch();
    if (data && isUnproven(data)) void cache.refetchQueries({ queryKey: triedKey("account") });
  };
  useScreenActions([{ label: "Refresh", run: refresh }]);
  return (
    <Screen
      title="Connection"
      beside={data && <StatusBadge {...describeConnection(data)} />}
      actions={
        <Button
          title={dataUpdatedAt ? `Updated at ${timeOfDay(dataUpdatedAt)}` : undefined}
          onClick={refresh}
        >
          {query.isFetching ? "Refreshing…" : "Refresh"}
        </Button>
      }
    >
      {query.isPending && <WaitingSheet />}
      {query.isError && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {data && <Known state={data} />}
    </Screen>
  );
};
