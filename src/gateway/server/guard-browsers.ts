import type { IncomingHttpHeaders } from "node:http";
import type { FastifyRequest } from "fastify";
import { cutText } from "#contract/cut-text.ts";
import { signInCallbackPath } from "#contract/people.ts";
import { isEncoded } from "#http/server-options.ts";
import type { Failure } from "./problems.ts";

/** The options that say where browsers find the console. */
interface Addressed {
  readonly publicUrl?: string;
  readonly tls?: object;
  readonly allowedHosts?: readonly string[];
}

const publicUrlOf = ({ publicUrl }: Addressed): URL | undefined =>
  publicUrl === undefined ? undefined : new URL(publicUrl);

/** Whether browsers reach the console by https, from this process or from a proxy in front of it. */
export const isSecure = (options: Addressed): boolean => {
  const url = publicUrlOf(options);
  return url === undefined ? options.tls !== undefined : url.protocol === "https:";
};

/** Browsers use https only from then on. Plain http is for this machine, where they would refuse it for other programs, too. */
export const transportHeaders = (secure: boolean): Readonly<Record<string, string>> =>
  secure ? { "strict-transport-security": "max-age=31536000" } : {};

/** The addresses of the console in addition to this machine's own names. */
export interface OwnAddresses {
  /** Host headers, in lowercase. */
  readonly hosts: ReadonlySet<string>;
  /** The origin of the public URL. */
  readonly origin: string | undefined;
}

export const ownAddressesOf = (options: Addressed): OwnAddresses => {
  const url = publicUrlOf(options);
  const hosts = [...(options.allowedHosts ?? []), ...(url === undefined ? [] : [url.host])];
  return { hosts: new Set(hosts.map((host) => host.toLowerCase())), origin: url?.origin };
};

/** The console's address in the browser of a request. Without a public URL it is the Host header, which is checked before. */
export const createOriginOf = (options: Addressed): ((request: FastifyRequest) => string) => {
  const fixed = publicUrlOf(options)?.origin;
  const scheme = options.tls === undefined ? "http" : "https";
  return ({ host }) => fixed ?? `${scheme}://${host}`;
};

/** The parts of a request that a guard checks. */
interface Guarded {
  readonly method: string;
  readonly url: string;
  /** The route of the address, which the router decodes first; undefined without one. */
  readonly route?: string | undefined;
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

const healthPaths: ReadonlySet<string> = new Set(["/healthz", "/readyz"]);

/** Load balancers name the address that they check. The answer holds nothing that another site may not know. */
const isHealthCheck = ({ method, url }: Guarded): boolean =>
  (method === "GET" || method === "HEAD") && healthPaths.has(url);

const isGivenTwice = (name: string, { rawHeaders }: Guarded): boolean =>
  rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === name).length > 1;

const isOwnOrigin = (origin: string, host: string): boolean =>
  origin === `http://${host}` || origin === `https://${host}`;

/** Links on other sites may open the console; other sites can't call it, embed it or load parts of it. */
const isPageVisit = ({ method, headers, url, route = url }: Guarded): boolean =>
  (method === "GET" || method === "HEAD") &&
  headers["sec-fetch-mode"] === "navigate" &&
  headers["sec-fetch-dest"] === "document" &&
  (isReturnFromProvider(url) || ![url, route].some((path) => /^\/(?:api|gateway)\//.test(path)));

/** The sign-in provider sends the browser here; the state in the address proves where the visit began. */
const isReturnFromProvider = (url: string): boolean => url.startsWith(`${signInCallbackPath}?`);

const crossSite = (detail: string): Failure => ({ kind: "cross-site", detail });

const fileFolder = "/assets/";

/**
 * Whether the page of the request is the console's own, although its origin differs from the Host header: only a proxy
 * that replaces the header explains that. Browsers say so over https; over plain http, only the console's own page can
 * run its scripts.
 */
const isHostReplaced = ({ headers, url }: Guarded): boolean =>
  headers["sec-fetch-site"] === "same-origin" ||
  (headers["sec-fetch-site"] === undefined && url.startsWith(fileFolder));

/** The longest address that a problem repeats, in characters; a host name has at most 253. */
const longestAddress = 300;

const cutAddress = (address: string): string => cutText(address, longestAddress);

const explainReplaced = (opened: string, host: string, known: string | undefined): string =>
  `The browser opened ${cutAddress(opened)}, and a proxy replaced the Host header with ${cutAddress(host)}. ` +
  (known === undefined
    ? "Set PUBLIC_URL to the address that people open, and restart the console."
    : `PUBLIC_URL is ${known}. Open the console there, or set PUBLIC_URL to the address that people open.`);

/** Checks every request that a running gateway serves; undefined if the request is allowed. */
export const guardRequest = (request: Guarded, own: OwnAddresses): Failure | undefined => {
  const { headers, url, host } = request;
  if (!url.startsWith("/"))
    return { kind: "bad-request", detail: "The request target must be a path." };
  if (isGivenTwice("host", request))
    return { kind: "bad-request", detail: "The request has more than one Host header." };
  if (!isOurHost(host, request.localPort, own.hosts) && !isHealthCheck(request))
    return { kind: "misdirected", detail: `The Host header is “${cutAddress(host)}”.` };
  // A server that upgrades nothing could ignore the header; refusing is clearer.
  if (headers.upgrade !== undefined)
    return { kind: "unknown-path", detail: "Connection upgrades are not supported." };
  if (isEncoded(headers["content-encoding"]))
    return {
      kind: "unsupported-body",
      detail: "Send the body without a content encoding.",
    };
  const { origin, "sec-fetch-site": site } = headers;
  if (origin !== undefined && origin !== own.origin && !isOwnOrigin(origin, host))
    return isHostReplaced(request)
      ? { kind: "host-replaced", detail: explainReplaced(origin, host, own.origin) }
      : crossSite("The Origin header names another site.");
  const isOwnSite = site === undefined || site === "same-origin" || site === "none";
  return isOwnSite || isPageVisit(request)
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
