import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A fault of a request. */
type Fault =
  /** The upstream executes the request, and the connection is cut before the response. */
  | "lost answer"
  /** The upstream executes the request, and sends no response. */
  | "no answer"
  /** Waits for this promise, then executes the request without a fault. */
  | { readonly until: Promise<unknown> }
  /** Executes the request, and waits for this promise before its response, which shows the state before. */
  | { readonly answerAfter: Promise<unknown> }
  /** The connection is cut before the request is executed. */
  | "cut"
  /** Returns this response without executing the request. */
  | { readonly status: number; readonly body?: object; readonly headers?: Record<string, string> };

/** One request as it arrived. */
interface Arrival {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

interface Plan {
  readonly method: string;
  readonly path: string;
  readonly fault: Fault;
  /** Only requests with this in their query. */
  readonly query: string;
  /** The number of requests without a fault before it. */
  after: number;
  times: number;
}

/** An upstream in front of the service that fails as a test requests, and records all requests. */
export interface FaultyUpstream {
  readonly url: string;
  /** The next requests of that method and path have a fault, once unless `times` is set. */
  readonly fail: (
    method: string,
    path: string,
    fault: Fault,
    more?: { readonly query?: string; readonly after?: number; readonly times?: number },
  ) => void;
  /** The reads that counted as not offered since the last call. */
  readonly takeUnserved: () => readonly string[];
  /** Every request has the fault until `heal`. */
  readonly failAll: (fault: Fault) => void;
  /** Removes every fault. */
  readonly heal: () => Promise<void>;
  /** The requests that arrived since `forgetArrivals`. */
  readonly arrived: (method: string, path: string) => readonly Arrival[];
  readonly forgetArrivals: () => void;
  /** Closes its port until `up`. */
  readonly down: () => Promise<void>;
  readonly up: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const isUnserved = (fault: Fault): boolean =>
  typeof fault === "object" && "status" in fault && [404, 405, 501].includes(Number(fault.status));

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

const closing = (server: Server): Promise<void> =>
  new Promise((done) => {
    server.closeAllConnections();
    server.close(() => done());
  });

const passOn = async (serviceUrl: string, request: IncomingMessage, body: string) => {
  const ifMatch = request.headers["if-match"];
  const answer = await fetch(serviceUrl + request.url, {
    method: request.method!,
    headers: {
      "X-API-TOKEN": String(request.headers["x-api-token"]),
      "Content-Type": "application/json",
      ...(ifMatch !== undefined && { "If-Match": ifMatch }),
    },
    ...(body === "" ? {} : { body }),
  });
  const passed = ["x-total-count", "etag"].map((name) => [name, answer.headers.get(name)]);
  const headers = Object.fromEntries(passed.filter(([, value]) => value !== null));
  return { status: answer.status, text: await answer.text(), headers };
};

const answerWith = (response: ServerResponse, status: number, text: string, headers = {}) => {
  response.writeHead(status, { "Content-Type": "application/json", ...headers });
  response.end(text);
};

/** Starts it. Without planned faults it only forwards requests. */
export const startFaultyUpstream = async (serviceUrl: string): Promise<FaultyUpstream> => {
  let arrivals: Arrival[] = [];
  const unserved = new Set<string>();
  let plans: Plan[] = [];
  let forAll: Fault | undefined;
  const faultFor = (method: string, path: string, query: string): Fault | undefined => {
    const plan = plans.find(
      (one) =>
        one.method === method && one.path === path && query.includes(one.query) && one.times > 0,
    );
    if (!plan) return forAll;
    if (plan.after > 0) {
      plan.after -= 1;
      return undefined;
    }
    plan.times -= 1;
    return plan.fault;
  };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request);
    const method = request.method ?? "";
    const [path = "", query = ""] = (request.url ?? "").split("?");
    arrivals.push({ method, path, body });
    const fault = faultFor(method, path, query);
    if (fault === "cut") return void request.socket.destroy();
    if (typeof fault === "object" && "until" in fault) await fault.until;
    else if (typeof fault === "object" && "status" in fault)
      return answerWith(response, fault.status, JSON.stringify(fault.body ?? {}), fault.headers);
    const { status, text, headers } = await passOn(serviceUrl, request, body);
    if (fault === "no answer") return;
    if (typeof fault === "object" && "answerAfter" in fault) await fault.answerAfter;
    if (fault === "lost answer") request.socket.destroy();
    else answerWith(response, status, text, headers);
  };
  const server = createServer((request, response) => void serve(request, response));
  const listen = (port: number) =>
    new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    fail: (method, path, fault, { query = "", after = 0, times = 1 } = {}) => {
      plans.push({ method, path, fault, query, after, times });
      if (method === "GET" && isUnserved(fault)) unserved.add(path);
    },
    takeUnserved: () => {
      const paths = [...unserved];
      unserved.clear();
      return paths;
    },
    failAll: (fault) => void (forAll = fault),
    heal: async () => {
      plans = [];
      forAll = undefined;
      if (!server.listening) await listen(port);
    },
    arrived: (method, path) => arrivals.filter((one) => one.method === method && one.path === path),
    forgetArrivals: () => void (arrivals = []),
    down: () => closing(server),
    up: () => listen(port),
    close: () => closing(server),
  };
};
