import { hostname } from "node:os";

/** One line for the log; never contains a token, a query or a body. */
export interface LogEntry {
  readonly level: "info" | "error";
  readonly event: string;
  readonly requestId: string;
  readonly [detail: string]: unknown;
}

const levels = { info: 30, error: 50 } as const satisfies Record<LogEntry["level"], number>;

/** The entry as one line of JSON with the names of the gateway's lines, so that one search finds the lines of both. */
export const writeLogEntry = ({ level, event, requestId, ...details }: LogEntry): string =>
  JSON.stringify({
    level: levels[level],
    time: Date.now(),
    pid: process.pid,
    hostname: hostname(),
    reqId: requestId,
    ...details,
    msg: event,
  });
