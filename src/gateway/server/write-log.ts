import type { FastifyServerOptions } from "fastify";
import { redacted, type Redactor } from "./redact-secrets.ts";

/** The destination of log lines (JSON, one a line) and their level. */
export interface LogOptions {
  readonly level: "error" | "warn" | "info" | "debug";
  readonly write: (line: string) => void;
}

/** Secrets that sign webhooks; they pass through the gateway, which doesn't know them. */
const withoutSecrets = (line: string): string => line.replaceAll(/whsec_[\w+/=-]+/g, redacted);

/**
 * A log without tokens, headers and bodies: pino escapes control characters, and the redactor processes each line last.
 */
export const loggerFor = (
  log: LogOptions | undefined,
  redactor: Redactor,
): NonNullable<FastifyServerOptions["logger"]> =>
  log === undefined
    ? false
    : {
        level: log.level,
        stream: { write: (line: string) => log.write(withoutSecrets(redactor.text(line))) },
        serializers: {
          req: ({ method, url }: { method: string; url: string }) => ({
            method,
            path: url.split("?")[0],
          }),
          res: ({ statusCode }) => ({ statusCode: statusCode ?? 0 }),
        },
      };
