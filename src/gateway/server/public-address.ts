import type { FastifyRequest } from "fastify";
import type { GatewayOptions } from "#gateway/gateway-options.ts";

type Addressed = Pick<GatewayOptions, "publicUrl" | "tls" | "allowedHosts">;

const publicUrlOf = ({ publicUrl }: Addressed): URL | undefined =>
  publicUrl === undefined ? undefined : new URL(publicUrl);

/** Whether browsers reach the console by https, from this process or from a proxy in front of it. */
export const isSecure = (options: Addressed): boolean => {
  const url = publicUrlOf(options);
  return url === undefined ? options.tls !== undefined : url.protocol === "https:";
};

/** Browsers use https only from then on. Plain http is for this machine, where they would refuse it for other programs, too. */
export const transportHeaders = (secure: boolean): Readonly<Record<string, string>> =>
  secure ? { "strict-transport-security": "max-age=31536000" } : {};

/** The addresses of the console in addition to this machine's own names. */
export interface OwnAddresses {
  /** Host headers, in lowercase. */
  readonly hosts: ReadonlySet<string>;
  /** The origin of the public URL. */
  readonly origin: string | undefined;
}

export const ownAddressesOf = (options: Addressed): OwnAddresses => {
  const url = publicUrlOf(options);
  const hosts = [...(options.allowedHosts ?? []), ...(url === undefined ? [] : [url.host])];
  return { hosts: new Set(hosts.map((host) => host.toLowerCase())), origin: url?.origin };
};

/** The console's address in the browser of a request. Without a public URL it is the Host header, which is checked before. */
export const createOriginOf = (options: Addressed): ((request: FastifyRequest) => string) => {
  const fixed = publicUrlOf(options)?.origin;
  const scheme = options.tls === undefined ? "http" : "https";
  return ({ host }) => fixed ?? `${scheme}://${host}`;
};
