import type { Socket } from "node:net";

/** How much longer than the server lets a statement take its reply may take: the server's own error says more. */
const marginMs = 1_500;

/**
 * Calls `act` when nothing arrived on a connection for longer than the server lets a statement take: the server, or the
 * way to it, is gone without having closed the connection. What arrives slowly is waited for. `limitMs` is the server's
 * limit; 0: none, so nothing is watched. Returns a function that ends the watch.
 */
export const watchReply = (socket: Socket, limitMs: number, act: () => void): (() => void) => {
  if (limitMs === 0) return () => undefined;
  let received = socket.bytesRead;
  let timer: NodeJS.Timeout | undefined;
  let look: NodeJS.Immediate | undefined;
  const judge = (): void => {
    if (socket.bytesRead === received) act();
    else wait();
  };
  const wait = (): void => {
    received = socket.bytesRead;
    // After this process was suspended, a reply may be there that is read only now.
    timer = setTimeout(() => (look = setImmediate(judge)), limitMs + marginMs);
  };
  wait();
  return () => {
    clearTimeout(timer);
    clearImmediate(look);
  };
};
