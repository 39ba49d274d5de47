import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { createMalformedHandler } from "./server-options.ts";

const handle = createMalformedHandler((status) => ({
  text: `é ${status}`,
  headers: { "content-type": "text/plain" },
}));

/** A socket that records what is written. */
const createSocket = (writable = true) => {
  const written: string[] = [];
  const socket = Object.assign(new EventEmitter(), {
    writable,
    destroyed: false,
    destroy: () => {
      socket.destroyed = true;
    },
    end: (text: string, done: () => void) => {
      written.push(text);
      done();
    },
  });
  return { socket, written };
};

test.each([
  ["HPE_HEADER_OVERFLOW", "431 Request Header Fields Too Large"],
  ["ERR_HTTP_REQUEST_TIMEOUT", "408 Request Timeout"],
  ["HPE_INVALID_METHOD", "400 Bad Request"],
  ["constructor", "400 Bad Request"],
  [undefined, "400 Bad Request"],
])("%s is answered with %s and disconnected", (code, status) => {
  const { socket, written } = createSocket();
  handle(code === undefined ? {} : { code }, socket as unknown as Socket);
  expect(written).toEqual([
    `HTTP/1.1 ${status}\r\ncontent-type: text/plain\r\ncontent-length: 6\r\nconnection: close\r\n\r\né ${status.slice(0, 3)}`,
  ]);
  expect(socket.destroyed).toBe(true);
});

test.each([
  ["a client that is gone", "ECONNRESET", true],
  ["a closed socket", "HPE_INVALID_METHOD", false],
  ["a connection that begins no TLS", "ERR_TLS_HANDSHAKE_TIMEOUT", true],
])("%s gets no answer", (_, code, writable) => {
  const { socket, written } = createSocket(writable);
  handle({ code }, socket as unknown as Socket);
  expect([written, socket.destroyed]).toEqual([[], true]);
});
