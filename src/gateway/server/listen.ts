import { lookup } from "node:dns/promises";
import { type AddressInfo, BlockList, createServer, isIP } from "node:net";
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

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

const isLoopbackAddress = (address: string): boolean =>
  loopback.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");

const addressesOf = async (name: string): Promise<string[]> => {
  try {
    return (await lookup(name, { all: true })).map(({ address }) => address);
  } catch {
    return [];
  }
};

const withoutBrackets = (host: string): string => host.replace(/^\[(.*)\]$/, "$1");

/** Why listening on this host is not allowed, or undefined if it is this machine only. */
export const whyNotLoopback = async (host: string): Promise<string | undefined> => {
  const bare = withoutBrackets(host);
  const addresses = isIP(bare) === 0 ? await addressesOf(bare) : [bare];
  if (addresses.length === 0)
    return `HOST=${host} is not a name of this machine. Use 127.0.0.1, ::1 or localhost.`;
  return addresses.every(isLoopbackAddress)
    ? undefined
    : `HOST=${host} can be reached from other machines, and no sign-in is configured, so anyone there could use the console's tokens. Configure one (OIDC_ISSUER or IDENTITY_HEADER; docs/sign-in.md describes both), or use 127.0.0.1, ::1 or localhost.`;
};

/** Listens only where this machine can reach it; rejects with the reason for any other host. Returns the address. */
export const listenOnLoopback = async (
  app: FastifyInstance,
  host: string,
  port: number,
): Promise<string> => {
  const reason = await whyNotLoopback(host);
  if (reason !== undefined) throw new Error(reason);
  return listenAnywhere(app, host, port);
};

/**
 * Listens where other machines can reach it, too: only for a gateway with sign-in, and for the service, which needs a token.
 * At localhost it listens at all addresses of that name (`findAddresses`), since programs use either; at another name, at
 * the first one. Returns the address.
 */
export const listenAnywhere = async (
  app: FastifyInstance,
  host: string,
  port: number,
  findAddresses = addressesOf,
): Promise<string> => {
  const [first, ...others] = host === "localhost" ? await findAddresses(host) : [];
  return listenAtAddresses(
    app,
    first === undefined ? [withoutBrackets(host)] : [first, ...others],
    port,
  );
};
