/** One line for the log; never holds a token, a query or a body. */
export interface LogEntry {
  readonly level: "info" | "error";
  readonly event: string;
  readonly requestId: string;
  readonly [detail: string]: unknown;
}
