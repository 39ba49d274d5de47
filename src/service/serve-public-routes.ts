import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { openApiDocument } from "#contract/openapi.ts";
import type { ImageSource } from "./image-source.ts";
import { Refusal } from "./refusal.ts";

/** The routes that need no token, in the format of the operations table. */
export const publicPaths = [
  { method: "GET", path: "/healthz" },
  { method: "GET", path: "/openapi.json" },
  { method: "GET", path: "/images/{folder}/{group}/{name}" },
] as const;

/** An image opened on its own is a document: it may then load nothing and run nothing. */
const imageHeaders = {
  "cache-control": "public, max-age=86400",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  // The console shows them from another port.
  "cross-origin-resource-policy": "cross-origin",
} as const;

const versionOfPackage = (): string => {
  const file = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(file) as { version: string }).version;
};

const createEtag = (content: string): string =>
  `"${createHash("sha256").update(content).digest("base64url").slice(0, 27)}"`;

/** Answers cacheable content; 304 if the client's copy is current. */
const sendCacheable = (
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  content: string,
): FastifyReply => {
  const etag = createEtag(content);
  reply.header("etag", etag).type(type);
  return request.headers["if-none-match"] === etag ? reply.code(304).send() : reply.send(content);
};

/**
 * Registers the routes that are not operations of the API and require no token: the health check, OpenAPI and images.
 */
export const servePublicRoutes = (app: FastifyInstance, images: ImageSource): void => {
  // Computed at the first request; relative to the address of the service.
  let openApi: string | undefined;

  app.get("/healthz", async () => ({ status: "ok" }));

  app.get("/openapi.json", async (request, reply) => {
    openApi ??= JSON.stringify(openApiDocument({ serverUrl: "/", version: versionOfPackage() }));
    reply.header("cache-control", "no-cache");
    return sendCacheable(request, reply, "application/json; charset=utf-8", openApi);
  });

  app.get("/images/*", async (request, reply) => {
    const image = images.find((request.params as { "*": string })["*"]);
    if (image === undefined) throw new Refusal(404, "Image not found");
    return sendCacheable(request, reply.headers(imageHeaders), image.contentType, image.body);
  });
};
