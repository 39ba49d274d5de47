import type { ConnectionFailure, FailureCause } from "#contract/connection.ts";
import { describeTokens } from "#web/api/error-advice.ts";

/** The meaning of a failure, and an instruction. */
export interface CauseWords {
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
