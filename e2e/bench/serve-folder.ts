import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
};

/** Serves a built page on loopback; addresses that are no file get the page itself. */
export const serveFolder = async (folder: string) => {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? "/", "http://page").pathname);
    const name = types[extname(path)] === undefined ? "index.html" : path;
    readFile(join(folder, name)).then(
      (content) => {
        response.setHeader("Content-Type", types[extname(name)] ?? "");
        if (path.startsWith("/assets/"))
          response.setHeader("Cache-Control", "max-age=31536000, immutable");
        response.end(content);
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
};
