import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { operationEntries } from "#contract/operations.ts";

const documented = operationEntries
  .filter(([, operation]) => !operation.extension)
  .map(([, { method, path }]) => ({
    method,
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
  }));

const isDocumented = (request: IncomingMessage): boolean => {
  const [path = ""] = (request.url ?? "").split("?");
  return documented.some(({ method, pattern }) => method === request.method && pattern.test(path));
};

export interface DocumentedOnly {
  readonly url: string;
  readonly close: () => Promise<void>;
}

const closing = (server: Server): Promise<void> =>
  new Promise((done) => {
    server.closeAllConnections();
    server.close(() => done());
  });

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

/** An upstream, in front of the service, that serves only the operations whose shape the API's document gives. */
export const startDocumentedOnly = async (serviceUrl: string): Promise<DocumentedOnly> => {
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    if (!isDocumented(request)) {
      response.writeHead(404, { "Content-Type": "application/json" });
      response.end(JSON.stringify({ error: "Not found" }));
      return;
    }
    const answer = await fetch(serviceUrl + request.url, {
      method: request.method!,
      headers: {
        "X-API-TOKEN": String(request.headers["x-api-token"]),
        "Content-Type": "application/json",
      },
      ...(body === "" ? {} : { body }),
    });
    response.writeHead(answer.status, { "Content-Type": "application/json" });
    response.end(await answer.text());
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => closing(server) };
};
