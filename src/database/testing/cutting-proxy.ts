import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Target } from "#database/connect.ts";

/** A way to the database that breaks off each connection at a certain statement. */
export interface CuttingProxy {
  readonly target: Target;
  /** How many connections it broke off. */
  cuts(): number;
  close(): Promise<void>;
}

/** The statement, and whether the connection is cut before it reaches the server or after it was answered. */
export interface Cut {
  readonly text: string;
  readonly when: "before" | "after";
}

/** Starts a proxy of the server's socket. */
export async function startCuttingProxy(
  target: Target,
  { text, when }: Cut,
): Promise<CuttingProxy> {
  if ("url" in target) throw new Error("The test server is the embedded one");
  const folder = mkdtempSync(join(tmpdir(), "proxy-"));
  const path = join(folder, ".s.PGSQL.5432");
  const open = new Set<Socket>();
  let cuts = 0;

  const server = createServer((client) => {
    const database = connect(target.path);
    const cut = (): void => {
      cuts += 1;
      client.destroy();
      database.destroy();
    };
    for (const socket of [client, database]) {
      open.add(socket);
      socket.on("error", () => {}).on("close", () => open.delete(socket));
    }
    let isLast = false;
    client.on("data", (sent) => {
      isLast ||= sent.includes(text);
      if (isLast && when === "before") cut();
      else database.write(sent);
    });
    database.on("data", (answer) => {
      if (isLast) cut();
      else client.write(answer);
    });
    client.on("end", () => database.end());
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return {
    target: { ...target, path },
    cuts: () => cuts,
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true });
    },
  };
}
