import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type PageState, pageStateId } from "#contract/page-state.ts";
import { type Answering, answerProblem, codingFor } from "./answer-request.ts";

/** A built file in memory, with its compressed forms if the build made any. */
interface ConsoleFile {
  /** The value of Content-Type. */
  readonly type: string;
  /** The value of ETag; weak, because it is the same for all forms. */
  readonly etag: string;
  readonly plain: Buffer;
  readonly br?: Buffer;
  readonly gzip?: Buffer;
}

/** The built files by their address, such as `/assets/index-1a2b.js`. */
export type Console = ReadonlyMap<string, ConsoleFile>;

export const pageAddress = "/index.html";

/** The types of all files that the build makes. */
const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".txt": "text/plain; charset=utf-8",
};

/** Source maps stay on this machine, and hidden files are none of the build's. */
const isServed = (address: string): boolean =>
  types[extname(address)] !== undefined && !address.includes("/.");

const hashOf = (content: Buffer): string =>
  createHash("sha256").update(content).digest("base64url").slice(0, 27);

const readIfThere = (file: string): Buffer | undefined =>
  existsSync(file) ? readFileSync(file) : undefined;

const readOne = (file: string): ConsoleFile => {
  const plain = readFileSync(file);
  const [br, gzip] = [readIfThere(`${file}.br`), readIfThere(`${file}.gz`)];
  return {
    type: types[extname(file)]!,
    etag: `W/"${hashOf(plain)}"`,
    plain,
    ...(br && { br }),
    ...(gzip && { gzip }),
  };
};

/**
 * Reads the built console into memory (5 MB), or nothing where there is no build. A build while the program runs
 * (`npm test`, for example) deletes the old files, and a person who has the console open would get a blank page.
 */
export const readConsole = (folder: string | undefined): Console | undefined => {
  if (folder === undefined || !existsSync(join(folder, pageAddress))) return undefined;
  const files = new Map<string, ConsoleFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    const address = `/${relative(folder, file).replaceAll(sep, "/")}`;
    if (entry.isFile() && isServed(address)) files.set(address, readOne(file));
  }
  return files;
};

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
