import type { Connection, ConnectionToken } from "#contract/connection.ts";
import { tokenName } from "#web/api/connection.ts";
import { capital } from "#web/ui/capital.ts";
import { counted } from "#web/ui/format.ts";
import { Notice } from "#web/ui/notice.tsx";
import { type PlainColumn, PlainTable } from "#web/ui/plain-table.tsx";
import { Sheet } from "#web/ui/screen.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { getTokenVariable, verdictLabels, describeQueue } from "./connection-words.ts";

const describePause = (ms: number): string =>
  ms > 0 ? `For ${counted(Math.ceil(ms / 1000), "more second")}` : "No";

const createColumns = (embedded: boolean): readonly PlainColumn<ConnectionToken>[] => [
  { header: "Token", cell: (token) => <strong>{capital(tokenName(token))}</strong> },
  { header: "Status", cell: ({ verdict }) => <StatusBadge {...verdictLabels[verdict]} /> },
  { header: "Requests waiting", cell: ({ waiting }) => describeQueue(waiting) },
  { header: "Paused", cell: ({ pausedMs }) => describePause(pausedMs) },
  {
    header: "Set by",
    cell: (token) => <span className="connection__faint">{getTokenVariable(token, embedded)}</span>,
  },
];

/** The gateway's tokens by owner. The tokens themselves never leave the gateway. */
export const TokenSheet = ({ state }: { state: Connection }) => (
  <Sheet title="Tokens" note="Tokens stay in the gateway and never reach a browser" flush>
    {state.tokens.length === 0 ? (
      <Notice title="No token" tone="bad" blank>
        <p>
          The API refuses requests without a token. Set <span className="code">API_TOKEN</span>{" "}
          where the console is started.
        </p>
      </Notice>
    ) : (
      <PlainTable
        label="Tokens"
        columns={createColumns(state.embedded)}
        rows={state.tokens}
        none=""
      />
    )}
  </Sheet>
);
