import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyInstance } from "fastify";

/** A shorter answer fits one packet with its headers, so that compressing it saves nothing. */
const leastLength = 1_024;

/** The quality at which 390 KB of orders become 39 KB in 6 ms; the highest takes sixty times as long for 32 KB. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const brotliText = promisify<string, typeof quality, Buffer>(brotliCompress);
const gzipText = promisify<string, Buffer>(gzip);

type Coding = "br" | "gzip";

const compressors: Readonly<Record<Coding, (text: string) => Promise<Buffer>>> = {
  br: async (text) => brotliText(text, quality),
  gzip: async (text) => gzipText(text),
};

const refused = /;\s*q=0(?:\.0*)?\s*$/i;

/** The better of the codings that an Accept-Encoding header takes by name (RFC 9110, 12.5.3). */
export const codingFor = (header = ""): Coding | undefined => {
  const taken = header
    .split(",")
    .filter((part) => !refused.test(part))
    .map((part) => part.replace(/;.*/s, "").trim().toLowerCase());
  return (["br", "gzip"] as const).find((coding) => taken.includes(coding));
};

/**
 * Compresses longer JSON answers for clients that accept it. Files are compressed by the build. Answers hold no secret that
 * their length could tell (BREACH): tokens are redacted, and other sites can't call the gateway.
 */
export const compressAnswers = (app: FastifyInstance): void => {
  app.addHook("onSend", async (request, reply, payload) => {
    if (typeof payload !== "string" || payload.length < leastLength) return payload;
    reply.header("vary", "Accept-Encoding");
    const coding = codingFor(request.headers["accept-encoding"]);
    if (coding === undefined) return payload;
    reply.header("content-encoding", coding);
    return compressors[coding](payload);
  });
};
