import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** A request as it arrived. */
interface Arrival {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
  /** Milliseconds on the monotonic clock. */
  readonly at: number;
}

export type Behaviour = (
  request: IncomingMessage,
  response: ServerResponse,
  arrival: Arrival,
) => void | Promise<void>;

export interface TestUpstream {
  readonly baseUrl: string;
  readonly origin: string;
  readonly arrivals: Arrival[];
  /** The number of connections, with or without data. */
  connections(): number;
  behave(behaviour: Behaviour): void;
  close(): Promise<void>;
}

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

/** Answers JSON. */
export const answer = (
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
) => {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(typeof value === "string" ? value : JSON.stringify(value));
};

/** Where an upstream listens; port 0 is any free one. */
interface Place {
  readonly host: string;
  readonly port: number;
}

const listen = async (server: Server, { host, port }: Place): Promise<string> => {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, host, resolve);
  });
  return `http://${host.includes(":") ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`;
};

/** An upstream on a real socket that records requests and responds as configured. */
export const startUpstream = async (
  first: Behaviour = (_request, response) => answer(response, 200, []),
  place: Place = { host: "127.0.0.1", port: 0 },
): Promise<TestUpstream> => {
  let behaviour = first;
  let connections = 0;
  const arrivals: Arrival[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    const at = performance.now();
    const { method = "", url = "", headers } = request;
    const index = arrivals.push({ method, url, headers, body: "", at }) - 1;
    const act = async () => {
      const arrival = { method, url, headers, body: await readBody(request), at };
      arrivals[index] = arrival;
      await behaviour(request, response, arrival);
    };
    act().catch(() => response.destroy());
  });
  server.on("connection", (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  const origin = await listen(server, place);
  return {
    baseUrl: origin,
    origin,
    arrivals,
    connections: () => connections,
    behave: (next) => {
      behaviour = next;
    },
    close: async () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
};
