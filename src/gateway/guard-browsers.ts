import type { IncomingHttpHeaders } from "node:http";
import { signInCallbackPath } from "#contract/people.ts";
import { isEncoded } from "#http/server-options.ts";
import type { Failure } from "./problems.ts";

/** The parts of a request that a guard checks. */
export interface Guarded {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** Names and values alternately, as received: Node keeps only the first of several Host headers. */
  readonly rawHeaders: readonly string[];
  /** The Host header, or the one that a trusted proxy received. */
  readonly host: string;
  /** The local port of the request; undefined without a socket. */
  readonly localPort: number | undefined;
}

/** Names of this machine. */
const loopbackNames: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "[::1]"]);

const hostShape = /^(?<name>\[[0-9a-f:]+\]|[a-z0-9.-]+)(?::(?<port>\d{1,5}))?$/i;

/** Rejects names that another site could point at this machine (DNS rebinding). */
const isOurHost = (
  host: string,
  localPort: number | undefined,
  allowed: ReadonlySet<string>,
): boolean => {
  if (allowed.has(host.toLowerCase())) return true;
  const { name, port = "80" } = hostShape.exec(host)?.groups ?? {};
  if (name === undefined || !loopbackNames.has(name.toLowerCase())) return false;
  return localPort === undefined || Number(port) === localPort;
};

const isGivenTwice = (name: string, { rawHeaders }: Guarded): boolean =>
  rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === name).length > 1;

const isOwnOrigin = (origin: string, host: string): boolean =>
  origin === `http://${host}` || origin === `https://${host}`;

/** Links on other sites may open the console; other sites can't call it, embed it or load parts of it. */
const isPageVisit = ({ method, headers, url }: Guarded): boolean =>
  (method === "GET" || method === "HEAD") &&
  headers["sec-fetch-mode"] === "navigate" &&
  headers["sec-fetch-dest"] === "document" &&
  !url.startsWith("/api/") &&
  (!url.startsWith("/gateway/") || isReturnFromProvider(url));

/** The sign-in provider sends the browser here; the state in the address proves where the visit began. */
const isReturnFromProvider = (url: string): boolean => url.startsWith(`${signInCallbackPath}?`);

const crossSite = (detail: string): Failure => ({ kind: "cross-site", detail });

/** Checks every request before anything else; undefined if the request is allowed. */
export const guardRequest = (
  request: Guarded,
  allowedHosts: ReadonlySet<string>,
): Failure | undefined => {
  const { headers, url, host } = request;
  if (!url.startsWith("/"))
    return { kind: "bad-request", detail: "The request target must be a path." };
  if (isGivenTwice("host", request))
    return { kind: "bad-request", detail: "The request has more than one Host header." };
  if (!isOurHost(host, request.localPort, allowedHosts)) return { kind: "misdirected" };
  // A server that upgrades nothing could ignore the header; refusing is clearer.
  if (headers.upgrade !== undefined)
    return { kind: "unknown-path", detail: "Connection upgrades are not supported." };
  if (isEncoded(headers["content-encoding"]))
    return {
      kind: "unsupported-body",
      detail: "Send the body without a content encoding.",
    };
  if (headers.origin !== undefined && !isOwnOrigin(headers.origin, host))
    return crossSite("The Origin header names another site.");
  const site = headers["sec-fetch-site"];
  const own = site === undefined || site === "same-origin" || site === "none";
  return own || isPageVisit(request)
    ? undefined
    : crossSite("The browser reports that another site sent this request.");
};

/** A header that other sites can't send without a CORS preflight. */
const requestedBy = "x-requested-by";

/** Calls must also send this header: our pages do, scripts add it. */
export const guardCall = ({ headers }: Pick<Guarded, "headers">): Failure | undefined =>
  (headers[requestedBy] ?? "") === ""
    ? crossSite(
        "Send the header X-Requested-By, with any value. It proves that the call does not come from another site.",
      )
    : undefined;
