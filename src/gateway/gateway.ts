import { type IncomingMessage, ServerResponse } from "node:http";
import { auditOperations } from "#contract/audit.ts";
import type { Operation } from "#contract/operation.ts";
import { operations as contractOperations } from "#contract/operations.ts";
import type { PageState } from "#contract/page-state.ts";
import { receivedOrderOperations } from "#contract/received-orders.ts";
import { peopleOperations } from "#contract/signed-in-people.ts";
import { observeRequests, traceRequests } from "#http/observe-requests.ts";
import {
  acceptJsonOnly,
  createAllowedMethods,
  maxConnections,
  serverOptions,
} from "#http/server-options.ts";
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";
import { answerProblem, type Answering } from "./answer-request.ts";
import { serveAudit } from "./audit/serve-audit.ts";
import { createUpstream, defaultPatience } from "./call-upstream.ts";
import { createReadiness } from "./check-readiness.ts";
import { chooseToken } from "./choose-token.ts";
import { monotonicClock } from "./clock.ts";
import { compareVersions } from "./compare-versions.ts";
import { compressAnswers } from "./compress-answers.ts";
import { describeConnection } from "./describe-connection.ts";
import { createForwarder } from "./forward-call.ts";
import type { GatewayOptions } from "./gateway-options.ts";
import { guardCall, guardRequest } from "./guard-browsers.ts";
import { answerUnroutable, handleFailures } from "./handle-failures.ts";
import { createKeptAnswers } from "./keep-answers.ts";
import { probeUpstream } from "./probe-upstream.ts";
import { openMemory } from "./open-memory.ts";
import { prepareMemory, prepareShared } from "./prepare-memory.ts";
import { createRecordVersions } from "./record-versions.ts";
import { readConsole } from "./read-console.ts";
import { refuseMalformed } from "./refuse-malformed.ts";
import { refuseWhileStopping } from "./refuse-while-stopping.ts";
import { parseBody } from "./read-body.ts";
import { apiPrefix, routeOperations, type TokenFor } from "./route-operations.ts";
import { createPageSender, serveConsole } from "./serve-console.ts";
import { serveOwnRoutes } from "./serve-own-routes.ts";
import { serveReceivedOrders } from "./serve-received-orders.ts";
import { setSecurityHeaders } from "./set-security-headers.ts";
import { stopInOrder } from "./stop-in-order.ts";
import { createTokenStore, ownedTokens } from "./token-store.ts";
import { createAddressTries } from "./try-addresses.ts";
import { readUpstreamOptions } from "./upstream-options.ts";
import { guardPeople, isData } from "./sign-in/guard-people.ts";
import { isPeer, listPeers } from "./sign-in/read-identity.ts";
import { servePeople } from "./sign-in/serve-people.ts";
import { readSession, serveSignIn } from "./sign-in/serve-sign-in.ts";
import { createSignIn } from "./sign-in/sign-in.ts";
import { nameSignedInPerson } from "./sign-in/signed-in-person.ts";
import {
  createOriginOf,
  isSecure,
  type OwnAddresses,
  ownAddressesOf,
  transportHeaders,
} from "./public-address.ts";
import { loggerFor } from "./write-log.ts";

const defaultGraceMs = 30_000;

/** A connection that begins no TLS takes a place no longer than one that sends no head of a request. */
const handshakeTimeout = serverOptions.http.headersTimeout;

/** Receiving orders by a GET is left out: only a run, which is recorded, may do it. */
const { retrieveProcessingPurchaseOrders, ...passedOn } = contractOperations;

/** Operations that the gateway performs itself. */
const ownOperations: readonly Operation[] = [
  ...Object.values(receivedOrderOperations),
  ...Object.values(auditOperations),
  ...Object.values(peopleOperations),
];

/**
 * The program that holds the tokens: the contract's operations under /api, the built console, and the gateway's own
 * routes. It does not listen by itself (`listenOnLoopback`, or a server that calls `app.routing`).
 */
export const createGateway = async (options: GatewayOptions): Promise<FastifyInstance> => {
  const settings = readUpstreamOptions(options.upstream);
  const operations: readonly Operation[] = options.operations ?? Object.values(passedOn);
  const clock = options.clock ?? monotonicClock;
  const tokens = createTokenStore(options.upstream, clock, options.refreshTokens);
  const owned = () => ownedTokens(tokens.current());
  const answering: Answering = { redactor: tokens.redactor, stallMs: options.stallMs ?? 30_000 };

  const tokenFor: TokenFor = (operation, ownerId) =>
    chooseToken(operation, ownerId, tokens.current());
  const personOf = options.personOf ?? nameSignedInPerson;
  const wallClock = options.wallClock ?? Date.now;
  const secure = isSecure(options);
  const patience = { ...defaultPatience, ...options.patience };
  const upstream = createUpstream(settings.origin, patience, clock);
  const app = createApp(options, answering);
  const log = (facts: object, message: string) => app.log.error(facts, message);
  const informer = app.log.child({}, { level: "info" });
  const inform = (facts: object, message: string) => informer.info(facts, message);
  const opened =
    options.memory &&
    openMemory(options.memory.open, (reason) =>
      log({ reason }, "could not open the gateway's database; retrying"),
    );
  const shared = prepareShared(options.memory, opened, settings, clock);
  const forwarder = createForwarder({
    upstream,
    origin: settings.origin,
    basePath: settings.basePath,
    rateLimit: settings.rateLimit,
    shareSlots: shared?.rate.shareSlots,
    clock,
    random: options.random ?? Math.random,
    wallClock,
    onTokenRefused: tokens.refused,
    observer: options.observer,
    tracer: options.tracer,
  });

  const comparing = compareVersions(forwarder, shared?.versions ?? createRecordVersions());

  watchRequests(app, options);
  const memory = prepareMemory(options.memory, {
    memory: opened,
    shared,
    forwarder,
    tokenFor,
    redactor: tokens.redactor,
    upstream: settings,
    patienceMs: patience.receiveMs,
    clock,
    log,
    inform,
  });
  const signIn =
    options.signIn === undefined
      ? undefined
      : createSignIn(options.signIn, { memory: memory.memory, secure, wallClock, log });
  const graceMs = options.graceMs ?? defaultGraceMs;
  const isStopping = stopInOrder(app, forwarder, upstream, graceMs, memory);
  const files = readConsole(options.assets);
  await setSecurityHeaders(app, {
    files,
    imageOrigins: options.imageOrigins ?? [],
  });
  refuseWhileStopping(app, isStopping, files, answering);
  guardEverything(app, ownAddressesOf(options), answering);
  guardPeople(app, signIn, answering, memory.refusals?.record);
  const connection = () => describeConnection(owned(), settings, forwarder, Date.now());
  const describePage = async (request: FastifyRequest): Promise<PageState> => {
    const session = await readSession(request, signIn);
    const isOpen = session.signIn === "none" || session.person !== null;
    return {
      session,
      connection: isOpen ? connection() : null,
      currency: options.currency ?? null,
    };
  };
  const sendPage = files && createPageSender(files, describePage, answering);
  handleFailures(app, {
    answering,
    allowedMethods: createAllowedMethods(
      [...operations, ...ownOperations].map(({ method, path }) => ({
        method,
        path: apiPrefix + path,
      })),
    ),
    sendPage,
  });
  compressAnswers(app);
  acceptJsonOnly(app, parseBody);
  routeOperations(app, {
    operations,
    forwarder: comparing,
    answering,
    kept: createKeptAnswers({ clock }),
    clock,
    tokenFor,
    personOf,
    changes:
      memory.changes === undefined
        ? undefined
        : {
            keeper: memory.changes,
            forwarder: comparing,
            answering,
            reached: options.memory?.reached ?? (() => undefined),
            waitMs: patience.changeMs,
          },
  });
  if (!operations.includes(retrieveProcessingPurchaseOrders)) refuseProcessing(app, answering);
  serveReceivedOrders(app, { answering, personOf, receiving: memory.receiving });
  serveAudit(app, { answering, personOf, audit: memory.audit });
  const readiness = createReadiness({
    clock,
    probe: async () => probeUpstream(upstream, settings.basePath),
    lastAnsweredAt: () => forwarder.seen.news().healthyAt,
  });
  const tryWith = createAddressTries({ forwarder, settings, clock });
  const tryAddresses = () => {
    const [first] = owned();
    return first === undefined ? undefined : tryWith(first.token);
  };
  serveOwnRoutes(app, { answering, readiness, connection, tryAddresses });
  servePeople(app, { answering, signIn, audit: memory.audit });
  serveSignIn(app, { answering, signIn, originOf: createOriginOf(options) });
  if (files && sendPage) serveConsole(app, files, sendPage);
  return app;
};

/** Clients that use the API's own address are pointed to the safe one. */
const refuseProcessing = (app: FastifyInstance, answering: Answering): void => {
  const { path } = retrieveProcessingPurchaseOrders;
  const config = { permission: retrieveProcessingPurchaseOrders };
  app.get(apiPrefix + path, { config, exposeHeadRoute: false }, async (request, reply) =>
    answerProblem(
      reply.header("allow", ""),
      guardCall(request) ?? {
        kind: "unknown-method",
        detail: `This request moves orders to Processed. To receive orders without losing any, use POST ${apiPrefix}${receivedOrderOperations.receiveOrders.path}.`,
      },
      answering,
    ),
  );
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
