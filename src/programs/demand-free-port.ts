import { createServer } from "node:net";

/**
 * Rejects with the system's error if this process can't listen there. A program asks before it changes anything in the
 * database: a second copy that fails would otherwise have replaced the tokens of the first. Port 0 is any free one.
 */
export async function demandFreePort(host: string, port: number): Promise<void> {
  if (port === 0) return;
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen({ host, port }, resolve);
  });
  await new Promise((resolve) => server.close(resolve));
}
