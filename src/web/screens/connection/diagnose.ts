import type { Connection } from "#contract/connection.ts";
import { tokenName } from "#web/api/connection.ts";
import { formatDateTime, formatDuration } from "#web/base/format.ts";
import { type CauseWords, describeCause } from "./cause-words.ts";

/** A problem of the connection, and what to do. */
export interface Finding extends CauseWords {
  /** The button that helps. */
  offer?: "addresses";
}

/** Signatures of webhooks and filters by date tolerate this difference between two clocks. */
const tolerableMs = 300_000;
/** A failure that is older is only listed. */
const recentMs = 600_000;

const embeddedTodo =
  "The embedded service runs next to the gateway. Check its output in the terminal, then start it again.";
const silentTodo =
  "Check the address, the network, and whether the API is running. The console doesn't repeat changes automatically.";

const findSilence = ({ silentSince, lastAnswer, failures, embedded }: Connection): Finding[] => {
  if (silentSince === null) return [];
  const title = lastAnswer
    ? `No response from the API since ${formatDateTime(silentSince)}`
    : "The API hasn't responded yet";
  const last = failures.find(({ status }) => status === null);
  if (embedded || !last) return [{ title, todo: embedded ? embeddedTodo : silentTodo }];
  const words = describeCause(last);
  return [{ title, todo: `${words.title}. ${words.todo}` }];
};

const findTokens = ({ tokens }: Connection): Finding[] => {
  if (tokens.length === 0)
    return [
      {
        title: "No token",
        todo: "The API refuses requests without a token. Set API_TOKEN where the console is started.",
      },
    ];
  const { todo } = describeCause({ cause: "token", html: false, request: "", tokens: [] });
  return tokens
    .filter(({ verdict }) => verdict === "refused")
    .map((token) => ({
      title: `Token refused (${tokenName(token)})`,
      todo: `The address answers and refuses this token. ${todo}`,
    }));
};

/** What another program than the API answers to `GET /account`. */
const foreign: ReadonlySet<string> = new Set(["not-found", "not-account", "not-json", "redirect"]);

const findAddress = ({ accountMissing, embedded, failures }: Connection): Finding[] => {
  if (!accountMissing || embedded) return [];
  const last = failures.find(({ cause, status }) => status !== null && foreign.has(cause));
  const words = describeCause(last ?? { cause: "not-found", html: false, request: "", tokens: [] });
  return [{ ...words, offer: "addresses" }];
};

const findFailures = ({ failures, now, accountMissing }: Connection): Finding[] => {
  const at = Date.parse(now);
  // The findings above report these better.
  const isReported = (cause: string) =>
    cause === "token" || cause === "not-found" || (accountMissing && foreign.has(cause));
  return failures
    .filter(({ cause, status }) => status !== null && !isReported(cause))
    .filter((failure) => at - Date.parse(failure.at) < recentMs)
    .map((failure) => {
      const { title, todo } = describeCause(failure);
      return { title, todo: `${failure.request} (${failure.status}): ${todo}` };
    });
};

const clockTodo =
  "Check the date, the time and the time zone of both. The signatures of webhooks and filters by date depend on them.";

const describeClock = (who: string, whose: string, aheadMs: number | null): Finding[] =>
  Math.abs(aheadMs ?? 0) <= tolerableMs
    ? []
    : [
        {
          title: `${who} clock is ${formatDuration(Math.abs(aheadMs ?? 0) / 1000)} ${(aheadMs ?? 0) > 0 ? "ahead of" : "behind"} ${whose}`,
          todo: clockTodo,
        },
      ];

/**
 * The problems of the connection, the worst first. `browserAheadMs` is the difference of this browser's clock to the
 * gateway's.
 */
export const diagnose = (state: Connection, browserAheadMs: number): Finding[] => [
  ...findSilence(state),
  ...findAddress(state),
  ...findTokens(state),
  ...findFailures(state),
  ...describeClock("The API's", "the gateway's", state.clockAheadMs),
  ...describeClock("This browser's", "the gateway's", browserAheadMs),
];
