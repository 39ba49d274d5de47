import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { connect } from "#database/connect.ts";
import { openDatabase, type OpenOptions } from "#database/open.ts";
import { createGateway } from "#gateway/gateway.ts";
import { whyNotLoopback } from "#gateway/server/listen.ts";
import type { OpenedDatabase } from "#gateway/server/database.ts";
import type { SignInOptions } from "#gateway/sign-in/sign-in-options.ts";
import type { Tokens, UpstreamOptions } from "#gateway/proxy/tokens.ts";
import type { GivenTokens } from "#service/tokens.ts";
import type { DemoTeam } from "./run-demo-team.ts";
import { runService, type ServiceRun, type ServiceRunOptions } from "./run-service.ts";
import { readSettings, type Settings } from "./settings.ts";
import type { AccessSettings } from "./sign-in-settings.ts";

export interface ConsoleRun {
  /** The gateway, before it listens. */
  readonly gateway: FastifyInstance;
  /** The embedded service's address; undefined with an external upstream. */
  readonly serviceUrl: string | undefined;
  /** Finishes the requests in flight, then ends the embedded service. */
  close(): Promise<void>;
}

export interface ConsoleRunOptions extends Pick<
  ServiceRunOptions,
  "print" | "warn" | "metrics" | "tracers"
> {
  /** The folder of the built console; without one the gateway serves only the API. */
  readonly built?: string;
}

/** The gateway with its upstream: the configured one, or the embedded service. */
export async function runConsole(
  settings: Settings,
  { built, print, warn, metrics, tracers }: ConsoleRunOptions,
): Promise<ConsoleRun> {
  // The gateway's own token, new at each start and in memory only.
  const accountToken = randomBytes(32).toString("base64url");
  const service =
    settings.upstream === undefined
      ? await runService(await onThisMachine(settings), {
          port: settings.service.port,
          accountToken,
          print,
          warn,
          metrics,
          tracers,
        })
      : undefined;
  let team: DemoTeam | undefined;
  try {
    team = settings.access.demoTeam ? await startTeam(print) : undefined;
    const gateway = await createGateway({
      upstream: upstreamOf(settings, service, accountToken),
      // A regenerated token may be in its file by now.
      ...(settings.upstream === undefined ? {} : { refreshTokens: readTokens }),
      ...(built === undefined ? {} : { assets: built }),
      ...(settings.currency === undefined ? {} : { currency: settings.currency }),
      ...(service === undefined ? {} : { imageOrigins: [service.imageOrigin] }),
      database: {
        open: async () => {
          const database = await openGatewayDatabase(settings, service, {
            log: warn,
            watch: tracers?.database,
          });
          metrics?.watchGatewayDatabase(database.sql);
          return database;
        },
        // The token for the embedded service is this process's own, so nothing is shared there.
        isShared: settings.upstream !== undefined && settings.database.databaseUrl !== undefined,
        folder: join(settings.database.dataDir, "received-orders"),
        auditDays: settings.auditDays,
      },
      ...(settings.copyShare === 0
        ? {}
        : { copies: { share: settings.copyShare, folder: settings.database.dataDir } }),
      recordsDays: settings.copyShare === 0 ? 0 : settings.recordsDays,
      reviewsRules: settings.reviewsRules,
      ...accessOf(settings.access, team),
      ...(metrics === undefined ? {} : { observer: metrics.gateway }),
      tracer: tracers?.gateway,
      log: { level: "warn", write: (line) => warn(line.trimEnd()) },
    });
    return {
      gateway,
      serviceUrl: service?.url,
      async close() {
        await gateway.close();
        await team?.close();
        await service?.close();
      },
    };
  } catch (error) {
    await team?.close();
    await service?.close();
    throw error;
  }
}

/** The embedded service is for this gateway: other machines reach only the gateway. */
async function onThisMachine(settings: Settings): Promise<Settings> {
  const isLocal = (await whyNotLoopback(settings.host)) === undefined;
  return isLocal ? settings : { ...settings, host: "127.0.0.1" };
}

async function startTeam(print: (line: string) => void): Promise<DemoTeam> {
  // Only the demo team needs a provider of its own.
  const { runDemoTeam } = await import("./run-demo-team.ts");
  const team = await runDemoTeam();
  print(`Sign in as one of the demo team: ${team.members.join(", ")}`);
  return team;
}

/** The gateway's options for who may use it, and at which address. */
function accessOf(access: AccessSettings, team: DemoTeam | undefined) {
  const { publicUrl, trustedProxies, tls } = access;
  const signIn = team === undefined ? access.signIn : signInWith(team, access);
  return {
    trustedProxies,
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(tls === undefined ? {} : { tls }),
    ...(signIn === undefined ? {} : { signIn }),
  };
}

function signInWith(team: DemoTeam, { session }: AccessSettings): SignInOptions {
  const { issuer, clientId, clientSecret, scope } = team;
  const client = { issuer, clientId, clientSecret, scope };
  return { kind: "oidc", ...client, roleClaim: "roles", roles: new Map(), ...session };
}

/** As many connections as sessions and runs of received orders can need; pages of products never wait for them. */
const gatewayConnections = 4;

/** The server of the embedded service, or the same one opened only for the gateway. */
async function openGatewayDatabase(
  { database }: Settings,
  service: ServiceRun | undefined,
  { log, watch }: Pick<OpenOptions, "log" | "watch">,
): Promise<OpenedDatabase> {
  const options = { max: gatewayConnections, watch };
  if (service === undefined) return openDatabase({ ...database, ...options, log });
  const sql = connect(service.database.target, options);
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
