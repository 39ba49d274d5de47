import { existsSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** Files whose names contain a hash of their content never change. */
const hashedFolder = "/assets/";

const immutable = "public, max-age=31536000, immutable";

const page = "index.html";

/** Whether there is a console to serve. */
export const isConsoleBuilt = (assets: string | undefined): assets is string =>
  assets !== undefined && existsSync(join(assets, page));

/** Serves the built files, if there are any. */
export const serveConsole = async (
  app: FastifyInstance,
  assets: string | undefined,
): Promise<void> => {
  if (!isConsoleBuilt(assets)) return;
  await app.register(fastifyStatic, {
    root: assets,
    // A route for each built file: no address is ever converted to a file name.
    wildcard: false,
    globIgnore: ["**/*.br", "**/*.gz", "**/*.map"],
    index: [page],
    preCompressed: true,
    cacheControl: false,
    dotfiles: "ignore",
    setHeaders: (reply, path) => {
      const hashed = path.replaceAll("\\", "/").slice(assets.length).startsWith(hashedFolder);
      reply.header("cache-control", hashed ? immutable : "no-cache");
    },
  });
};

const ownFolders = ["/api", "/gateway", "/assets"] as const;

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

export const sendPage = (reply: FastifyReply): FastifyReply => reply.code(200).sendFile(page);
