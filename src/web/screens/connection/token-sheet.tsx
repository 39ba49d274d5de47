import type { Connection, ConnectionToken } from "#contract/connection.ts";
import { tokenName } from "#web/api/connection.ts";
import { capital } from "#web/base/capital.ts";
import { Notice } from "#web/kit/notice.tsx";
import { type PlainColumn, PlainTable } from "#web/kit/plain-table.tsx";
import { Sheet } from "#web/kit/screen.tsx";
import { StatusBadge } from "#web/kit/status-badge.tsx";
import { UseOfLimit, WaitingBar } from "./budget-picture.tsx";
import { getTokenVariable, verdictLabels } from "./connection-words.ts";

const createColumns = ({
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
      <PlainTable label="Tokens" columns={createColumns(state)} rows={state.tokens} none="" />
    )}
  </Sheet>
);
