import { userInfo } from "node:os";
import { dirname } from "node:path";
import type { ClientConfig } from "pg";
import { parse, toClientConfig } from "pg-connection-string";

/**
 * The connections that a PostgreSQL URL allows, in the order in which they are tried. As for PostgreSQL's own tools, it
 * may name several hosts, separated by commas; a socket by its folder (`?host=/folder&port=5433`, or percent-encoded in
 * the host's place); and with `sslmode` whether to encrypt: `prefer` and `allow` try both.
 */
export function readAddresses(url: string): ClientConfig[] {
  const [, before = "", hosts = "", after = url] =
    /^(\w+:\/\/(?:[^/?]*@)?)([^/?@]*)(.*)$/.exec(url) ?? [];
  return hosts.split(",").flatMap((host) => encryptions(readAddress(before + host + after)));
}

function readAddress(url: string): ClientConfig & { sslmode?: string } {
  // With this option twice, the parser refuses the URL.
  const useLibpqCompat = !/[?&]uselibpqcompat=/.test(url);
  const config = toClientConfig(parse(url, { useLibpqCompat }));
  return { ...config, user: config.user || process.env["PGUSER"] || nameOfThisUser() };
}

/** Undefined for a user without a name, as in some containers. */
function nameOfThisUser(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}

function encryptions({ sslmode, ...config }: ClientConfig & { sslmode?: string }): ClientConfig[] {
  // A socket's own permissions protect it.
  const plain = { ...config, ssl: false };
  if (config.host?.startsWith("/")) return [plain];
  const unchecked = { ...config, ssl: { rejectUnauthorized: false } };
  if (sslmode === "prefer") return [unchecked, plain];
  return sslmode === "allow" ? [plain, unchecked] : [config];
}

/** The connection to a server whose socket is at the path `<folder>/.s.PGSQL.<port>`. */
export const socketAddress = (path: string): ClientConfig => ({
  host: dirname(path),
  port: Number(path.slice(path.lastIndexOf(".") + 1)),
  ssl: false,
});
