import type { FastifyInstance, FastifyRequest } from "fastify";

/** A request that was answered, or whose client disconnected. */
export interface EndedRequest {
  /** The route's operation; undefined for routes that have none, like files and health checks. */
  readonly operation: unknown;
  readonly status: number;
  readonly seconds: number;
}

/** Reports each request when it ends: what measures requests needs neither its address nor its content. */
export const observeRequests = (
  app: FastifyInstance,
  operationOf: (request: FastifyRequest) => unknown,
  report: (request: EndedRequest) => void,
): void => {
  app.addHook("onResponse", async (request, reply) =>
    report({
      operation: operationOf(request),
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1_000,
    }),
  );
};
