import type { FastifyInstance, FastifyRequest } from "fastify";
import { answerProblem, type Answering } from "./answer-request.ts";
import type { Console } from "./read-console.ts";

const retryAfterSeconds = 1;

/**
 * Calls `act` when the whole body has arrived. A client that still sends when its connection closes may get no response:
 * it would not learn that its change was refused.
 */
const afterBody = ({ raw }: FastifyRequest, act: () => void): void => {
  raw.once("end", act).resume();
};

/**
 * Refuses what arrives while the gateway stops and finishes earlier calls, health checks too; Fastify closes its connection:
 * nothing was done, so it may be sent again. Only the files of an open page are still served, because a missing one would
 * break the page. By callback: see `guardPeople`.
 */
export const refuseWhileStopping = (
  app: FastifyInstance,
  isStopping: () => boolean,
  files: Console | undefined,
  answering: Answering,
): void => {
  app.addHook("onRequest", (request, reply, done) => {
    if (!isStopping() || files?.has(request.routeOptions.url ?? "")) return done();
    afterBody(request, () => {
      answerProblem(reply, { kind: "stopping", retryAfter: retryAfterSeconds }, answering);
    });
  });
};
