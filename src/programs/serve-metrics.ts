import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, isIP } from "node:net";
import { guardRequest } from "#gateway/server/guard-browsers.ts";
import { whyNotLoopback } from "#gateway/server/listen.ts";

/** The figures in the format of a monitoring system. */
export interface Figures {
  readonly contentType: string;
  metrics(): Promise<string>;
}

export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Seconds that a client may take for its request. */
const requestTimeout = 5_000;

/** The Host headers of requests to the configured host, in addition to the usual names of this machine. */
const hostHeadersOf = (host: string, port: number): ReadonlySet<string> => {
  const name = (isIP(host) === 6 ? `[${host}]` : host).toLowerCase();
  return new Set([`${name}:${port}`, ...(port === 80 ? [name] : [])]);
};

/**
 * Serves GET /metrics on an address of its own, without sign-in. On a loopback address, requests that a page of another
 * site could send are refused.
 */
export async function serveMetrics(
  figures: Figures,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<MetricsServer> {
  const isLocal = (await whyNotLoopback(host)) === undefined;
  const server = createServer(
    { requestTimeout, headersTimeout: requestTimeout },
    (request, response) => {
      const status = refuse(request, isLocal, host);
      if (status !== undefined) return end(response, status, "text/plain", `${status}\n`);
      figures.metrics().then(
        (text) => end(response, 200, figures.contentType, text),
        () => end(response, 500, "text/plain", "500\n"),
      );
      return undefined;
    },
  );
  server.maxConnections = 32;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port }, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The status of a request that gets no figures. */
function refuse(request: IncomingMessage, isLocal: boolean, host: string): number | undefined {
  const { method = "", url = "", headers, rawHeaders, socket } = request;
  const { localPort } = socket;
  const guarded = { method, url, headers, rawHeaders, host: headers.host ?? "", localPort };
  const hosts = hostHeadersOf(host, localPort ?? 80);
  if (isLocal && guardRequest(guarded, { hosts, origin: undefined }) !== undefined) return 403;
  if (url.split("?", 1)[0] !== "/metrics") return 404;
  return method === "GET" || method === "HEAD" ? undefined : 405;
}

function end(response: ServerResponse, status: number, type: string, text: string): void {
  response
    .writeHead(status, {
      "content-type": type,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    })
    .end(text);
}
