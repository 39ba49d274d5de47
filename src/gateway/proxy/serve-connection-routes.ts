import { connectionPath } from "#contract/connection.ts";
import { ownPermissions } from "#contract/people.ts";
import type { FastifyInstance } from "fastify";
import { answerJson, answerProblem, type Answering } from "#gateway/server/answer-request.ts";
import type { Readiness } from "#gateway/server/check-readiness.ts";
import type { Connection, TriedAddress } from "#contract/connection.ts";
import { guardCall } from "#gateway/server/guard-browsers.ts";

export interface OwnRoutes {
  readonly answering: Answering;
  readonly readiness: Readiness;
  readonly connection: () => Connection;
  /** Tries variations of the base address; undefined without a token to try them with. */
  readonly tryAddresses: () => Promise<readonly TriedAddress[]> | undefined;
}

const permit = (name: keyof typeof ownPermissions) => ({
  config: { permission: ownPermissions[name] },
});

/** Load balancers may ask with HEAD, too. */
const health = { exposeHeadRoute: true } as const;

/**
 * The gateway's own routes: health, readiness and the connection. A POST to the connection tries other base addresses; it
 * takes no address from the client.
 */
export const serveOwnRoutes = (
  app: FastifyInstance,
  { answering, readiness, connection, tryAddresses }: OwnRoutes,
): void => {
  app.get("/healthz", health, async (_request, reply) =>
    answerJson(reply, 200, { status: "ok" }, answering),
  );
  app.get("/readyz", health, async (_request, reply) => {
    const ready = await readiness.isReady();
    return answerJson(
      reply,
      ready ? 200 : 503,
      { status: ready ? "ready" : "the API is not responding" },
      answering,
    );
  });
  app.get(connectionPath, permit("readConnection"), async (request, reply) => {
    const stranger = guardCall(request);
    return stranger === undefined
      ? answerJson(reply, 200, connection(), answering)
      : answerProblem(reply, stranger, answering);
  });
  app.post(connectionPath, permit("tryAddresses"), async (request, reply) => {
    const stranger = guardCall(request);
    if (stranger !== undefined) return answerProblem(reply, stranger, answering);
    const tried = await tryAddresses();
    return tried === undefined
      ? answerProblem(reply, { kind: "token-missing", tokens: ["account"] }, answering)
      : answerJson(reply, 200, tried, answering);
  });
};
