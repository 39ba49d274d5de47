import { rename } from "node:fs/promises";
import { join } from "node:path";
import { readPostmaster } from "#database/postmaster.ts";
import type { Stack } from "./start-stack.ts";

/**
 * Stops the embedded PostgreSQL of a console that was started with `DATABASE_URL: ""`. The console can't start it again
 * until the returned function has put its files back.
 */
export const stopDatabase = async ({ place: { dataDir } }: Stack): Promise<() => Promise<void>> => {
  const folder = join(dataDir, "postgres");
  const away = `${folder}-away`;
  const server = readPostmaster(folder);
  if (!server?.alive) throw new Error("This console has no running database of its own");
  await rename(folder, away);
  process.kill(server.pid, "SIGINT");
  return () => rename(away, folder);
};
