import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import { errorBody } from "./answer-error.ts";
import { commonHeaders } from "./common-headers.ts";

const refusals: Readonly<Record<string, readonly [status: string, error: string]>> = {
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", "The headers are larger than 16 KB"],
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "The request did not arrive in time"],
};

/**
 * Answers input that never became a request, which no route and no error handler receives, in the common error format.
 */
export const answerClientError = (error: Error & { code?: string }, socket: Socket): void => {
  if (!socket.writable) return;
  const [status, words] = refusals[error.code ?? ""] ?? [
    "400 Bad Request",
    "The request is not valid HTTP",
  ];
  const requestId = randomUUID();
  const body = JSON.stringify(errorBody(words, [], requestId));
  const headers = {
    ...commonHeaders(requestId),
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status}`, ...lines, "", body].join("\r\n"));
};
