import type { Connection, ConnectionToken } from "#contract/connection.ts";
import { tokenName } from "#web/api/connection.ts";
import { capital } from "#web/ui/capital.ts";
import { counted } from "#web/ui/format.ts";
import { Notice } from "#web/ui/notice.tsx";
import { type PlainColumn, PlainTable } from "#web/ui/plain-table.tsx";
import { Sheet } from "#web/ui/screen.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { variableOf, verdictWords, waitingWords } from "./connection-words.ts";

const pauseWords = (ms: number): string =>
  ms > 0 ? `${counted(Math.ceil(ms / 1000), "second")} more` : "no";

const columnsOf = (embedded: boolean): readonly PlainColumn<ConnectionToken>[] => [
  { header: "Token", cell: (token) => <strong>{capital(tokenName(token))}</strong> },
  { header: "Verdict", cell: ({ verdict }) => <StatusBadge {...verdictWords[verdict]} /> },
  { header: "Requests waiting", cell: ({ waiting }) => waitingWords(waiting) },
  { header: "Paused", cell: ({ pausedMs }) => pauseWords(pausedMs) },
  {
    header: "Comes from",
    cell: (token) => <span className="connection__faint">{variableOf(token, embedded)}</span>,
  },
];

/** Which tokens the gateway holds, by owner. The tokens themselves never leave it. */
export const TokenSheet = ({ state }: { state: Connection }) => (
  <Sheet title="Tokens" note="Held by the gateway; none ever comes to a browser" flush>
    {state.tokens.length === 0 ? (
      <Notice title="No token is configured" tone="bad" blank>
        <p>
          Without one, every call is refused. Set <span className="code">API_TOKEN</span> where the
          console is started.
        </p>
      </Notice>
    ) : (
      <PlainTable
        label="Tokens held"
        columns={columnsOf(state.embedded)}
        rows={state.tokens}
        none=""
      />
    )}
  </Sheet>
);
