import { type IncomingMessage, ServerResponse } from "node:http";
import { gatewayOperations } from "#contract/gateway-operations.ts";
import type { Operation } from "#contract/operation.ts";
import { operations as contractOperations } from "#contract/operations.ts";
import type { PageState } from "#contract/page-state.ts";
import { ruleAnalysisOperations } from "#contract/rule-analysis.ts";
import { ruleRunOperations } from "#contract/rule-runs.ts";
import {
  type ChangeRecorderOptions,
  createChangeRecorder,
  createRefusalRecorder,
} from "#gateway/changes/record-changes.ts";
import { serveRuleTests } from "#gateway/changes/rule-tests.ts";
import { createRuleVersions, serveRuleVersions } from "#gateway/changes/rule-versions.ts";
import { serveRuleReviews } from "#gateway/changes/rule-reviews.ts";
import { serveChange } from "#gateway/changes/send-change.ts";
import { serveChanges } from "#gateway/changes/serve-changes.ts";
import { readPreferences, servePreferences } from "#gateway/people/serve-preferences.ts";
import { createUpstream, defaultTimeouts, type Timeouts } from "#gateway/proxy/call-upstream.ts";
import { createForwarder } from "#gateway/proxy/forward-call.ts";
import type { GatewayObserver } from "#gateway/proxy/observe-calls.ts";
import { routeOperations } from "#gateway/proxy/route-operations.ts";
import {
  describeConnection,
  probeUpstream,
  serveConnection,
} from "#gateway/proxy/serve-connection.ts";
import { createSharedRate } from "#gateway/proxy/share-rate.ts";
import { createSharedVersions } from "#gateway/proxy/share-versions.ts";
import {
  chooseToken,
  createTokenStore,
  ownedTokens,
  readUpstreamOptions,
  type TokenFor,
  type Tokens,
  type UpstreamOptions,
  type UpstreamSettings,
} from "#gateway/proxy/tokens.ts";
import { compareVersions, createRecordVersions } from "#gateway/proxy/versions.ts";
import { createCatalogs } from "#gateway/catalog/catalogs.ts";
import { serveCatalogRuns } from "#gateway/catalog/catalog-runs.ts";
import { createRuleAnalysisRuns, createRuleRuns } from "#gateway/catalog/rule-runs.ts";
import { serveCatalog } from "#gateway/catalog/serve-catalog.ts";
import { createCopying } from "#gateway/copying/copying.ts";
import { serveFigures } from "#gateway/records/serve-figures.ts";
import { serveEvidence } from "#gateway/records/serve-evidence.ts";
import { createRecordCopies, serveRecordSearch } from "#gateway/records/serve-records.ts";
import { createBulkRunner } from "#gateway/runs/bulk-runs.ts";
import { serveBulkRuns } from "#gateway/runs/serve-bulk-runs.ts";
import {
  prepareReceiving,
  type ReceivingOptions,
  refuseProcessing,
  serveReceivedOrders,
} from "#gateway/runs/serve-runs.ts";
import { type Answering, answerProblem, compressAnswers } from "#gateway/server/answer-request.ts";
import { serveHealth } from "#gateway/server/check-readiness.ts";
import { type Clock, monotonicClock, within } from "#gateway/server/clock.ts";
import { type DatabaseOptions, openGatewayDatabase } from "#gateway/server/database.ts";
import {
  createOriginOf,
  guardRequest,
  isSecure,
  type OwnAddresses,
  ownAddressesOf,
  transportHeaders,
} from "#gateway/server/guard-browsers.ts";
import {
  answerUnroutable,
  handleFailures,
  refuseMalformed,
} from "#gateway/server/handle-failures.ts";
import { apiPrefix, parseBody } from "#gateway/server/read-request.ts";
import { loggerFor, type LogOptions } from "#gateway/server/redact-secrets.ts";
import { createPageSender, readConsole, serveConsole } from "#gateway/server/serve-console.ts";
import { setSecurityHeaders } from "#gateway/server/set-security-headers.ts";
import { type BackgroundWork, refuseWhileStopping, stopInOrder } from "#gateway/server/stop.ts";
import {
  guardPeople,
  isData,
  nameSignedInPerson,
  readPersonId,
  whyPersonMayNot,
} from "#gateway/sign-in/guard-people.ts";
import { isPeer, listPeers } from "#gateway/sign-in/identity-header.ts";
import { readSession, serveSignIn } from "#gateway/sign-in/serve-sign-in.ts";
import type { SignInOptions } from "#gateway/sign-in/sign-in-options.ts";
import { createSignIn } from "#gateway/sign-in/sign-in.ts";
import { observeRequests, traceRequests } from "#http/observe-requests.ts";
import {
  acceptJsonOnly,
  createAllowedMethods,
  maxConnections,
  serverOptions,
} from "#http/server-options.ts";
import type { Tracer } from "#http/tracer.ts";
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";

interface GatewayOptions {
  readonly upstream: UpstreamOptions;
  /** Reads the tokens from their source again, when the upstream refuses one. */
  readonly refreshTokens?: () => Promise<Tokens>;
  /**
   * Host headers (`name` or `name:port`) that are served in addition to this machine's own names with the port in use.
   */
  readonly allowedHosts?: readonly string[];
  /** The console's address in browsers, without a path; by default the address at which it is called. */
  readonly publicUrl?: string;
  /** How people sign in; without it the console is open, and listens on this machine only. */
  readonly signIn?: SignInOptions;
  /** Addresses and networks of proxies whose X-Forwarded-Host is believed. */
  readonly trustedProxies?: readonly string[];
  /** Certificate chain and private key (PEM); without them the gateway speaks plain http. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** The folder of the built console; without one only the API is served. */
  readonly assets?: string;
  /** The ISO 4217 code of the currency in which the console shows amounts; undefined: plain numbers. */
  readonly currency?: string;
  /** Origins of images in addition to https: the embedded service's own. */
  readonly imageOrigins?: readonly string[];
  readonly log?: LogOptions;
  /** Whether another editor must approve each change of a mapping rule; needs people who sign in, and the database. */
  readonly reviewsRules?: boolean;
  /** Measures requests, calls of the upstream and queues. */
  readonly observer?: GatewayObserver;
  /** Records spans of requests, waits and calls of the upstream. */
  readonly tracer?: Tracer | undefined;
  /** The sender of a request; by default the signed-in person. People take turns in the queue. */
  readonly personOf?: (request: FastifyRequest) => string | undefined;
  /** Timeouts for the upstream. */
  readonly timeouts?: Partial<Timeouts>;
  /**
   * How long a browser may read nothing of its response before it is disconnected, and how long a stop waits for calls.
   */
  readonly stallMs?: number;
  readonly graceMs?: number;
  /** For what the gateway records; without it no orders are received, and changes are not recorded. */
  readonly database?: DatabaseOptions;
  /** Which records are copied, for searches and pictures; without it none are. */
  readonly copies?: CopyOptions;
  /** After so many days without a change, the copy of a record is removed; 0: all are. Without it none are kept. */
  readonly recordsDays?: number;
  /** The forwarded operations; by default the contract's, without the one that only runs of received orders use. */
  readonly operations?: readonly Operation[];
  readonly clock?: Clock;
  /** Milliseconds since 1970, for the ends of sessions. */
  readonly wallClock?: () => number;
  readonly random?: () => number;
}

interface CopyOptions {
  /** The part of each token's rate that copying may use, above 0 up to 1. */
  readonly share: number;
  /** After this time without a renewal, another gateway copies. */
  readonly leaseMs?: number;
  /** Where what can be built again from the database is kept between starts. */
  readonly folder?: string;
}

/** Records belong to an upstream; the embedded service counts as the same one on any port. */
const nameUpstream = ({ embedded, origin, basePath }: UpstreamSettings): string =>
  embedded ? "embedded" : origin + basePath;

/** Longer than a database that fails over is away. */
const defaultSlotLeaseMs = 30_000;
const defaultLeaseMs = 10_000;
const defaultAuditDays = 400;

/** The gateway's database, and what this gateway shares there with others that have the same tokens. */
const openShared = (
  options: DatabaseOptions,
  upstream: string,
  clock: Clock,
  onFailure: (reason: string) => void,
) => {
  const database = openGatewayDatabase(options.open, onFailure);
  const { isShared = false, leaseMs = defaultLeaseMs, slotLeaseMs = defaultSlotLeaseMs } = options;
  const common = { database, upstream, clock };
  return {
    database,
    rate: isShared ? createSharedRate({ ...common, leaseMs: slotLeaseMs }) : undefined,
    versions: isShared ? createSharedVersions({ ...common, leaseMs }) : undefined,
  };
};

type RecordOptions = ReceivingOptions & Pick<ChangeRecorderOptions, "inform">;

/** What the gateway records: changes, refusals and runs of received orders. */
const createRecorders = (given: DatabaseOptions, options: RecordOptions) => {
  const reached = given.reached ?? (() => undefined);
  const stored = { leaseMs: defaultLeaseMs, auditDays: defaultAuditDays, ...given, reached };
  return {
    reached,
    receiving: prepareReceiving(stored, options),
    changes: createChangeRecorder({ storeWaitMs: 2_000, ...stored, ...options }),
    refusals: createRefusalRecorder(options),
  };
};

/** All background work; what others use stops last. */
const joinWork = (
  work: readonly BackgroundWork[],
  shared: readonly (BackgroundWork | undefined)[],
  close: () => Promise<void>,
): BackgroundWork => {
  const last = shared.filter((one) => one !== undefined);
  return {
    stopping: () => [...work, ...last].forEach((one) => one.stopping()),
    idle: async () => {
      for (const each of [work, last]) await Promise.all(each.map(async (one) => one.idle()));
    },
    close: async () => {
      for (const one of [...work, ...last]) await one.close();
      await close();
    },
  };
};

const defaultGraceMs = 30_000;

/** The page doesn't wait longer for what the person's settings are: it opens with the defaults. */
const preferencesWaitMs = 1_000;

/** A connection that begins no TLS takes a place no longer than one that sends no head of a request. */
const handshakeTimeout = serverOptions.http.headersTimeout;

/** Receiving orders by a GET is left out: only a run, which is recorded, may do it. */
const { retrieveProcessingPurchaseOrders, ...passedOn } = contractOperations;

/**
 * The program that holds the tokens: the contract's operations under /api, the built console, and the gateway's own
 * routes. It does not listen by itself (`listenOnLoopback`, or a server that calls `app.routing`).
 */
export const createGateway = async (options: GatewayOptions): Promise<FastifyInstance> => {
  const settings = readUpstreamOptions(options.upstream);
  const reviewsRules = options.reviewsRules ?? false;
  if (reviewsRules && (options.signIn === undefined || options.database === undefined))
    throw new Error("A review of rules needs people who sign in, and the gateway's database.");
  const operations: readonly Operation[] = options.operations ?? Object.values(passedOn);
  const clock = options.clock ?? monotonicClock;
  const wallClock = options.wallClock ?? Date.now;
  const personOf = options.personOf ?? nameSignedInPerson;
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const tokenStore = createTokenStore(options.upstream, clock, options.refreshTokens);
  const { redactor } = tokenStore;
  const tokens = () => ownedTokens(tokenStore.current());
  const tokenFor: TokenFor = (operation, ownerId) =>
    chooseToken(operation, ownerId, tokenStore.current());
  const answering: Answering = { redactor, stallMs: options.stallMs ?? 30_000 };

  const app = createApp(options, answering);
  const log = (facts: object, message: string) => app.log.error(facts, message);
  const informer = app.log.child({}, { level: "info" });
  const inform = (facts: object, message: string) => informer.info(facts, message);

  const name = nameUpstream(settings);
  const shared =
    options.database &&
    openShared(options.database, name, clock, (reason) =>
      log({ reason }, "could not open the gateway's database; retrying"),
    );
  const upstream = createUpstream(settings.origin, timeouts, clock);
  const recordCopies =
    shared && options.recordsDays !== undefined
      ? createRecordCopies({
          database: shared.database,
          upstream: name,
          tokenFor,
          days: options.recordsDays,
          now: wallClock,
          log,
        })
      : undefined;
  const upstreamForwarder = createForwarder({
    upstream,
    origin: settings.origin,
    basePath: settings.basePath,
    rateLimit: settings.rateLimit,
    shareSlots: shared?.rate?.shareSlots,
    clock,
    random: options.random ?? Math.random,
    wallClock,
    onTokenRefused: tokenStore.refused,
    observer: options.observer,
    tracer: options.tracer,
  });
  const forwarder = recordCopies?.watch(upstreamForwarder) ?? upstreamForwarder;
  const versioned = compareVersions(forwarder, shared?.versions ?? createRecordVersions());

  watchRequests(app, options);
  const recorders =
    shared &&
    options.database &&
    createRecorders(options.database, {
      database: shared.database,
      upstream: name,
      forwarder,
      tokenFor,
      redactor,
      timeoutMs: timeouts.receiveMs,
      clock,
      log,
      inform,
    });
  const audit = shared && { sql: shared.database.sql, upstream: name };
  const sending = recorders && {
    recorder: recorders.changes,
    forwarder: versioned,
    answering,
    reached: recorders.reached,
    waitMs: timeouts.changeMs,
    reviewsRules,
    ruleVersions: createRuleVersions({ ...audit!, forwarder, log }),
  };
  const bulkRunner =
    shared &&
    sending &&
    createBulkRunner({
      database: shared.database,
      upstream: name,
      tokenFor,
      sending,
      leaseMs: options.database?.leaseMs ?? defaultLeaseMs,
      auditDays: options.database?.auditDays ?? defaultAuditDays,
      clock,
      log,
    });
  const copying =
    shared &&
    options.copies &&
    createCopying({
      database: shared.database,
      upstream: name,
      forwarder: upstreamForwarder,
      tokenFor,
      rateLimit: settings.rateLimit,
      ...options.copies,
      clock,
      log,
    });
  const catalogs =
    audit &&
    copying &&
    createCatalogs({
      ...audit,
      copying,
      forwarder,
      tokenFor,
      folder: options.copies?.folder,
      redactor,
      clock,
      now: wallClock,
      log,
    });
  const ruleRuns = audit && catalogs && createRuleRuns(audit.sql, clock);
  const ruleAnalyses = audit && catalogs && createRuleAnalysisRuns(audit.sql, clock);
  const signIn =
    options.signIn &&
    createSignIn(options.signIn, {
      database: shared?.database,
      secure: isSecure(options),
      wallClock,
      log,
    });
  const isStopping = stopInOrder(app, {
    forwarder,
    upstream,
    graceMs: options.graceMs ?? defaultGraceMs,
    work: joinWork(
      recorders && bulkRunner
        ? [
            ...(copying && catalogs ? [copying, catalogs] : []),
            ...(recordCopies ? [recordCopies] : []),
            bulkRunner,
            recorders.receiving,
            recorders.changes,
            recorders.refusals,
          ]
        : [],
      [shared?.rate, shared?.versions],
      async () => {
        await Promise.all([ruleRuns?.close(), ruleAnalyses?.close()]);
        await shared?.database.close();
      },
    ),
  });

  const files = readConsole(options.assets);
  await setSecurityHeaders(app, { files, imageOrigins: options.imageOrigins ?? [] });
  refuseWhileStopping(app, isStopping, files, answering);
  guardEverything(app, ownAddressesOf(options), answering);
  guardPeople(app, signIn, answering, recorders?.refusals.record);
  const describePage = async (request: FastifyRequest): Promise<PageState> => {
    const session = await readSession(request, signIn);
    const isOpen = session.signIn === "none" || session.person !== null;
    const connection = isOpen ? describeConnection({ forwarder, settings, tokens }) : null;
    const served = isOpen && !settings.embedded ? forwarder.seen.served() : {};
    const person = session.signIn === "none" ? "" : session.person?.id;
    const preferences =
      shared && person !== undefined
        ? await within(
            clock,
            preferencesWaitMs,
            shared.database.sql().then((sql) => readPreferences(sql, person)),
          ).catch(() => ({}))
        : {};
    const currency = options.currency ?? null;
    return { session, connection, served, currency, reviewsRules, preferences };
  };
  const sendPage = files && createPageSender(files, describePage, answering);
  const allowedMethods = createAllowedMethods(
    [...operations, ...Object.values(gatewayOperations)].map(({ method, path }) => ({
      method,
      path: apiPrefix + path,
    })),
  );
  handleFailures(app, { answering, allowedMethods, sendPage });
  compressAnswers(app);
  acceptJsonOnly(app, parseBody);

  routeOperations(app, {
    operations,
    forwarder: versioned,
    answering,
    clock,
    tokenFor,
    personOf,
    sendChange:
      sending && (async (call, request, reply) => serveChange(call, request, reply, sending)),
  });
  if (!operations.includes(retrieveProcessingPurchaseOrders)) refuseProcessing(app, answering);
  serveReceivedOrders(app, { answering, personOf, receiving: recorders?.receiving.routes });
  serveBulkRuns(app, {
    answering,
    personOf,
    whyForbidden: whyPersonMayNot,
    reviewsRules,
    storage: audit && bulkRunner && { ...audit, runner: bulkRunner },
  });
  const copiesRecords = (options.recordsDays ?? 0) > 0;
  serveRecordSearch(app, { answering, storage: audit, isOn: copiesRecords });
  serveFigures(app, { answering, personOf, storage: audit, isOn: copiesRecords, now: wallClock });
  serveEvidence(app, {
    answering,
    storage: audit,
    days: options.recordsDays ?? 0,
    now: wallClock,
  });
  if (recordCopies) whenAsked(app, () => recordCopies.start(copying));
  serveChanges(app, { answering, personOf, audit });
  serveRuleVersions(app, { answering, storage: audit });
  const reviewing = audit && sending && { ...audit, sending, tokenFor };
  serveRuleReviews(app, { answering, personOf, personIdOf: readPersonId, storage: reviewing });
  serveRuleTests(app, { answering, personOf, storage: audit });
  servePreferences(app, { answering, personOf, personIdOf: readPersonId, storage: audit });
  serveCatalog(app, { answering, storage: audit && catalogs && { sql: audit.sql, catalogs } });
  serveCatalogRuns(app, ruleRunOperations.runRuleOnCatalog, {
    answering,
    storage: catalogs && ruleRuns && { catalogs, runs: ruleRuns },
  });
  serveCatalogRuns(app, ruleAnalysisOperations.analyzeRulesOnCatalog, {
    answering,
    storage: catalogs && ruleAnalyses && { catalogs, runs: ruleAnalyses },
  });
  serveHealth(app, {
    answering,
    clock,
    probe: async () => probeUpstream(upstream, settings.basePath),
    lastAnsweredAt: () => forwarder.seen.news().healthyAt,
  });
  serveConnection(app, { answering, forwarder, settings, clock, tokens });
  serveSignIn(app, { answering, signIn, originOf: createOriginOf(options), audit });
  if (files && sendPage) serveConsole(app, files, sendPage);
  return app;
};

/** Acts after each answered operation, so not for health checks, files and refused people. */
const whenAsked = (app: FastifyInstance, act: () => void): void => {
  app.addHook("onResponse", async ({ routeOptions }, { statusCode }) => {
    if (routeOptions.config.permission !== undefined && statusCode < 400) act();
  });
};

/** Before all other hooks, so that requests that those refuse count too. */
const watchRequests = (app: FastifyInstance, { observer, tracer }: GatewayOptions): void => {
  const operationOf = ({ routeOptions }: FastifyRequest) => routeOptions.config.permission;
  if (observer !== undefined) observeRequests(app, operationOf, observer.requestEnded);
  // The console's files and health checks would outnumber the traces of people's work.
  const isTraced = ({ url }: FastifyRequest) => isData(url);
  if (tracer !== undefined) traceRequests(app, { tracer, operationOf, isTraced });
};

/** Only suites with forward secrecy and authenticated encryption; those of TLS 1.3 all are. */
const tlsSuites = {
  minVersion: "TLSv1.2",
  ciphers: [
    "TLS_AES_256_GCM_SHA384",
    "TLS_CHACHA20_POLY1305_SHA256",
    "TLS_AES_128_GCM_SHA256",
    "ECDHE+AESGCM",
    "ECDHE+CHACHA20",
  ].join(":"),
} as const;

/** Responses with headers that those have, too, which Node or Fastify write before any hook runs. */
const withHeaders = (headers: Readonly<Record<string, string>>): typeof ServerResponse =>
  class<Request extends IncomingMessage> extends ServerResponse<Request> {
    constructor(...given: ConstructorParameters<typeof ServerResponse<Request>>) {
      super(...given);
      for (const [name, value] of Object.entries(headers)) this.setHeader(name, value);
    }
  };

const createApp = (options: GatewayOptions, answering: Answering): FastifyInstance => {
  const headers = transportHeaders(isSecure(options));
  const http = { ...serverOptions.http, ServerResponse: withHeaders(headers) };
  const proxies = listPeers(options.trustedProxies ?? []);
  const common = {
    ...serverOptions,
    http,
    logger: loggerFor(options.log, answering.redactor),
    // Stopping counts as a plugin's work too, and it waits for calls in flight.
    pluginTimeout: (options.graceMs ?? defaultGraceMs) + 30_000,
    clientErrorHandler: refuseMalformed(headers),
    // By `refuseWhileStopping`, with the outcome.
    return503OnClosing: false,
    trustProxy: (address: string) => isPeer(proxies, address),
    frameworkErrors: (error: FastifyError, _request: FastifyRequest, reply: FastifyReply) =>
      answerUnroutable(reply, error, answering),
  };
  const { tls } = options;
  const app: FastifyInstance =
    tls === undefined
      ? Fastify(common)
      : Fastify({
          ...common,
          https: { ...http, ...tls, ...tlsSuites, handshakeTimeout },
        });
  app.server.maxConnections = maxConnections;
  return app;
};

/** By callback, which is never called for a refused request: see `guardPeople`. */
const guardEverything = (app: FastifyInstance, own: OwnAddresses, answering: Answering): void => {
  app.addHook("onRequest", ({ raw, host, routeOptions }, reply, done) => {
    const request = {
      method: raw.method ?? "",
      url: raw.url ?? "",
      route: routeOptions.url,
      headers: raw.headers,
      rawHeaders: raw.rawHeaders,
      host,
      localPort: raw.socket.localPort,
    };
    const failure = guardRequest(request, own);
    if (failure === undefined) done();
    else answerProblem(reply, failure, answering);
  });
};
