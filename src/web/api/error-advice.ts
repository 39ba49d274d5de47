import { ApiError } from "#web/base/api-error.ts";

/** A readable error: what happened and what to do. */
export interface Advice {
  title: string;
  text: string;
  retry: boolean;
  /** Whether the Connection screen shows more about the cause. */
  connection?: boolean;
}

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

const tokenAdvice = (error: ApiError): string => {
  const wanted = describeTokens(error.tokens);
  return wanted === ""
    ? "Give the gateway a token with access to this, then restart it. The Connection screen lists its tokens."
    : `This needs ${wanted}. Set it where the gateway is started, then restart the gateway.`;
};

const unserved = (): Advice => ({
  title: "Not available",
  text: "The API doesn't offer this operation.",
  retry: false,
});

const advices: Readonly<Record<number, (error: ApiError) => Advice>> = {
  0: ({ message }) => ({ title: "No response", text: message, retry: true, connection: true }),
  400: ({ message }) => ({ title: "The API rejected this request", text: message, retry: false }),
  401: (error) => ({
    title: "Token not accepted",
    text: `${toSentence(error.message)} ${tokenAdvice(error)}`,
    retry: true,
    connection: true,
  }),
  403: (error) => ({
    title: "This token doesn't have access",
    text: `${toSentence(error.message)} ${tokenAdvice(error)}`,
    retry: true,
    connection: true,
  }),
  404: ({ message }) => ({ title: "Not found", text: message, retry: false }),
  405: unserved,
  413: () => ({
    title: "Too large",
    text: "The request is larger than the API allows. Send less at a time.",
    retry: false,
  }),
  429: () => ({
    title: "Rate limit reached",
    text: "The API allows no more requests now. Wait, then try again.",
    retry: true,
  }),
  501: unserved,
};

/** The gateway's own refusals: because of the person, or of a run that receives orders. */
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
  "run-under-way": ({ message }) => ({
    title: "Another run is in progress",
    text: message,
    retry: true,
  }),
};

const serverSide = ({ message, status, title }: ApiError): Advice => ({
  title: title ?? (status === 503 ? "Not available right now" : "The API had an internal error"),
  text: message,
  retry: true,
  connection: true,
});

const invalid = ({ message }: ApiError): Advice => ({
  title: "Unreadable response",
  text: message,
  retry: true,
});

const adviseByCause = (error: unknown): Advice => {
  if (!(error instanceof ApiError)) {
    return {
      title: "Something went wrong in the console",
      text: error instanceof Error ? error.message : String(error),
      retry: true,
    };
  }
  if (error.outcome === "invalid") return invalid(error);
  const advise = own[error.kind ?? ""] ?? advices[error.status];
  return (advise ?? (error.status >= 500 ? serverSide : advices[400]!))(error);
};

export const describeError = (error: unknown): Advice => {
  const advice = adviseByCause(error);
  return { ...advice, text: toSentence(advice.text) };
};
