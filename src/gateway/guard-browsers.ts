import type { IncomingHttpHeaders } from "node:http";
import type { Failure } from "./problems.ts";

/** What a guard needs to know of a request. */
export interface Guarded {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn, as they came: Node keeps only the first of several Host headers. */
  readonly rawHeaders: readonly string[];
  /** The port the request came in on; undefined when it came over no socket. */
  readonly localPort: number | undefined;
}

/** The names of this machine for itself. */
const loopbackNames: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "[::1]"]);

const hostShape = /^(?<name>\[[0-9a-f:]+\]|[a-z0-9.-]+)(?::(?<port>\d{1,5}))?$/i;

/** A name that a page elsewhere could have pointed at this machine (DNS rebinding) is not one of ours. */
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

/** A link on a page elsewhere may open the console; nothing elsewhere may call it, embed it or load parts of it. */
const isPageVisit = ({ method, headers, url }: Guarded): boolean =>
  (method === "GET" || method === "HEAD") &&
  headers["sec-fetch-mode"] === "navigate" &&
  headers["sec-fetch-dest"] === "document" &&
  !url.startsWith("/api/") &&
  !url.startsWith("/gateway/");

const crossSite = (detail: string): Failure => ({ kind: "cross-site", detail });

/** What every request has to pass before anything else is looked at; undefined when it may go on. */
export const guardRequest = (
  request: Guarded,
  allowedHosts: ReadonlySet<string>,
): Failure | undefined => {
  const { headers, url } = request;
  const host = headers.host ?? "";
  if (!url.startsWith("/"))
    return { kind: "bad-request", detail: "The request target must be a path." };
  if (isGivenTwice("host", request))
    return { kind: "bad-request", detail: "The request has more than one Host header." };
  if (!isOurHost(host, request.localPort, allowedHosts)) return { kind: "misdirected" };
  // A server that upgrades nothing ignores the wish; saying no is clearer to whoever tries.
  if (headers.upgrade !== undefined)
    return { kind: "unknown-path", detail: "Connection upgrades are not supported." };
  if (!/^(?:identity)?$/i.test(headers["content-encoding"] ?? ""))
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

/** The header that a form, an image or a link of another site cannot send without asking first. */
const requestedBy = "x-requested-by";

/** What calls have to bring besides: a page of ours sends it, a script adds it. */
export const guardCall = ({ headers }: Pick<Guarded, "headers">): Failure | undefined =>
  (headers[requestedBy] ?? "") === ""
    ? crossSite(
        "Send the header X-Requested-By, with any value. It proves that the call does not come from another site.",
      )
    : undefined;
