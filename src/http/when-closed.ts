import type { Socket } from "node:net";
import type { FastifyReply } from "fastify";

/** What is to be done when a connection ends, under one listener: a client may send thousands of requests at once. */
const actsOf = new WeakMap<Socket, Set<() => void>>();

const watch = (socket: Socket): Set<() => void> => {
  const known = actsOf.get(socket);
  if (known !== undefined) return known;
  const acts = new Set<() => void>();
  actsOf.set(socket, acts);
  socket.once("close", () => {
    for (const act of acts) act();
  });
  return acts;
};

/**
 * Calls `act` once: when the response is sent, or when its client has disconnected, which may have happened before. A
 * response that waits for others of its connection emits no `close` if that ends.
 */
export const whenClosed = ({ raw, request }: FastifyReply, act: () => void): void => {
  const { socket } = request.raw;
  if (raw.destroyed || socket.destroyed) return act();
  const acts = watch(socket);
  const close = (): void => {
    if (acts.delete(close)) act();
  };
  acts.add(close);
  raw.once("close", close);
};
