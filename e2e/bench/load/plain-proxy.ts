import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

export interface PlainProxy {
  readonly url: string;
  close(): Promise<void>;
}

/** Requests that are under way at once. */
const lanes = 2;

/**
 * What a simple client of the API does: sends requests in the order of their arrival, two at a time, and after a 429
 * waits as long as the response says and tries again.
 */
export const startPlainProxy = async (upstream: string): Promise<PlainProxy> => {
  const waiting: (() => void)[] = [];
  let free = lanes;
  const enter = async (): Promise<void> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((turn) => waiting.push(turn));
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };
  const server = createServer(async (request, response) => {
    const { method = "GET", url = "/" } = request;
    const body = method === "GET" ? undefined : await text(request);
    await enter();
    try {
      for (;;) {
        const answer = await fetch(upstream + url, {
          method,
          ...(body === undefined ? {} : { body, headers: { "content-type": "application/json" } }),
        });
        const content = await answer.text();
        if (answer.status === 429) {
          await sleep(Number(answer.headers.get("retry-after") ?? 1) * 1_000);
          continue;
        }
        response.writeHead(answer.status, { "content-type": "application/json" }).end(content);
        return;
      }
    } finally {
      leave();
    }
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
};
