import type { Server } from "node:http";

/** Ends the time of every unfinished request at once instead of after seconds; returns a function that restores the limits. */
export const endTimes = (server: Server): (() => void) => {
  const { headersTimeout, requestTimeout } = server;
  const { connectionsCheckingInterval } = server as { connectionsCheckingInterval?: number };
  const set = (limits: object) => {
    Object.assign(server, limits);
    // The server reads the interval of its checks when it begins to listen.
    server.emit("listening");
  };
  set({ headersTimeout: 1, requestTimeout: 1, connectionsCheckingInterval: 5 });
  return () => set({ headersTimeout, requestTimeout, connectionsCheckingInterval });
};
