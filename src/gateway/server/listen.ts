import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
import type { FastifyInstance } from "fastify";
import { listenAtAddresses } from "./listen-at-addresses.ts";

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
