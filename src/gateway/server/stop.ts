import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { whenClosed } from "#http/observe-requests.ts";
import { type Answering, answerProblem } from "./answer-request.ts";
import type { Console } from "./serve-console.ts";

/** Work without a waiting client: it is notified of the stop, waited for, and closed. */
export interface BackgroundWork {
  stopping(): void;
  idle(): Promise<void>;
  close(): void | Promise<void>;
}

/** Promises that a stop waits for. */
export const trackWork = () => {
  const underWay = new Set<Promise<unknown>>();
  return {
    add: <T>(work: Promise<T>): Promise<T> => {
      underWay.add(work);
      const end = () => underWay.delete(work);
      work.then(end, end);
      return work;
    },
    idle: async (): Promise<void> => {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
  };
};

/** Replies that are not sent yet. */
const trackReplies = () => {
  const { add, idle } = trackWork();
  return {
    idle,
    add: (reply: FastifyReply): void => {
      void add(new Promise<void>((resolve) => whenClosed(reply, resolve)));
    },
  };
};

/** How long the answers to the last late requests may take. */
const lastMs = 2_000;

interface Stopping {
  /** Sends nothing more to the upstream; calls in progress continue. */
  readonly forwarder: { close(): void };
  readonly upstream: Record<"close" | "destroy", () => Promise<void>>;
  readonly graceMs: number;
  readonly work: BackgroundWork;
}

/**
 * Stops without an unknown outcome where that is possible: waiting calls are answered at once, calls in flight get
 * `graceMs` for their response, and then report an unknown result. Idle connections are then closed: a browser opens
 * some ahead of need, and a server that waits for those never stops. Returns a function that tells whether the stop has begun.
 */
export const stopInOrder = (
  app: FastifyInstance,
  { forwarder, upstream, graceMs, work }: Stopping,
): (() => boolean) => {
  const replies = trackReplies();
  // Clients go on sending, so these don't make the stop longer.
  const late = trackReplies();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isDestroyed = false;
  let isStopping = false;

  app.addHook("onRequest", async (_request, reply) => (isStopping ? late : replies).add(reply));
  app.addHook("preClose", async () => {
    isStopping = true;
    timer = setTimeout(() => {
      isDestroyed = true;
      void upstream.destroy();
    }, graceMs);
    forwarder.close();
    work.stopping();
    await replies.idle();
    await work.idle();
    await Promise.race([late.idle(), sleep(lastMs, undefined, { ref: false })]);
    app.server.closeAllConnections();
  });
  app.addHook("onClose", async () => {
    if (!isDestroyed) await upstream.close();
    clearTimeout(timer);
    await work.close();
  });
  return () => isStopping;
};

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
      answerProblem(reply, { kind: "stopping", retryAfter: 1 }, answering);
    });
  });
};
