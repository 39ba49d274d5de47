import type { FastifyInstance, FastifyReply } from "fastify";
import { whenClosed } from "#http/when-closed.ts";
import type { Upstream } from "./call-upstream.ts";
import type { Forwarder } from "./forward-call.ts";

/** Work without a waiting client: it is notified of the stop, waited for, and closed. */
export interface Others {
  stopping(): void;
  idle(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Stops without an unknown outcome where that is possible: waiting calls are answered at once, calls in flight get
 * `graceMs` for their response, and then report an unknown result. Idle connections are then closed: a browser opens
 * some ahead of need, and a server that waits for those never stops.
 */
export const stopInOrder = (
  app: FastifyInstance,
  forwarder: Forwarder,
  upstream: Upstream,
  graceMs: number,
  others: Others,
): void => {
  const underWay = new Set<FastifyReply>();
  let lastLeft: (() => void) | undefined;
  let hurry: ReturnType<typeof setTimeout> | undefined;
  let hurried = false;

  app.addHook("onRequest", async (_request, reply) => {
    underWay.add(reply);
    whenClosed(reply, () => {
      underWay.delete(reply);
      if (underWay.size === 0) lastLeft?.();
    });
  });
  app.addHook("preClose", async () => {
    hurry = setTimeout(() => {
      hurried = true;
      void upstream.destroy();
    }, graceMs);
    forwarder.close();
    others.stopping();
    if (underWay.size > 0)
      await new Promise<void>((resolve) => {
        lastLeft = resolve;
      });
    await others.idle();
    app.server.closeAllConnections();
  });
  app.addHook("onClose", async () => {
    if (!hurried) await upstream.close();
    clearTimeout(hurry);
    await others.close();
  });
};
