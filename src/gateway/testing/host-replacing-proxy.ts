import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

/** A reverse proxy that replaces the Host header by the address of what is behind it, as nginx does by default. */
export const startHostReplacingProxy = async (port: number) => {
  const server = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const host = `127.0.0.1:${port}`;
    const passed = request(
      { host: "127.0.0.1", port, method, path, headers: { ...headers, host } },
      (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
      },
    );
    passed.on("error", () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((done) => {
    server.listen(0, "127.0.0.1", done);
  });
  return {
    /** A name of its own, so that it differs from the replaced header by more than the port. */
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((done) => {
        server.close(done);
      });
    },
  };
};
