import { type PageState, pageStateId } from "#contract/page-state.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { answerProblem, type Answering } from "./answer-request.ts";
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

/** Sends the page of the console, or a problem where the gateway can't tell who asks for it. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Writes what the gateway knows into the page, before its first script. */
export const writePage = (html: string, state: PageState): string => {
  const json = JSON.stringify(state).replaceAll("<", "\\u003c");
  const block = `<script type="application/json" id="${pageStateId}">${json}</script>`;
  return html.replace("<script", () => `${block}<script`);
};

/** The page names its person: no browser keeps it. */
export const createPageSender = (
  files: Console,
  describe: (request: FastifyRequest) => Promise<PageState>,
  answering: Answering,
): SendPage => {
  const { plain, type } = files.get(pageAddress)!;
  const html = plain.toString("utf8");
  return async (request, reply) => {
    const state = await describe(request).catch(() => undefined);
    if (state === undefined)
      return answerProblem(reply, { kind: "memory-unavailable", retryAfter: 5 }, answering);
    return reply.type(type).header("cache-control", "no-store").send(writePage(html, state));
  };
};

/** Serves the built files: a route for each, so that no address is ever converted to a file name. */
export const serveConsole = (app: FastifyInstance, files: Console, sendPage: SendPage): void => {
  app.get("/", sendPage);
  for (const [address, file] of files)
    if (address !== pageAddress)
      app.get(address, (request, reply) => sendFile(request, reply, address, file));
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
