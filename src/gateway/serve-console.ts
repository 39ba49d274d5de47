import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { codingFor } from "./compress-answers.ts";
import { type Console, type ConsoleFile, pageAddress } from "./read-console.ts";

/** Files whose names contain a hash of their content never change. */
const hashedFolder = "/assets/";

const immutable = "public, max-age=31536000, immutable";

const hasTag = ({ headers }: FastifyRequest, { etag }: ConsoleFile): boolean =>
  headers["if-none-match"]?.split(",").some((tag) => tag.trim() === etag) ?? false;

/** Sends a file as compressed as the client accepts, or 304 where the client has it. */
const sendFile = (
  request: FastifyRequest,
  reply: FastifyReply,
  address: string,
  file: ConsoleFile,
): FastifyReply => {
  const coding = codingFor(request.headers["accept-encoding"]);
  const compressed = coding && file[coding];
  reply
    .code(200)
    .type(file.type)
    .header("etag", file.etag)
    .header("cache-control", address.startsWith(hashedFolder) ? immutable : "no-cache");
  if (file.br ?? file.gzip) reply.header("vary", "accept-encoding");
  if (hasTag(request, file)) return reply.code(304).send();
  if (compressed) reply.header("content-encoding", coding);
  return reply.send(compressed ?? file.plain);
};

/** Serves the built files: a route for each, so that no address is ever converted to a file name. */
export const serveConsole = (app: FastifyInstance, files: Console | undefined): void => {
  for (const [address, file] of files ?? [])
    app.get(address === pageAddress ? "/" : address, (request, reply) =>
      sendFile(request, reply, address, file),
    );
};

const ownFolders = ["/api", "/gateway", "/assets", "/healthz", "/readyz"] as const;

/**
 * A tool that accepts any type gets the page too; a browser that accepts any type wants a script, a style or an image.
 */
const takesPage = ({ headers }: FastifyRequest, path: string): boolean =>
  (headers.accept ?? "*/*").includes("text/html") ||
  (headers["sec-fetch-dest"] === undefined &&
    (headers.accept ?? "*/*") === "*/*" &&
    !path.slice(path.lastIndexOf("/")).includes("."));

/** Whether the request is for a page of the console: its routes are in the page, not in files. */
export const isPageRequest = (request: FastifyRequest, path: string): boolean =>
  (request.method === "GET" || request.method === "HEAD") &&
  takesPage(request, path) &&
  !path.includes("/.") &&
  !ownFolders.some((folder) => path === folder || path.startsWith(`${folder}/`)) &&
  !path.startsWith("//");

export const sendPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  files: Console,
): FastifyReply => sendFile(request, reply, pageAddress, files.get(pageAddress)!);
