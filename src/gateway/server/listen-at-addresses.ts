import { type AddressInfo, createServer } from "node:net";
import type { FastifyInstance } from "fastify";

/**
 * Listens at another address and hands its connections to the server as the server's own. An address that isn't free or
 * doesn't exist is left out.
 */
const listenAlso = async (
  { server }: FastifyInstance,
  host: string,
  port: number,
): Promise<void> => {
  const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
    server.emit("connection", socket),
  );
  listener.maxConnections = server.maxConnections;
  server.once("close", () => listener.close());
  await new Promise<void>((resolve) => {
    listener.on("error", () => resolve()).listen({ host, port }, resolve);
  });
};

/**
 * Listens at several addresses on one port, and returns the first one as a URL. Each address takes as many connections as
 * `maxConnections` of the server allows, and the server's time limits, TLS and stop apply to all of them. By itself,
 * Fastify would start a second server for localhost, with none of what was set on the first. Rejects only if the first
 * address can't be listened at.
 */
export const listenAtAddresses = async (
  app: FastifyInstance,
  addresses: readonly [first: string, ...others: string[]],
  port: number,
): Promise<string> => {
  const [first, ...others] = addresses;
  const url = await app.listen({ host: first, port });
  const { port: bound } = app.server.address() as AddressInfo;
  await Promise.all(others.map(async (other) => listenAlso(app, other, bound)));
  return url;
};
