/** One line for the log; never contains a token, a query or a body. */
export interface LogEntry {
  readonly level: "info" | "error";
  readonly event: string;
  readonly requestId: string;
  readonly [detail: string]: unknown;
}
