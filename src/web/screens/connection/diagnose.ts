import type { Connection, ConnectionFailure, FailureCause } from "#contract/connection.ts";
import { tokenName } from "#web/api/connection.ts";
import { describeTokens } from "#web/api/error-advice.ts";
import { formatDateTime, formatDuration } from "#web/base/format.ts";

interface CauseWords {
  title: string;
  todo: string;
}

const words: Readonly<Record<FailureCause, CauseWords>> = {
  name: {
    title: "The API's host name is unknown",
    todo: "Check the spelling in API_BASE_URL, and this network's DNS. A VPN may be required.",
  },
  refused: {
    title: "The API's host refuses the connection",
    todo: "Check the port in API_BASE_URL, and whether the API is running.",
  },
  "no-route": {
    title: "No network route to the API",
    todo: "Check the network, and the VPN if there is one.",
  },
  "no-connection": {
    title: "Can't connect to the API",
    todo: "Check API_BASE_URL, the network, and any proxy or firewall.",
  },
  "connect-timeout": {
    title: "Connecting to the API takes too long",
    todo: "A firewall may block the connection. Check the host and the port in API_BASE_URL.",
  },
  certificate: {
    title: "The API's certificate isn't trusted",
    todo: "It is self-signed or issued by a private authority. To trust it, start the console with NODE_EXTRA_CA_CERTS=/path/to/authority.pem.",
  },
  "certificate-date": {
    title: "The API's certificate has expired or isn't valid yet",
    todo: "Check this computer's date. If it is right, the API's operator must renew the certificate.",
  },
  "certificate-name": {
    title: "The API's certificate is for another host name",
    todo: "Use a host name of the certificate in API_BASE_URL.",
  },
  "not-tls": {
    title: "The API's port has no TLS",
    todo: "API_BASE_URL starts with https://, and the port may expect http://. Check the port.",
  },
  timeout: {
    title: "The API doesn't respond in time",
    todo: "The API may be overloaded. Changes aren't repeated automatically: check the record before you save again.",
  },
  cut: {
    title: "The connection closes before the response",
    todo: "The API or a proxy may have restarted. If it happens every time, the port may expect https:// instead of http://.",
  },
  "not-json": {
    title: "The response isn't JSON",
    todo: "Another program may be answering at this address. Check API_BASE_URL.",
  },
  redirect: {
    title: "The API redirects to another address",
    todo: "The gateway doesn't follow redirects, because they could disclose a token. Set API_BASE_URL to the final address.",
  },
  token: {
    title: "The token is missing, wrong, or replaced",
    todo: "Set a current token. Creating a new token invalidates the old one at once.",
  },
  "token-type": {
    title: "The token has the wrong type",
    todo: "Set a token of the type that the request requires.",
  },
  forbidden: {
    title: "The token has no permission",
    todo: "Ask the API's operator for access. For GET /account this is normal with source and channel tokens.",
  },
  "not-found": {
    title: "The API's address may be wrong",
    todo: "GET /account doesn't exist at this address, but the API always offers it. A path such as /v1 may be missing or wrong in API_BASE_URL.",
  },
  "not-account": {
    title: "Another program answers at the API's address",
    todo: "GET /account answers with JSON that is no account. Check the host, the port and the path in API_BASE_URL.",
  },
  proxy: {
    title: "A proxy requires a sign-in",
    todo: "Ask your network's administrator to let the gateway reach the API.",
  },
  "rate-limit": {
    title: "Rate limit reached",
    todo: "The gateway stays within API_RATE_LIMIT. Another program may use the same token, or the API's limit is lower.",
  },
  server: {
    title: "The API had an internal error",
    todo: "Try again later. If it continues, send the report to the API's operator.",
  },
};

const page: CauseWords = {
  title: "An HTML page answers instead of the API",
  todo: "It may come from a proxy, a sign-in page or a website. Check API_BASE_URL, and whether this network requires a sign-in.",
};

const htmlError = "The response is an HTML page, so it may come from a proxy.";

const other: CauseWords = {
  title: "The request failed",
  todo: "Send the report to the API's operator.",
};

type Described = Pick<ConnectionFailure, "cause" | "html" | "request" | "tokens">;

/** Describes a failure. A response in HTML is never the API's own. */
export const describeCause = ({ cause, html, request, tokens }: Described): CauseWords => {
  if (html && cause === "not-json") return page;
  // A newer gateway may know more causes.
  const { title, todo } = words[cause] ?? other;
  if (html) return { title, todo: `${htmlError} ${todo}` };
  return cause === "token-type" && tokens.length > 0
    ? { title, todo: `${request} needs ${describeTokens(tokens)}.` }
    : { title, todo };
};

export interface Finding extends CauseWords {
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
