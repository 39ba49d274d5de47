import type { Connection, TriedAddress } from "#contract/connection.ts";
import { tokenName } from "#web/api/connection.ts";
import {
  describeConnection,
  describeQueue,
  describeRate,
  verdictLabels,
} from "./connection-words.ts";
import { diagnose } from "./diagnose.ts";

/** The content of a report besides the connection's state. */
interface ReportParts {
  state: Connection;
  browserAheadMs: number;
  /** The reads that were checked, with their results. */
  reads: readonly { request: string; label: string }[];
  addresses: readonly TriedAddress[];
}

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ["", title, ...lines.map((line) => `- ${line}`)];

const seconds = (ms: number | null): string =>
  ms === null ? "unknown" : `${Math.round(ms / 1000)} s`;

const describeFailure = ({
  request,
  cause,
  code,
  status,
  html,
  count,
  at,
}: Connection["failures"][number]) =>
  [request, cause, code, status, html && "HTML", `${count} since the start`, `last ${at}`]
    .filter(Boolean)
    .join(", ");

/**
 * The state of the connection as text, for a person who can help. It contains no token and no text of a response: only
 * names, states, statuses and times.
 */
export const createReport = ({ state, browserAheadMs, reads, addresses }: ReportParts): string =>
  [
    "Supercargo: connection report",
    `Time: ${state.now}`,
    `Address: ${state.baseUrl}${state.embedded ? " (embedded service)" : ""}`,
    `State: ${describeConnection(state).label}`,
    `Rate limit: ${describeRate(state.rateLimit)}`,
    `Last response: ${state.lastAnswer ? `${state.lastAnswer.status}, ${state.lastAnswer.at}` : "none"}`,
    `No response since: ${state.silentSince ?? "–"}`,
    `Clock of the API ahead by: ${seconds(state.clockAheadMs)}; of this browser: ${seconds(browserAheadMs)}`,
    ...section(
      "Problems",
      diagnose(state, browserAheadMs).map(({ title, todo }) => `${title}. ${todo}`),
    ),
    ...section(
      "Tokens (values are never shown)",
      state.tokens.map(
        (token) =>
          `${tokenName(token)}: ${verdictLabels[token.verdict].label}; in use ${token.used}; waiting: ${describeQueue(token.waiting)}; paused ${seconds(token.pausedMs)}`,
      ),
    ),
    ...section("Failures since the gateway started", state.failures.map(describeFailure)),
    ...section(
      "Operations",
      reads.map(({ request, label }) => `${request}: ${label}`),
    ),
    ...section(
      "Other addresses",
      addresses.map(({ baseUrl, fits, status, cause }) =>
        [baseUrl, fits ? "answers" : "doesn't answer", status, cause].filter(Boolean).join(", "),
      ),
    ),
    "",
  ].join("\n");
