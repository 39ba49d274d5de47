import "./connection.css";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Connection } from "#contract/connection.ts";
import { connection, waitingRequests } from "#web/api/connection.ts";
import { ErrorNotice } from "#web/ui/error-notice.tsx";
import { dateTime, quantity, timeOfDay } from "#web/ui/format.ts";
import { type KeyValue, KeyValues } from "#web/ui/key-values.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Screen, Sheet } from "#web/ui/screen.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { Code, Moment } from "#web/ui/values.tsx";
import { WaitingSheet } from "#web/ui/waiting-sheet.tsx";
import { connectionWords, rateWords } from "./connection-words.ts";
import { RefusalsSheet } from "./refusals-sheet.tsx";
import { ServedSheet } from "./served-sheet.tsx";
import { SettingsSheet } from "./settings-sheet.tsx";
import { TokenSheet } from "./token-sheet.tsx";

const fieldsOf = (state: Connection): KeyValue[] => [
  { label: "Address", value: <Code value={state.baseUrl} /> },
  {
    label: "What it is",
    value: state.embedded ? "The service that came with this console" : "An API of your choice",
  },
  { label: "Limit", value: rateWords(state.rateLimit) },
  { label: "Requests waiting", value: quantity(waitingRequests(state)) },
  {
    label: "Last answer",
    value: state.lastAnswer ? (
      <>
        {state.lastAnswer.status}, <Moment at={state.lastAnswer.at} />
      </>
    ) : (
      "None since the start"
    ),
  },
];

const Silent = ({ since, embedded }: { since: string; embedded: boolean }) => (
  <Notice title={`The upstream has not answered since ${dateTime(since)}`} tone="bad" alert>
    <p>
      {embedded
        ? "The embedded service runs beside the gateway: look at what its console window says, and start it again."
        : "Its address may be wrong, it may be down, or the way to it may be closed. Nothing that changes a record is sent again by itself."}
    </p>
  </Notice>
);

const Known = ({ state }: { state: Connection }) => (
  <>
    {state.silentSince && <Silent since={state.silentSince} embedded={state.embedded} />}
    <Sheet title="Upstream">
      <KeyValues items={fieldsOf(state)} />
    </Sheet>
    <TokenSheet state={state} />
    <ServedSheet />
    <div className="connection__pair">
      <SettingsSheet isEmbedded={state.embedded} />
      <RefusalsSheet />
    </div>
  </>
);

/** Which upstream the console speaks to, with which tokens, and how that goes. It costs the upstream nothing. */
export const ConnectionScreen = () => {
  const query = useQuery(connection());
  const { data, dataUpdatedAt } = query;
  return (
    <Screen
      title="Connection"
      beside={data && <StatusBadge {...connectionWords(data)} />}
      actions={
        <Button
          title={dataUpdatedAt ? `Read at ${timeOfDay(dataUpdatedAt)}` : undefined}
          onClick={() => void query.refetch()}
        >
          {query.isFetching ? "Being read…" : "Read again"}
        </Button>
      }
    >
      {query.isPending && <WaitingSheet />}
      {query.isError && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {data && <Known state={data} />}
    </Screen>
  );
};
