import { existsSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** Files whose names carry a hash of what is in them never change. */
const hashedFolder = "/assets/";

const immutable = "public, max-age=31536000, immutable";

const page = "index.html";

/** Serves the built files. Answers whether there is a console to serve. */
export const serveConsole = async (
  app: FastifyInstance,
  assets: string | undefined,
): Promise<boolean> => {
  if (assets === undefined || !existsSync(join(assets, page))) return false;
  await app.register(fastifyStatic, {
    root: assets,
    // A route for each file that was built: no address is ever turned into a file name.
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
  return true;
};

const ownFolders = ["/api", "/gateway", "/assets"] as const;

/** Whether a browser asks for a page of the console: its routes live in the page, not in files. */
export const isPageRequest = (request: FastifyRequest, path: string): boolean =>
  (request.method === "GET" || request.method === "HEAD") &&
  (request.headers.accept ?? "").includes("text/html") &&
  !path.includes("/.") &&
  !ownFolders.some((folder) => path === folder || path.startsWith(`${folder}/`)) &&
  !path.startsWith("//");

export const sendPage = (reply: FastifyReply): FastifyReply => reply.code(200).sendFile(page);
