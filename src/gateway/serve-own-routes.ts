import { connectionPath } from "#contract/connection.ts";
import type { FastifyInstance } from "fastify";
import { answerJson, answerProblem, type Answering } from "./answer-request.ts";
import type { Readiness } from "./check-readiness.ts";
import type { Connection } from "#contract/connection.ts";
import { guardCall } from "./guard-browsers.ts";

export interface OwnRoutes {
  readonly answering: Answering;
  readonly readiness: Readiness;
  readonly connection: () => Connection;
}

/** The gateway's own routes: health, readiness and the connection. */
export const serveOwnRoutes = (
  app: FastifyInstance,
  { answering, readiness, connection }: OwnRoutes,
): void => {
  app.get("/healthz", async (_request, reply) =>
    answerJson(reply, 200, { status: "ok" }, answering),
  );
  app.get("/readyz", async (_request, reply) => {
    const ready = await readiness.isReady();
    return answerJson(
      reply,
      ready ? 200 : 503,
      { status: ready ? "ready" : "the API is not responding" },
      answering,
    );
  });
  app.get(connectionPath, async (request, reply) => {
    const stranger = guardCall(request);
    return stranger === undefined
      ? answerJson(reply, 200, connection(), answering)
      : answerProblem(reply, stranger, answering);
  });
};
