import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { connect } from "#database/connect.ts";
import { openDatabase } from "#database/open.ts";
import { createGateway } from "#gateway/gateway.ts";
import type { OpenedDatabase } from "#gateway/open-memory.ts";
import type { Tokens, UpstreamOptions } from "#gateway/upstream-options.ts";
import type { GivenTokens } from "#service/tokens.ts";
import { copyConsole } from "./copy-console.ts";
import { runService, type ServiceRun, type ServiceRunOptions } from "./run-service.ts";
import { readSettings, type Settings } from "./settings.ts";

export interface ConsoleRun {
  /** The gateway, before it listens. */
  readonly gateway: FastifyInstance;
  /** The embedded service's address; undefined with an external upstream. */
  readonly serviceUrl: string | undefined;
  /** Finishes the requests in flight, then ends the embedded service. */
  close(): Promise<void>;
}

export interface ConsoleRunOptions extends Pick<ServiceRunOptions, "print" | "warn"> {
  /** The folder of the built console; without one the gateway serves only the API. */
  readonly built?: string;
}

/** The gateway with its upstream: the configured one, or the embedded service. */
export async function runConsole(
  settings: Settings,
  { built, print, warn }: ConsoleRunOptions,
): Promise<ConsoleRun> {
  // The gateway's own token, new at each start and in memory only.
  const accountToken = randomBytes(32).toString("base64url");
  const service =
    settings.upstream === undefined
      ? await runService(settings, { port: settings.service.port, accountToken, print, warn })
      : undefined;
  const copy = await copyConsole(built);
  try {
    const gateway = await createGateway({
      upstream: upstreamOf(settings, service, accountToken),
      // A regenerated token may be in its file by now.
      ...(settings.upstream === undefined ? {} : { refreshTokens: readTokens }),
      ...(copy.assets === undefined ? {} : { assets: copy.assets }),
      ...(service === undefined ? {} : { imageOrigins: [service.url] }),
      memory: {
        open: async () => openGatewayDatabase(settings, service, warn),
        folder: join(settings.database.dataDir, "received-orders"),
        auditDays: settings.auditDays,
      },
      log: { level: "error", write: (line) => warn(line.trimEnd()) },
    });
    return {
      gateway,
      serviceUrl: service?.url,
      async close() {
        await gateway.close();
        await service?.close();
        await copy.remove();
      },
    };
  } catch (error) {
    await service?.close();
    await copy.remove();
    throw error;
  }
}

/** As many connections as runs of received orders can need; pages of products never wait for them. */
const gatewayConnections = 4;

/** The server of the embedded service, or the same one opened only for the gateway. */
async function openGatewayDatabase(
  { database }: Settings,
  service: ServiceRun | undefined,
  warn: (line: string) => void,
): Promise<OpenedDatabase> {
  if (service === undefined)
    return openDatabase({ ...database, max: gatewayConnections, log: warn });
  const sql = connect(service.database.target, { max: gatewayConnections });
  return { sql, close: () => sql.end({ timeout: 5 }) };
}

async function readTokens(): Promise<Tokens> {
  const { upstream } = readSettings(process.env, "console");
  return gatewayTokens(upstream?.tokens ?? {});
}

function gatewayTokens({ account, sources, channels }: GivenTokens): Tokens {
  return {
    accountToken: account,
    sourceTokens: sources ?? new Map(),
    channelTokens: channels ?? new Map(),
  };
}

function upstreamOf(
  settings: Settings,
  service: ServiceRun | undefined,
  accountToken: string,
): UpstreamOptions {
  const { upstream, gatewayRate: rateLimit } = settings;
  return {
    baseUrl: upstream?.baseUrl ?? service?.url ?? "",
    ...gatewayTokens(upstream?.tokens ?? { ...settings.service.tokens, account: accountToken }),
    rateLimit,
    embedded: upstream === undefined,
  };
}
