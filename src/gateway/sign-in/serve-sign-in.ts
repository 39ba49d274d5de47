import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  type Session,
  sessionPath,
  signInCallbackPath,
  signInPath,
  type SignOutAnswer,
  signOutPath,
  SignOutRequest,
} from "#contract/people.ts";
import { peopleOperations } from "#contract/signed-in-people.ts";
import { describeChange } from "#gateway/changes/describe-change.ts";
import type { Audit } from "#gateway/changes/serve-changes.ts";
import {
  type Answering,
  answerJson,
  answerPage,
  answerProblem,
} from "#gateway/server/answer-request.ts";
import { guardCall } from "#gateway/server/guard-browsers.ts";
import { type Failure, plainPageHeaders, writePlainPage } from "#gateway/server/problems.ts";
import { readBody, readTarget } from "#gateway/server/read-request.ts";
import {
  check,
  checkQuery,
  requireBody,
  serveOwnOperation,
  Stop,
} from "#gateway/server/serve-own-operation.ts";
import { nameSignedInPerson } from "./guard-people.ts";
import type { SignInFailure } from "./oidc-provider.ts";
import { createId, hashId, isId, readAskedPage, startSignIn, takeSignIn } from "./sessions.ts";
import type { Cookies, OidcParts, SignIn } from "./sign-in.ts";

/** The page of a sign-in that failed: why, and a link to try again. */
const sendSignInPage = (
  reply: FastifyReply,
  { status, title = "Sign-in failed", reason, canReload }: Omit<SignInFailure, "cause">,
  returnTo: string,
): FastifyReply => {
  const requestId = reply.request.id;
  const link = canReload
    ? { text: "Try again", href: "" }
    : { text: "Sign in again", href: `${signInPath}?returnTo=${encodeURIComponent(returnTo)}` };
  return reply
    .code(status)
    .headers({ ...plainPageHeaders, "x-request-id": requestId })
    .send(writePlainPage({ title, paragraphs: [reason], link, requestId }));
};

/** A path of the console: `//host` and `/\host` would be other sites, and control characters are dropped by browsers. */
const ownPath = /^\/(?![/\\])[^\p{Cc}\\]{0,2000}$/u;

/** Paths of the gateway itself; going there after signing in would start again, or show data instead of a page. */
const notPages = /^\/(?:api|gateway)(?:[/?#]|$)/;

/** The console's own address to open after signing in; the start page if another one is asked for. */
export const readReturnTo = (asked: string | null): string => {
  if (asked === null || !ownPath.test(asked)) return "/";
  // As a browser reads it: `/./\t/host` must not become `//host`.
  const base = "http://console.invalid";
  if (!URL.canParse(asked, base)) return "/";
  const { origin, pathname, search, hash } = new URL(asked, base);
  const isOwn = origin === base && !pathname.startsWith("//") && !notPages.test(pathname);
  return isOwn ? pathname + search + hash : "/";
};

/** How long a person may take on the provider's pages. */
const signInMs = 15 * 60_000;

/** How long the asked page is known, for those who left the provider's page open. */
const keptMs = 24 * 60 * 60_000;

const unavailable: SignInFailure = {
  status: 503,
  reason: "The console's database is not responding. Wait a moment, then try again.",
  cause: "the gateway's database is not responding",
  canReload: true,
};

const expired: SignInFailure = {
  status: 400,
  reason:
    "This sign-in was already used, took too long or began in another browser. Sign in again.",
  cause: "no sign-in of this browser has that state",
};

/** The browser's next address, or the reason why there is none. */
type Located = { readonly to: string } | { readonly failure: SignInFailure };

/**
 * The id that a browser has for signing in. Only one as the gateway makes them: someone who chose another, the empty one for
 * example, could begin a sign-in that browsers without the cookie would finish, as that person.
 */
const readBrowserId = (request: FastifyRequest, cookies: Cookies): string | undefined => {
  const id = cookies.read(request, "sign-in");
  return id !== undefined && isId(id) ? id : undefined;
};

/** Remembers the proofs under the browser's cookie; several tabs of a browser may sign in at once. */
const leaveForProvider = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { provider, cookies, database, wallClock }: OidcParts,
  redirectUri: string,
  returnTo: string,
): Promise<Located> => {
  const started = await provider.start(redirectUri);
  if ("failure" in started) return started;
  const { state, nonce, codeVerifier } = started.proofs;
  const browser = readBrowserId(request, cookies) ?? createId();
  await startSignIn(
    await database.sql(),
    {
      stateHash: hashId(state),
      browserHash: hashId(browser),
      nonce,
      codeVerifier,
      returnTo,
    },
    { now: wallClock(), lifetimeMs: signInMs, keptMs },
  );
  cookies.set(request, reply, "sign-in", browser, keptMs);
  return { to: started.url };
};

/** Starts a session with an id of its own, so that an id planted in the browser before is worth nothing. */
const comeBack = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { provider, sessions, cookies, database, lifetimeMs, wallClock }: OidcParts,
  callback: URL,
): Promise<Located & { readonly returnTo: string }> => {
  const state = callback.searchParams.get("state") ?? "";
  const browser = readBrowserId(request, cookies);
  if (browser === undefined) return { failure: expired, returnTo: "/" };
  const sql = await database.sql();
  const key = { stateHash: hashId(state), browserHash: hashId(browser) };
  const proofs = await takeSignIn(sql, key, wallClock());
  if (proofs === undefined)
    return { failure: expired, returnTo: (await readAskedPage(sql, key)) ?? "/" };
  const { returnTo } = proofs;
  const finished = await provider.finish(callback, { ...proofs, state });
  if ("failure" in finished) return { failure: finished.failure, returnTo };
  const before = cookies.read(request, "session");
  if (before !== undefined) await sessions.end(before);
  const id = await sessions.start(finished.person);
  cookies.set(request, reply, "session", id, lifetimeMs);
  request.log.warn({ person: finished.person.id, role: finished.person.role }, "signed in");
  return { to: returnTo, returnTo };
};

interface SignInRoutes {
  readonly answering: Answering;
  /** Undefined: the console is open on this machine only. */
  readonly signIn: SignIn | undefined;
  /** The console's address in a browser, without a path. */
  readonly originOf: (request: FastifyRequest) => string;
  /** Where ended sessions are recorded; undefined where the gateway has no database. */
  readonly audit: Audit | undefined;
}

const withoutSignIn: Session = { signIn: "none", person: null, expiresAt: null, idleUntil: null };

/** Redirects the browser, or shows why signing in failed. */
const finish = (
  request: FastifyRequest,
  reply: FastifyReply,
  located: Located,
  returnTo: string,
): FastifyReply => {
  if ("to" in located) return reply.header("cache-control", "no-store").redirect(located.to, 303);
  const { cause, ...failure } = located.failure;
  request.log.warn({ cause }, "a sign-in failed");
  return sendSignInPage(reply, failure, returnTo);
};

const orUnavailable = async (act: () => Promise<Located>): Promise<Located> =>
  act().catch((error: unknown) => {
    if (error instanceof TypeError) throw error;
    return { failure: unavailable };
  });

/** Returns false, and changes nothing, if the other sessions to end are unknown because this one is no more. */
const signOut = async (
  request: FastifyRequest,
  reply: FastifyReply,
  oidc: OidcParts,
  everywhere: boolean,
): Promise<boolean> => {
  const id = oidc.cookies.read(request, "session");
  if (id === undefined) return !everywhere;
  if (!everywhere) await oidc.sessions.end(id);
  else if (!(await oidc.sessions.endAll(id))) return false;
  oidc.cookies.set(request, reply, "session", "", 0);
  return true;
};

const alreadyEnded: Failure = {
  kind: "signed-out",
  detail: "Your session had already ended. Sign in, then sign out everywhere.",
};

const wasEndedByOther = async (
  request: FastifyRequest,
  oidc: OidcParts | undefined,
): Promise<boolean> => {
  const id = oidc?.cookies.read(request, "session");
  return id !== undefined && (await oidc?.sessions.wasEnded(id)) === true;
};

/** The session of a request's browser. Rejects while the database is unavailable. */
export const readSession = async (
  request: FastifyRequest,
  signIn: SignIn | undefined,
): Promise<Session> => {
  if (signIn === undefined) return withoutSignIn;
  const found = await signIn.find(request, false);
  if (found.person !== undefined) return found.session;
  const { withoutRole } = found;
  if (withoutRole !== undefined) return { ...signedOut(signIn), withoutRole };
  const wasEnded = await wasEndedByOther(request, signIn.oidc).catch(() => false);
  return { ...signedOut(signIn), ...(wasEnded && { endedBy: "administrator" }) };
};

const { listSignedInPeople, endSessions } = peopleOperations;

const endAll = async (
  request: FastifyRequest,
  { sessions, cookies }: OidcParts,
  upstream: string,
): Promise<number> => {
  const body = check(endSessions.body, requireBody(endSessions, request));
  const intent = {
    ...describeChange(endSessions, endSessions.path, body),
    person: nameSignedInPerson(request) ?? null,
    requestId: request.id,
    requestedAt: new Date().toISOString(),
    key: null,
  };
  const ended = await sessions.endOthers(body.personId, cookies.read(request, "session"), {
    upstream,
    intent,
  });
  request.log.warn({ person: body.personId, ended }, "ended a person's sessions");
  return ended;
};

/** The gateway's own operations under /api for administrators: who is signed in, and ending a person's sessions. */
const servePeople = (app: FastifyInstance, { answering, signIn, audit }: SignInRoutes): void => {
  const oidc = signIn?.oidc;
  const list = async (request: FastifyRequest, reply: FastifyReply) => {
    const filter = checkQuery(listSignedInPeople.query, request);
    const { people, total } = (await oidc?.sessions.listPeople(filter)) ?? { people: [], total: 0 };
    return answerPage(reply, people, total, answering);
  };
  const end = async (request: FastifyRequest, reply: FastifyReply) => {
    if (oidc === undefined || audit === undefined)
      throw new Stop({ kind: "unknown-path", detail: "This console keeps no sessions." });
    const ended = await endAll(request, oidc, audit.upstream);
    return answerJson(reply, 200, { ended }, answering);
  };
  serveOwnOperation(app, listSignedInPeople, list, answering);
  serveOwnOperation(app, endSessions, end, answering);
};

/** The routes for signing in and out, and the session. Whoever is signed out may call them. */
export const serveSignIn = (app: FastifyInstance, routes: SignInRoutes): void => {
  const { answering, signIn, originOf } = routes;
  servePeople(app, routes);
  const options = { config: { permission: "everyone" }, exposeHeadRoute: false } as const;
  const oidc = signIn?.oidc;

  app.get(signInPath, options, async (request, reply) => {
    const returnTo = readReturnTo(readTarget(request).query.get("returnTo"));
    if (oidc === undefined) return finish(request, reply, { to: returnTo }, returnTo);
    const redirectUri = originOf(request) + signInCallbackPath;
    const located = await orUnavailable(async () =>
      leaveForProvider(request, reply, oidc, redirectUri, returnTo),
    );
    return finish(request, reply, located, returnTo);
  });

  app.get(signInCallbackPath, options, async (request, reply) => {
    if (oidc === undefined) return finish(request, reply, { to: "/" }, "/");
    const callback = new URL(originOf(request) + (request.raw.url ?? ""));
    let returnTo = "/";
    const located = await orUnavailable(async () => {
      const back = await comeBack(request, reply, oidc, callback);
      ({ returnTo } = back);
      return back;
    });
    return finish(request, reply, located, returnTo);
  });

  app.get(sessionPath, options, async (request, reply) => {
    const notOwn = guardCall(request);
    if (notOwn !== undefined) return answerProblem(reply, notOwn, answering);
    const session = await readSession(request, signIn).catch(() => undefined);
    return session === undefined
      ? answerProblem(reply, { kind: "memory-unavailable", retryAfter: 5 }, answering)
      : answerJson(reply, 200, session, answering);
  });

  app.post(signOutPath, options, async (request, reply) => {
    const notOwn = guardCall(request);
    if (notOwn !== undefined) return answerProblem(reply, notOwn, answering);
    const body = readBody({ body: SignOutRequest }, request);
    const asked = SignOutRequest.safeParse("kind" in body ? undefined : body.value);
    if (!asked.success)
      return answerProblem(
        reply,
        { kind: "bad-request", detail: 'Send {} or {"everywhere":true}.' },
        answering,
      );
    try {
      const everywhere = asked.data.everywhere === true;
      if (oidc !== undefined && !(await signOut(request, reply, oidc, everywhere)))
        return answerProblem(reply, alreadyEnded, answering);
    } catch {
      return answerProblem(reply, { kind: "memory-failed", retryAfter: 5 }, answering);
    }
    // Not "storage": drafts are there, and other people's. Over plain http, browsers ignore it.
    reply.header("clear-site-data", '"cache"');
    const answer: SignOutAnswer = {
      providerSignOut: (await oidc?.provider.signOutUrl(`${originOf(request)}/`)) ?? null,
    };
    return answerJson(reply, 200, answer, answering);
  });
};

const signedOut = ({ kind }: SignIn): Session => ({ ...withoutSignIn, signIn: kind });
