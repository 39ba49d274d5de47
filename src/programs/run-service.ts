import { type AddressInfo, createServer } from "node:net";
import { connect } from "#database/connect.ts";
import { type Database, openDatabase } from "#database/open.ts";
import type { DatabaseWatch } from "#database/sql.ts";
import { demoImage, placeImages } from "#demo/demo-image.ts";
import { listenAnywhere } from "#gateway/server/listen.ts";
import { writeLogEntry } from "#service/handler.ts";
import { prepareService } from "#service/prepare-service.ts";
import { createService } from "#service/service.ts";
import { listSources } from "#service/store/account.ts";
import { acceptTokens, createFirstToken } from "#service/tokens.ts";
import { startWebhookSender, type WebhookSender } from "#service/webhooks/start-sender.ts";
import type { Tracers } from "#telemetry/start-telemetry.ts";
import type { Metrics } from "./run-metrics.ts";
import type { Settings } from "./settings.ts";

/**
 * Rejects with the system's error if this process can't listen there. A program asks before it changes anything in the
 * database: a second copy that fails would otherwise have replaced the tokens of the first. Port 0 is any free one.
 */
export async function demandFreePort(host: string, port: number): Promise<void> {
  if (port === 0) return;
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen({ host, port }, resolve);
  });
  await new Promise((resolve) => server.close(resolve));
}

export interface ServiceRun {
  readonly url: string;
  /** The origin of its images: an address, also where `url` has a name. */
  readonly imageOrigin: string;
  readonly database: Database;
  /** Finishes the requests in flight, then ends the database. */
  close(): Promise<void>;
}

export interface ServiceRunOptions {
  readonly port: number;
  /**
   * An Account token for this run only: the gateway's. Without one, a database's first token is created and printed.
   */
  readonly accountToken?: string;
  readonly print: (line: string) => void;
  readonly warn: (line: string) => void;
  readonly metrics?: Metrics | undefined;
  readonly tracers?: Tracers | undefined;
}

/** The embedded service, listening on its database. */
export async function runService(
  settings: Settings,
  options: ServiceRunOptions,
): Promise<ServiceRun> {
  const { accountToken, print, warn, metrics, tracers } = options;
  await demandFreePort(settings.host, options.port);
  const database = await openServiceDatabase(settings, warn, tracers?.database);
  try {
    await fill(database, settings);
    await acceptTokens(database.sql, settings.service.tokens);
    let sender: WebhookSender | undefined;
    const service = await createService({
      sql: database.sql,
      rateLimit: settings.service.rateLimit,
      accountTokens: accountToken === undefined ? [] : [accountToken],
      log: (entry) => warn(writeLogEntry(entry)),
      onChange: () => sender?.wake(),
      images: { find: demoImage, place: placeImages },
      ...(metrics === undefined ? {} : { requestEnded: metrics.serviceRequestEnded }),
      tracer: tracers?.service,
    });
    metrics?.watchServiceDatabase(database.sql);
    // Not by Fastify alone, which has no limit of connections at the second address of localhost.
    await listenAnywhere(service, settings.host, options.port);
    const { port } = service.server.address() as AddressInfo;
    // After it listens: a token that is shown once must not be shown by a start that fails.
    const firstToken =
      accountToken === undefined ? await createFirstToken(database.sql) : undefined;
    if (firstToken !== undefined)
      print(`Account token of this service, shown only once: ${firstToken}`);
    sender = startWebhookSender({
      sql: database.sql,
      target: database.target,
      allowPrivate: settings.service.webhookPrivate,
      log: warn,
    });
    return {
      url: formatAddress(settings.host, port),
      imageOrigin: service.listeningOrigin,
      database,
      async close() {
        await service.close();
        await sender?.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The database with the service's tables. */
export async function openServiceDatabase(
  { database }: Settings,
  warn: (line: string) => void,
  watch?: DatabaseWatch,
): Promise<Database> {
  const opened = await openDatabase({ ...database, log: warn, watch });
  try {
    await prepareService(opened.sql);
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Fills a database without records. */
async function fill(database: Database, { service }: Settings): Promise<void> {
  if (service.demoParents === 0 || (await listSources(database.sql)).length > 0) return;
  // Loaded here, because later starts need neither it nor the generators; the rule cannot tell this from a static import.
  // oxlint-disable-next-line eslint/no-restricted-imports
  const { seedDemonstration } = await import("./seed-demonstration.ts");
  const sql = connect(database.target, { max: 2, patient: true });
  try {
    await seedDemonstration(sql, { parents: service.demoParents });
  } finally {
    await sql.end();
  }
}

/** The address in the format for people. */
export const formatAddress = (
  host: string,
  port: number,
  scheme: "http" | "https" = "http",
): string =>
  `${scheme}://${host.includes(":") && !host.startsWith("[") ? `[${host}]` : host}:${port}`;
