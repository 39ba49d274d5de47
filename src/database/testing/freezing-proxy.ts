import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Target } from "#database/connect.ts";

/** A way to the database that can fall silent, like a host that loses its power: nothing arrives, nothing is closed. */
export interface FreezingProxy {
  /** Its host and port in a URL. */
  readonly host: string;
  /** Passes nothing on from now on, also of new connections. */
  freeze(): void;
  /** Whether anything arrived that it did not pass on. */
  hasDropped(): boolean;
  /** The connections opened so far. */
  connections(): number;
  close(): Promise<void>;
}

/**
 * The database behind these proxies, as several hosts of one address. Each statement may take `statementMs`; default:
 * the limit of every connection.
 */
export const targetBehind = (
  target: Target,
  proxies: readonly FreezingProxy[],
  statementMs?: number,
): Target => {
  if ("url" in target) throw new Error("The test server is the embedded one");
  const url = `postgres://${target.user}@${proxies.map(({ host }) => host).join(",")}/${target.database}`;
  if (statementMs === undefined) return { url };
  return { url: `${url}?options=${encodeURIComponent(`-c statement_timeout=${statementMs}`)}` };
};

/** Starts a proxy of the server's socket. */
export async function startFreezingProxy(target: Target): Promise<FreezingProxy> {
  if ("url" in target) throw new Error("The test server is the embedded one");
  const folder = mkdtempSync(join(tmpdir(), "proxy-"));
  const path = join(folder, ".s.PGSQL.5432");
  const open = new Set<Socket>();
  let isFrozen = false;
  let hasDropped = false;
  let connections = 0;

  const server = createServer((client) => {
    connections += 1;
    const database = connect(target.path);
    for (const socket of [client, database]) {
      open.add(socket);
      socket.on("error", () => {}).on("close", () => open.delete(socket));
    }
    const pass = (to: Socket) => (chunk: Buffer) => {
      if (isFrozen) hasDropped = true;
      else to.write(chunk);
    };
    client.on("data", pass(database)).on("close", () => database.destroy());
    database.on("data", pass(client)).on("close", () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return {
    host: `${encodeURIComponent(dirname(path))}:5432`,
    freeze: () => {
      isFrozen = true;
    },
    hasDropped: () => hasDropped,
    connections: () => connections,
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true });
    },
  };
}
