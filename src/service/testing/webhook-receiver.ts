import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { vi } from "vitest";

/** An event as it arrived. */
interface Arrival {
  readonly id: string;
  readonly type: string;
  /** The record's id. */
  readonly record: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly at: number;
}

/** Answers an arrival; nothing means 204. */
type Answering = (arrival: Arrival, response: ServerResponse, request: IncomingMessage) => unknown;

export interface Receiver {
  readonly url: string;
  readonly arrivals: Arrival[];
  /** How the next events are answered. */
  answer: Answering;
  /** Waits until as many events have arrived. */
  has(count: number): Promise<void>;
  /** Throws unless each arrival carries a signature with the secret. */
  verify(secret: string): void;
  close(): Promise<void>;
}

const accept: Answering = (_, response) => response.writeHead(204).end();

/** Something that receives webhooks on loopback. */
export const startReceiver = async (): Promise<Receiver> => {
  const arrivals: Arrival[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { type, data } = JSON.parse(body) as { type: string; data: { id: number } };
    const headers = request.headers as Record<string, string>;
    const id = headers["webhook-id"] ?? "";
    const arrival = { id, type, record: data.id, body, headers, at: performance.now() };
    arrivals.push(arrival);
    receiver.answer(arrival, response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    arrivals,
    answer: accept,
    has: (count) =>
      vi.waitFor(
        () => {
          if (arrivals.length < count)
            throw new Error(`${arrivals.length} of ${count} events have arrived`);
        },
        { timeout: 60_000, interval: 10 },
      ),
    verify: (secret) => {
      const webhook = new Webhook(secret);
      for (const { body, headers } of arrivals) webhook.verify(body, headers);
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
};
