import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";

const statusOfCode = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
} as const;

const chooseStatus = (code: string): MalformedStatus =>
  Object.hasOwn(statusOfCode, code) ? statusOfCode[code as keyof typeof statusOfCode] : 400;

export type MalformedStatus = 400 | 408 | 431;

/** The response in a program's own format. */
export interface MalformedAnswer {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * What is written before TLS begins is never sent: a connection that waits for it would take a place for ever, even
 * after its client has left, and keep the program from stopping.
 */
const isWithoutTls = (code: string): boolean => /^ERR_(?:TLS|SSL)_/.test(code);

/**
 * Answers bytes that are not an HTTP request, which no route and no error handler receives, and disconnects: the next
 * request could not be separated from them. `packet` is the part of the input that was read last.
 */
export const createMalformedHandler =
  (describe: (status: MalformedStatus, requestId: string, packet: string) => MalformedAnswer) =>
  (error: { readonly code?: string; readonly rawPacket?: unknown }, socket: Socket): void => {
    const { code = "", rawPacket } = error;
    if (!socket.writable || code === "ECONNRESET" || isWithoutTls(code)) {
      socket.destroy();
      return;
    }
    const status = chooseStatus(code);
    const { text, headers } = describe(
      status,
      randomUUID(),
      Buffer.isBuffer(rawPacket) ? rawPacket.toString("latin1") : "",
    );
    const lines = Object.entries({
      ...headers,
      "content-length": Buffer.byteLength(text),
      connection: "close",
    }).map(([name, value]) => `${name}: ${value}`);
    const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`, ...lines];
    socket.end(`${head.join("\r\n")}\r\n\r\n${text}`, () => socket.destroy());
  };
