import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage } from "node:http";
import { type Connection, connectionPath } from "#contract/connection.ts";
import { type Session, sessionPath } from "#contract/people.ts";
import type { FastifyInstance } from "fastify";
import type { Plugin } from "vite";
import { apiPrefix } from "./read-request.ts";
import { writePage } from "./serve-console.ts";

const ownPaths = [apiPrefix, "/gateway", "/healthz", "/readyz"] as const;

const isOurs = (url: string): boolean => {
  const [path = ""] = url.split("?");
  return ownPaths.some((own) => path === own || path.startsWith(`${own}/`));
};

/** The request for the page that Vite is answering. */
const asking = new AsyncLocalStorage<IncomingMessage>();

const readOwn = async <T>(app: FastifyInstance, url: string): Promise<T | undefined> => {
  const { headers = {} } = asking.getStore() ?? {};
  const answer = await app.inject({ url, headers: { ...headers, "x-requested-by": "supercargo" } });
  return answer.statusCode === 200 ? answer.json<T>() : undefined;
};

/**
 * Mounts the gateway in Vite's development server: the production handler, before Vite's own. Vite's page gets what the
 * gateway writes into the built one.
 */
export const gatewayVitePlugin = (
  gateway: Promise<FastifyInstance>,
  currency?: string,
  reviewsRules = false,
): Plugin => ({
  name: "gateway",
  apply: "serve",
  transformIndexHtml: async (html) => {
    const app = await gateway;
    const session = await readOwn<Session>(app, sessionPath);
    if (session === undefined) return html;
    const connection = (await readOwn<Connection>(app, connectionPath)) ?? null;
    const known = { served: {}, currency: currency ?? null, reviewsRules, preferences: {} };
    return writePage(html, { session, connection, ...known });
  },
  configureServer: (server) => {
    server.middlewares.use((request, response, next) => {
      if (!isOurs(request.originalUrl ?? request.url ?? "")) {
        asking.run(request, next);
        return;
      }
      gateway
        .then(async (app) => {
          await app.ready();
          app.routing(request, response);
        })
        .catch(next);
    });
    server.httpServer?.once("close", () => {
      gateway.then(async (app) => app.close()).catch(() => undefined);
    });
  },
});
