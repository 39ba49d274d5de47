import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { maxBodyBytes, maxHeaderBytes } from "#contract/limits.ts";

/** A path of the operations table with its method. */
interface Route {
  readonly method: string;
  readonly path: string;
}

/** A path as the router writes it: `/rmas/{rmaId}/items` is `/rmas/:rmaId/items`. */
export const toRoutePath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ":$1");

const escapeForPattern = (text: string): string =>
  text.replaceAll(/[\\^$.*+?()[\]|]/g, String.raw`\$&`);

const createPattern = (path: string): RegExp =>
  new RegExp(`^${escapeForPattern(path).replaceAll(/\{\w+\}/g, "[^/]+")}$`);

/** The methods of a path; empty when the path does not exist (405 and its Allow header, or 404). */
export const createAllowedMethods = (
  routes: readonly Route[],
): ((path: string) => readonly string[]) => {
  const known = routes.map(({ method, path }) => ({ method, pattern: createPattern(path) }));
  return (path) => [
    ...new Set(known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)),
  ];
};

/** The limits of every server: ten seconds for a request's head, thirty for all of it, and the sizes of head and body. */
export const serverOptions = {
  bodyLimit: maxBodyBytes,
  requestTimeout: 30_000,
  http: {
    headersTimeout: 10_000,
    connectionsCheckingInterval: 5_000,
    maxHeaderSize: maxHeaderBytes,
  },
  exposeHeadRoutes: false,
  genReqId: () => randomUUID(),
  requestIdHeader: false,
} as const;

/**
 * The connections of a server at one address; further ones are closed at once. Enough for several browsers, and few enough
 * that clients who open many don't take all files and memory of the process.
 */
export const maxConnections = 512;

/** Bodies are JSON only, whatever a route takes; `parse` gets each body once. */
export const acceptJsonOnly = (app: FastifyInstance, parse: (bytes: Buffer) => unknown): void => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, bytes, done) => {
    try {
      done(null, parse(bytes as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
};

/** Whether a body is compressed: a server that decompresses can be made to expand a small body without limit. */
export const isEncoded = (contentEncoding: string | undefined): boolean =>
  !/^(?:identity)?$/i.test(contentEncoding ?? "");

const statusOfCode = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
} as const;

const chooseStatus = (code: string): MalformedStatus =>
  Object.hasOwn(statusOfCode, code) ? statusOfCode[code as keyof typeof statusOfCode] : 400;

type MalformedStatus = 400 | 408 | 431;

/** The response in a program's own format. */
interface MalformedAnswer {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * What is written before TLS begins is never sent: a connection that waits for it would take a place for ever, even
 * after its client has left, and keep the program from stopping.
 */
const isWithoutTls = (code: string): boolean => /^ERR_(?:TLS|SSL)_/.test(code);

/**
 * Answers bytes that are not an HTTP request, which no route and no error handler receives, and disconnects: the next
 * request could not be separated from them. `packet` is the part of the input that was read last.
 */
export const createMalformedHandler =
  (describe: (status: MalformedStatus, requestId: string, packet: string) => MalformedAnswer) =>
  (error: { readonly code?: string; readonly rawPacket?: unknown }, socket: Socket): void => {
    const { code = "", rawPacket } = error;
    if (!socket.writable || code === "ECONNRESET" || isWithoutTls(code)) {
      socket.destroy();
      return;
    }
    const status = chooseStatus(code);
    const { text, headers } = describe(
      status,
      randomUUID(),
      Buffer.isBuffer(rawPacket) ? rawPacket.toString("latin1") : "",
    );
    const lines = Object.entries({
      ...headers,
      "content-length": Buffer.byteLength(text),
      connection: "close",
    }).map(([name, value]) => `${name}: ${value}`);
    const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`, ...lines];
    socket.end(`${head.join("\r\n")}\r\n\r\n${text}`, () => socket.destroy());
  };
