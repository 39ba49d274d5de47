import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { maxBodyBytes, maxHeaderBytes } from "#contract/limits.ts";

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
