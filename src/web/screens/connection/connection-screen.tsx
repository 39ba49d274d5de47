import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Connection, ConnectionFailure, ConnectionToken } from "#contract/connection.ts";
import { ownPermissions } from "#contract/people.ts";
import { account } from "#web/api/account.ts";
import { tryAddresses } from "#web/api/base-addresses.ts";
import { connection, countWaitingRequests, isUnproven, tokenName } from "#web/api/connection.ts";
import { describeError } from "#web/api/error-advice.ts";
import { capital, formatQuantity, formatTimeOfDay } from "#web/base/format.ts";
import { useScreenActions } from "#web/base/screen-actions.ts";
import { useWhyForbidden } from "#web/base/session.ts";
import { copyToClipboard } from "#web/kit/copy-to-clipboard.ts";
import { ErrorNotice, useHeldError } from "#web/kit/error-notice.tsx";
import { type KeyValue, KeyValues } from "#web/kit/key-values.tsx";
import { LockableButton } from "#web/kit/button.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { type PlainColumn, PlainTable } from "#web/kit/plain-table.tsx";
import { Screen, Sheet } from "#web/kit/screen.tsx";
import { StatusBadge, type Tone } from "#web/kit/status-badge.tsx";
import { Code, Moment } from "#web/kit/values.tsx";
import { WaitingSheet } from "#web/kit/skeleton.tsx";
import { AddressTries } from "./address-tries.tsx";
import { describeCause, diagnose, type Finding } from "./diagnose.ts";
import {
  countByUrgency,
  createReport,
  describeConnection,
  describePause,
  describeQueue,
  describeRate,
  describeTried,
  describeUse,
  getTokenVariable,
  type StateLabel,
  verdictLabels,
} from "./describe-connection.ts";
import {
  smallest,
  type Tried,
  triedKey,
  type TriedRow,
  triedRows,
  useTriedOperations,
} from "./tried-operations.ts";
import "./connection.css";

interface Setting {
  name: string;
  meaning: string;
  otherwise: string;
}

const upstream: readonly Setting[] = [
  {
    name: "API_BASE_URL",
    meaning: "Base URL of the API",
    otherwise: "the embedded service",
  },
  { name: "API_TOKEN", meaning: "Account token", otherwise: "none" },
  {
    name: "API_SOURCE_TOKENS",
    meaning: "Tokens by source ID: 12=abc,13=def",
    otherwise: "none",
  },
  {
    name: "API_CHANNEL_TOKENS",
    meaning: "Tokens by channel ID, in the same format",
    otherwise: "none",
  },
  {
    name: "API_RATE_LIMIT",
    meaning: "Allowed requests per second per token",
    otherwise: "2",
  },
];

const embedded: readonly Setting[] = [
  {
    name: "DATABASE_URL",
    meaning: "Your own PostgreSQL for the embedded service",
    otherwise: "embedded PostgreSQL",
  },
  {
    name: "DATA_DIR",
    meaning: "Data folder of the embedded PostgreSQL",
    otherwise: ".data",
  },
  { name: "SERVICE_PORT", meaning: "Port of the embedded service", otherwise: "4201" },
  {
    name: "SERVICE_TOKEN",
    meaning:
      "Account token with which other programs call the embedded service; see also SERVICE_SOURCE_TOKENS and SERVICE_CHANNEL_TOKENS",
    otherwise: "none",
  },
  {
    name: "SERVICE_RATE_LIMIT",
    meaning: "Rate limit of the embedded service per token and second; 0 for none",
    otherwise: "2",
  },
  {
    name: "SERVICE_DEMO",
    meaning: "1 fills an empty database with demonstration records; 0 leaves it empty",
    otherwise: "1",
  },
];

const settingColumns: readonly PlainColumn<Setting>[] = [
  { header: "Variable", cell: ({ name }) => <span className="code">{name}</span> },
  { header: "Meaning", wide: true, cell: ({ meaning }) => meaning },
  {
    header: "Default",
    cell: ({ otherwise }) => <span className="faint small">{otherwise}</span>,
  },
];

/** The settings of the connection. None of them can be changed from a browser. */
const SettingsSheet = ({ isEmbedded }: { isEmbedded: boolean }) => (
  <Sheet title="Change the connection" flush>
    <div className="connection__lead">
      <p>
        Set these variables where the console is started, then restart it. They can't be read or
        changed in the browser. To read a secret from a file, add _FILE to its name, such as{" "}
        <span className="code">API_TOKEN_FILE</span>.
      </p>
      <pre tabIndex={0}>API_BASE_URL=https://api.example.com API_TOKEN_FILE=./token npm start</pre>
    </div>
    <PlainTable
      label="Settings"
      columns={settingColumns}
      rows={isEmbedded ? [...upstream, ...embedded] : upstream}
      none=""
    />
  </Sheet>
);

interface ShownRow extends TriedRow {
  words: StateLabel;
  advice: string | undefined;
}

const readColumns: readonly PlainColumn<ShownRow>[] = [
  { header: "Data", cell: ({ label }) => <strong>{label}</strong> },
  { header: "Request", cell: ({ request }) => <span className="code">{request}</span> },
  { header: "Status", cell: ({ words }) => <StatusBadge {...words} /> },
  {
    header: "If not available",
    wide: true,
    cell: ({ without, advice }) => <span className="faint small">{advice ?? without}</span>,
  },
];

const describeRow = ({ row, checking, result }: Tried, state: Connection): ShownRow => {
  const words = checking
    ? { label: "Checking", tone: "calm" as const }
    : describeTried(result, state);
  const failed = !checking && words.tone === "bad" && Boolean(result?.error);
  return { ...row, words, advice: failed ? describeError(result?.error).text : undefined };
};

/** The reads that the upstream serves. One is checked if nothing is known, all of them when the user asks for it. */
const ServedSheet = ({
  state,
  reads: { tried, busy, checkAll },
}: {
  state: Connection;
  reads: ReturnType<typeof useTriedOperations>;
}) => (
  <Sheet
    title="What the API offers"
    note={
      <LockableButton size="xs" locked={busy} onClick={() => checkAll()}>
        {busy ? "Checking…" : `Check all (${triedRows.length} requests)`}
      </LockableButton>
    }
    flush
  >
    <p className="connection__lead">
      The API's reference documents eight operations. All others are extensions that an API may not
      offer. The screens work with what is available.
    </p>
    <div className="connection__served">
      <PlainTable
        label="Operations"
        columns={readColumns}
        rows={tried.map((one) => describeRow(one, state))}
        none=""
      />
    </div>
  </Sheet>
);

const failureColumns: readonly PlainColumn<ConnectionFailure>[] = [
  {
    header: "Failure",
    cell: (failure) => {
      const { title, todo } = describeCause(failure);
      return (
        <div>
          <strong>{title}</strong>
          <p className="faint small">{todo}</p>
        </div>
      );
    },
  },
  {
    header: "Last request",
    cell: ({ request, status, code }) => (
      <span className="code">{`${request}: ${status ?? code ?? "no response"}`}</span>
    ),
  },
  { header: "Count", align: "end", cell: ({ count }) => formatQuantity(count) },
  { header: "Last", cell: ({ at }) => <Moment at={at} /> },
];

/** The failures since the gateway started: their meaning, and what to do about them. */
const FailuresSheet = ({ failures }: { failures: readonly ConnectionFailure[] }) => (
  <Sheet title="Failures since the gateway started" flush>
    <div className="connection__failures">
      <PlainTable
        label="Failures"
        columns={failureColumns}
        rows={failures}
        none="None. Requests for lists or records that the API doesn't have aren't counted."
      />
    </div>
  </Sheet>
);

/** What is wrong: with what to set for those who may, for all others with whom to tell. */
const Findings = ({
  findings,
  addresses,
}: {
  findings: readonly Finding[];
  addresses: ReactNode;
}) => {
  const isForbidden = useWhyForbidden(ownPermissions.tryAddresses) !== undefined;
  if (isForbidden && findings.length > 0)
    return (
      <Notice title="The connection needs your administrator" tone="bad" alert>
        <p>Copy the report below and send it to your administrator. Your drafts are kept.</p>
      </Notice>
    );
  return findings.map(({ title, todo, offer }) => (
    <Notice key={title} title={title} tone="bad" alert>
      <p>{todo}</p>
      {offer === "addresses" && addresses}
    </Notice>
  ));
};

/** More requests per second than can be distinguished are one bar. */
const mostSlots = 10;

const Bar = ({ share }: { share: number }) => (
  <svg aria-hidden="true" preserveAspectRatio="none" viewBox="0 0 100 1">
    <rect width={100 * Math.min(1, share)} height="1" />
  </svg>
);

/** The requests of the last second against the rate limit: a mark for each, or one bar for many. */
const UseOfLimit = ({ token, limit }: { token: ConnectionToken; limit: number }) => {
  const { used, pausedMs } = token;
  const marks = limit > 0 && limit <= mostSlots ? limit : 1;
  const filled = limit === 0 ? 0 : (used / limit) * marks;
  return (
    <div className="budget" data-paused={pausedMs > 0 || undefined}>
      <span className="budget__marks">
        {Array.from({ length: marks }, (_, mark) => (
          <Bar key={mark} share={Math.max(0, filled - mark)} />
        ))}
      </span>
      <span>{pausedMs > 0 ? describePause(pausedMs) : describeUse(used, limit)}</span>
    </div>
  );
};

const urgencyColors: Readonly<Record<string, string>> = {
  "for clicks": "var(--signal-mark)",
  "for screens": "var(--petrol)",
  "in the background": "var(--edge)",
};

/** The waiting requests by urgency, as one bar of three parts, and in words. */
const WaitingBar = ({ waiting }: Pick<ConnectionToken, "waiting">) => (
  <div className="budget">
    <span className="budget__marks" data-queue aria-hidden="true">
      {countByUrgency(waiting).map(({ name, count }) => (
        <svg key={name} style={{ flexGrow: count, background: urgencyColors[name] }} />
      ))}
    </span>
    <span>{describeQueue(waiting)}</span>
  </div>
);

const listTokenColumns = ({
  embedded,
  rateLimit,
}: Connection): readonly PlainColumn<ConnectionToken>[] => [
  { header: "Token", cell: (token) => <strong>{capital(tokenName(token))}</strong> },
  { header: "Status", cell: ({ verdict }) => <StatusBadge {...verdictLabels[verdict]} /> },
  {
    header: "Requests in the last second",
    cell: (token) => <UseOfLimit token={token} limit={rateLimit} />,
  },
  { header: "Requests waiting", cell: ({ waiting }) => <WaitingBar waiting={waiting} /> },
  {
    header: "Set by",
    cell: (token) => <span className="faint small">{getTokenVariable(token, embedded)}</span>,
  },
];

/** The gateway's tokens by owner. The tokens themselves never leave the gateway. */
const TokenSheet = ({ state }: { state: Connection }) => (
  <Sheet title="Tokens" note="Tokens stay in the gateway and never reach a browser" flush>
    {state.tokens.length === 0 ? (
      <Notice title="No token" tone="bad" blank>
        <p>
          The API refuses requests without a token. Set <span className="code">API_TOKEN</span>{" "}
          where the console is started.
        </p>
      </Notice>
    ) : (
      <PlainTable label="Tokens" columns={listTokenColumns(state)} rows={state.tokens} none="" />
    )}
  </Sheet>
);

/** The gateway answers by itself: the use of the rate limit is shown as it changes. */
const liveMs = 1_000;

const workingWords: Readonly<Partial<Record<Tone, string>>> = {
  good: "Yes. Records can be loaded and saved.",
  still: "Not known yet. Open any list, or select Refresh.",
  bad: "No. Records can't be loaded or saved now. Your drafts are kept.",
};

const listFacts = (state: Connection, accountName: string | null | undefined): KeyValue[] => [
  { label: "Account", value: accountName },
  {
    label: "Last answer",
    value: state.lastAnswer ? <Moment at={state.lastAnswer.at} /> : "None yet",
  },
  { label: "Waiting for an answer", value: formatQuantity(countWaitingRequests(state)) },
];

const listFields = (state: Connection): KeyValue[] => [
  { label: "Address", value: <Code value={state.baseUrl} />, wide: true },
  {
    label: "Type",
    value: state.embedded ? "Embedded service" : "Custom API",
  },
  { label: "Rate limit", value: describeRate(state.rateLimit) },
  { label: "Last response", value: state.lastAnswer?.status },
];

const useAddressTries = () =>
  useQuery({ queryKey: ["addresses"], queryFn: tryAddresses, enabled: false });

const Known = ({ state, readAt }: { state: Connection; readAt: number }) => {
  const reads = useTriedOperations(isUnproven(state));
  const addresses = useAddressTries();
  // The frame asks for it; this screen costs nothing.
  const { data: accountData } = useQuery({ ...account(), enabled: false });
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
        title="Is it working?"
        note={
          <Button size="xs" onClick={() => copyToClipboard(report(), "Report copied")}>
            Copy report
          </Button>
        }
      >
        <div className="stack">
          <p>{workingWords[describeConnection(state).tone]}</p>
          <KeyValues items={listFacts(state, accountData?.value.name)} />
        </div>
      </Sheet>
      <details className="connection__setup">
        <summary>
          <h2>Set up</h2> <span className="faint small">For administrators</span>
        </summary>
        <div className="stack">
          <Sheet title="API">
            <KeyValues items={listFields(state)} />
          </Sheet>
          <TokenSheet state={state} />
          <FailuresSheet failures={state.failures} />
          <ServedSheet state={state} reads={reads} />
          <SettingsSheet isEmbedded={state.embedded} />
        </div>
      </details>
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
    if (data && isUnproven(data)) void cache.refetchQueries({ queryKey: triedKey(smallest) });
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
