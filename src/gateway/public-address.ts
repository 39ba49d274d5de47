import type { FastifyRequest } from "fastify";
import type { GatewayOptions } from "./gateway-options.ts";

type Addressed = Pick<GatewayOptions, "publicUrl" | "tls" | "allowedHosts">;

const publicUrlOf = ({ publicUrl }: Addressed): URL | undefined =>
  publicUrl === undefined ? undefined : new URL(publicUrl);

/** Whether browsers reach the console by https, from this process or from a proxy in front of it. */
export const isSecure = (options: Addressed): boolean => {
  const url = publicUrlOf(options);
  return url === undefined ? options.tls !== undefined : url.protocol === "https:";
};

/** The Host headers that are served in addition to this machine's own names, in lowercase. */
export const hostsOf = (options: Addressed): ReadonlySet<string> => {
  const url = publicUrlOf(options);
  const hosts = [...(options.allowedHosts ?? []), ...(url === undefined ? [] : [url.host])];
  return new Set(hosts.map((host) => host.toLowerCase()));
};

/** The console's address in the browser of a request. Without a public URL it is the Host header, which is checked before. */
export const createOriginOf = (options: Addressed): ((request: FastifyRequest) => string) => {
  const fixed = publicUrlOf(options)?.origin;
  const scheme = options.tls === undefined ? "http" : "https";
  return ({ host }) => fixed ?? `${scheme}://${host}`;
};
