import { ApiError } from "#web/base/api-error.ts";

/** A readable error: what happened and what to do. */
export interface Advice {
  title: string;
  text: string;
  retry: boolean;
  /** Whether the Connection screen shows more about the cause. */
  connection?: boolean;
}

const laterOrTell = "Try again in a few minutes. If it continues, tell your administrator.";

const tokenNames: Readonly<Record<string, string>> = {
  account: "an Account token (API_TOKEN)",
  source: "the source's token (API_SOURCE_TOKENS, as 12=abc,13=def)",
  channel: "the channel's token (API_CHANNEL_TOKENS, as 12=abc,13=def)",
};

/** Ends a message with a period if it lacks one: upstreams differ. */
const toSentence = (text: string): string => {
  const words = text.trim();
  return words === "" || /[.!?…:]["”’)]?$/u.test(words) ? words : `${words}.`;
};

/** Names token types, with the variables that hold them. */
export const describeTokens = (types: readonly string[]): string =>
  types.map((type) => tokenNames[type] ?? type).join(", or ");

const noAccess: Pick<Advice, "title" | "text"> = {
  title: "No access to these records",
  text: "The service refused the console. Tell your administrator; Connection shows what to set.",
};

const unserved = (): Advice => ({
  title: "Not available",
  text: "The service doesn't offer this.",
  retry: false,
});

const advices: Readonly<Record<number, (error: ApiError) => Advice>> = {
  0: ({ message }) => ({ title: "No connection", text: message, retry: true, connection: true }),
  400: ({ message }) => ({ title: "The service refused this", text: message, retry: false }),
  401: () => ({ ...noAccess, retry: true, connection: true }),
  403: () => ({ ...noAccess, retry: true, connection: true }),
  404: ({ message }) => ({ title: "Not found", text: message, retry: false }),
  405: unserved,
  413: () => ({
    title: "Too large",
    text: "This is more than the service takes at once. Send less at a time.",
    retry: false,
  }),
  429: () => ({
    title: "Too much at once",
    text: "The service is busy. Wait a few seconds, then try again.",
    retry: true,
  }),
  501: unserved,
};

/** The problems that the gateway itself tells, by their kind. */
const own: Readonly<Record<string, (error: ApiError) => Advice>> = {
  "signed-out": () => ({
    title: "You're signed out",
    text: "Your session ended, so nothing was sent. Sign in, then try again.",
    retry: true,
  }),
  "role-too-low": ({ message }) => ({
    title: "Your role doesn't allow this",
    text: message,
    retry: false,
  }),
  "record-changed": ({ message }) => ({
    title: "The record has changed since it was loaded",
    text: message,
    retry: false,
  }),
  "reviewer-needed": ({ message }) => ({
    title: "Another editor must review this change",
    text: message,
    retry: false,
  }),
  "review-ended": ({ message }) => ({
    title: "This change doesn't wait for review any more",
    text: message,
    retry: false,
  }),
  "run-under-way": ({ message }) => ({
    title: "These orders are already being received",
    text: message,
    retry: true,
  }),
  "upstream-unreachable": ({ message }) => ({
    title: "Can't reach the service",
    text: message,
    retry: true,
    connection: true,
  }),
  "upstream-failed": () => ({
    title: "No response from the service",
    text: laterOrTell,
    retry: true,
    connection: true,
  }),
  "outcome-unknown": () => ({
    title: "Save status unknown",
    text: "The change may have been made. Check the record before you save again.",
    retry: true,
    connection: true,
  }),
  internal: () => ({
    title: "Something went wrong on the server",
    text: laterOrTell,
    retry: true,
    connection: true,
  }),
};

const withoutDatabase = (what: string): Advice => ({
  title: "Not available right now",
  text: `${what} ${laterOrTell}`,
  retry: true,
  connection: true,
});

const databaseDown = (): Advice =>
  withoutDatabase("The server's database isn't responding, so nothing was sent.");

const busy = (): Advice => ({
  title: "Not available right now",
  text: "Nothing was sent. Try again in a few seconds.",
  retry: true,
  connection: true,
});

const unavailable: Readonly<Record<string, () => Advice>> = {
  "memory-unavailable": databaseDown,
  "memory-full": databaseDown,
  "memory-failed": () => withoutDatabase("The server's database isn't responding."),
  "queue-full": busy,
  "queue-left": busy,
  stopping: busy,
};

/** Its own words follow: they may say what is wrong. */
const serverSide = ({ message, status }: ApiError): Advice => ({
  title: status === 503 ? "Not available right now" : "The service had an error",
  text: message,
  retry: true,
  connection: true,
});

const invalid = (): Advice => ({
  title: "The response can't be read",
  text: laterOrTell,
  retry: true,
  connection: true,
});

const adviseByCause = (error: unknown): Advice => {
  if (!(error instanceof ApiError)) {
    return {
      title: "Something went wrong in the console",
      text: error instanceof Error ? error.message : String(error),
      retry: true,
    };
  }
  if (error.outcome === "invalid") return invalid();
  const kind = error.kind ?? "";
  const advise = own[kind] ?? unavailable[kind] ?? advices[error.status];
  return (advise ?? (error.status >= 500 ? serverSide : advices[400]!))(error);
};

export const describeError = (error: unknown): Advice => {
  const advice = adviseByCause(error);
  return { ...advice, text: toSentence(advice.text) };
};

/** What a person who can help needs to know about an error, as text to copy. */
export const describeDetails = (error: unknown): string => {
  const { title, text } = describeError(error);
  const lines = [title, text, `Time: ${new Date().toISOString()}`, `Page: ${location.pathname}`];
  if (!(error instanceof ApiError)) return [...lines, `Error: ${String(error)}`].join("\n");
  const { message, status, kind, tokens, requestId } = error;
  return [
    ...lines,
    `Message: ${message}`,
    `Status: ${status}${kind === undefined ? "" : `, ${kind}`}`,
    ...(tokens.length > 0 ? [`Needs: ${describeTokens(tokens)}`] : []),
    ...(requestId === undefined ? [] : [`Request: ${requestId}`]),
  ].join("\n");
};
