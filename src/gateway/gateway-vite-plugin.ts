import type { FastifyInstance } from "fastify";
import type { Plugin } from "vite";
import { apiPrefix } from "./route-operations.ts";

const ownPaths = [apiPrefix, "/gateway", "/healthz", "/readyz"] as const;

const isOurs = (url: string): boolean => {
  const [path = ""] = url.split("?");
  return ownPaths.some((own) => path === own || path.startsWith(`${own}/`));
};

/** Mounts the gateway in Vite's development server: the production handler, before Vite's own. */
export const gatewayVitePlugin = (gateway: Promise<FastifyInstance>): Plugin => ({
  name: "gateway",
  apply: "serve",
  configureServer: (server) => {
    server.middlewares.use((request, response, next) => {
      if (!isOurs(request.originalUrl ?? request.url ?? "")) {
        next();
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
