import { DatabaseError } from "pg";

/** The end of a connection, in place of the SQLSTATE of an error that the server reports. */
type Code = "CONNECTION_CLOSED" | "CONNECTION_ENDED" | "CONNECT_TIMEOUT";

/** A statement failed without the server's reply: its connection was lost, or there was none. */
export class ConnectionError extends Error {
  readonly code: Code;

  constructor(code: Code, cause?: unknown) {
    const reason = cause instanceof Error ? `: ${cause.message}` : "";
    super(`${explanations[code]} (${code})${reason}`, { cause });
    this.code = code;
  }
}

const explanations = {
  CONNECTION_CLOSED: "The connection to the database was lost",
  CONNECTION_ENDED: "The connections to the database were closed",
  CONNECT_TIMEOUT: "No connection to the database was available in time",
} as const satisfies Record<Code, string>;

/** The driver's words when all connections of a pool were in use for too long. */
export const noneFree = "timeout exceeded when trying to connect";

/** The driver's words when a connection took too long: of a client, of a pool, and of a pool without a free one. */
const late: ReadonlySet<string> = new Set([
  "timeout expired",
  "Connection terminated due to connection timeout",
  noneFree,
]);

/** The driver gives the system's errors and the server's a code, but not its own. */
export const withCode = (error: Error): Error => {
  if ("code" in error && error.code !== undefined) return error;
  return new ConnectionError(
    late.has(error.message) ? "CONNECT_TIMEOUT" : "CONNECTION_CLOSED",
    error,
  );
};

/** True for an error after which the server closes the connection. */
export const isFatal = (error: unknown): error is Error =>
  error instanceof DatabaseError && (error.severity === "FATAL" || error.severity === "PANIC");
