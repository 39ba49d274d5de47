import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance, FastifyReply } from "fastify";
import { whenClosed } from "#http/observe-requests.ts";
import type { Upstream } from "./call-upstream.ts";
import type { Forwarder } from "./forward-call.ts";

/** Work without a waiting client: it is notified of the stop, waited for, and closed. */
export interface Others {
  stopping(): void;
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** Replies that are not sent yet. */
const trackReplies = () => {
  const open = new Set<FastifyReply>();
  let lastLeft: (() => void) | undefined;
  return {
    add: (reply: FastifyReply): void => {
      open.add(reply);
      whenClosed(reply, () => {
        open.delete(reply);
        if (open.size === 0) lastLeft?.();
      });
    },
    whenNone: async (): Promise<void> => {
      if (open.size > 0)
        await new Promise<void>((resolve) => {
          lastLeft = resolve;
        });
    },
  };
};

/** How long the answers to the last late requests may take. */
const lastMs = 2_000;

/**
 * Stops without an unknown outcome where that is possible: waiting calls are answered at once, calls in flight get
 * `graceMs` for their response, and then report an unknown result. Idle connections are then closed: a browser opens
 * some ahead of need, and a server that waits for those never stops. Returns a function that tells whether the stop has begun.
 */
export const stopInOrder = (
  app: FastifyInstance,
  forwarder: Forwarder,
  upstream: Upstream,
  graceMs: number,
  others: Others,
): (() => boolean) => {
  const underWay = trackReplies();
  // Clients go on sending, so these don't make the stop longer.
  const late = trackReplies();
  let hurry: ReturnType<typeof setTimeout> | undefined;
  let hurried = false;
  let isStopping = false;

  app.addHook("onRequest", async (_request, reply) => (isStopping ? late : underWay).add(reply));
  app.addHook("preClose", async () => {
    isStopping = true;
    hurry = setTimeout(() => {
      hurried = true;
      void upstream.destroy();
    }, graceMs);
    forwarder.close();
    others.stopping();
    await underWay.whenNone();
    await others.idle();
    await Promise.race([late.whenNone(), sleep(lastMs, undefined, { ref: false })]);
    app.server.closeAllConnections();
  });
  app.addHook("onClose", async () => {
    if (!hurried) await upstream.close();
    clearTimeout(hurry);
    await others.close();
  });
  return () => isStopping;
};
