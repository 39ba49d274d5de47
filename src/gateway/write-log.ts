import type { FastifyServerOptions } from "fastify";
import type { Redactor } from "./redact-secrets.ts";

/** Where log lines go (JSON, one a line) and how much is said. */
export interface LogOptions {
  readonly level: "error" | "warn" | "info" | "debug";
  readonly write: (line: string) => void;
}

/** A log that holds no token, no header and no body: pino escapes control characters, and the redactor has the last word. */
export const loggerFor = (
  log: LogOptions | undefined,
  redactor: Redactor,
): NonNullable<FastifyServerOptions["logger"]> =>
  log === undefined
    ? false
    : {
        level: log.level,
        stream: { write: (line: string) => log.write(redactor.text(line)) },
        serializers: {
          req: ({ method, url }: { method: string; url: string }) => ({
            method,
            path: url.split("?")[0],
          }),
          res: ({ statusCode }) => ({ statusCode: statusCode ?? 0 }),
        },
      };
