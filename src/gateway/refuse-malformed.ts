import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { describeProblem, problemContentType } from "./problems.ts";

const statusOfCode: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Answers bytes that are not an HTTP request, and disconnects: the next request could not be separated from them. */
export const refuseMalformed = (
  { code = "" }: { readonly code?: string },
  socket: Socket,
): void => {
  if (!socket.writable || code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const status = statusOfCode[code] ?? 400;
  const text = JSON.stringify(describeProblem({ kind: "bad-request", status }, randomUUID()));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`,
    `Content-Type: ${problemContentType}`,
    `Content-Length: ${Buffer.byteLength(text)}`,
    "X-Content-Type-Options: nosniff",
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${text}`, () => socket.destroy());
};
