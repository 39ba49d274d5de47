import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  type Session,
  sessionPath,
  type SignOutAnswer,
  signInCallbackPath,
  signInPath,
  signOutPath,
  SignOutRequest,
} from "#contract/people.ts";
import {
  answerJson,
  answerProblem,
  type Answering,
  readTarget,
} from "#gateway/server/answer-request.ts";
import { guardCall } from "#gateway/server/guard-browsers.ts";
import type { Failure } from "#gateway/server/problems.ts";
import { readBody } from "#gateway/server/read-body.ts";
import { readReturnTo } from "./read-return-to.ts";
import type { OidcParts, SignIn } from "./sign-in.ts";
import { sendSignInPage } from "./sign-in-page.ts";
import { comeBack, leaveForProvider, type Located, unavailable } from "./visit-provider.ts";

export interface SignInRoutes {
  readonly answering: Answering;
  /** Undefined: the console is open on this machine only. */
  readonly signIn: SignIn | undefined;
  /** The console's address in a browser, without a path. */
  readonly originOf: (request: FastifyRequest) => string;
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
  oidc.cookies.clear(request, reply, "session");
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

/** The routes for signing in and out, and the session. Whoever is signed out may call them. */
export const serveSignIn = (
  app: FastifyInstance,
  { answering, signIn, originOf }: SignInRoutes,
): void => {
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
    const stranger = guardCall(request);
    if (stranger !== undefined) return answerProblem(reply, stranger, answering);
    const session = await readSession(request, signIn).catch(() => undefined);
    return session === undefined
      ? answerProblem(reply, { kind: "memory-unavailable", retryAfter: 5 }, answering)
      : answerJson(reply, 200, session, answering);
  });

  app.post(signOutPath, options, async (request, reply) => {
    const stranger = guardCall(request);
    if (stranger !== undefined) return answerProblem(reply, stranger, answering);
    const body = readBody({ body: SignOutRequest }, request);
    const asked = SignOutRequest.safeParse("failure" in body ? undefined : body.value);
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
