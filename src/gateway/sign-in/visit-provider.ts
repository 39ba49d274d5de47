import type { FastifyReply, FastifyRequest } from "fastify";
import { readAskedPage, startSignIn, takeSignIn } from "./store.ts";
import type { Cookies } from "./cookies.ts";
import type { SignInFailure } from "./oidc-provider.ts";
import { createId, hashId, isId } from "./sessions.ts";
import type { OidcParts } from "./sign-in.ts";

/** How long a person may take on the provider's pages. */
const signInMs = 15 * 60_000;

/** How long the asked page is known, for those who left the provider's page open. */
const keptMs = 24 * 60 * 60_000;

export const unavailable: SignInFailure = {
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
export type Located = { readonly to: string } | { readonly failure: SignInFailure };

/**
 * The id that a browser has for signing in. Only one as the gateway makes them: someone who chose another, the empty one for
 * example, could begin a sign-in that browsers without the cookie would finish, as that person.
 */
const readBrowserId = (request: FastifyRequest, cookies: Cookies): string | undefined => {
  const id = cookies.read(request, "sign-in");
  return id !== undefined && isId(id) ? id : undefined;
};

/** Remembers the proofs under the browser's cookie; several tabs of a browser may sign in at once. */
export const leaveForProvider = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { provider, cookies, memory, wallClock }: OidcParts,
  redirectUri: string,
  returnTo: string,
): Promise<Located> => {
  const started = await provider.start(redirectUri);
  if ("failure" in started) return started;
  const { state, nonce, codeVerifier } = started.proofs;
  const browser = readBrowserId(request, cookies) ?? createId();
  await startSignIn(
    await memory.sql(),
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
export const comeBack = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { provider, sessions, cookies, memory, lifetimeMs, wallClock }: OidcParts,
  callback: URL,
): Promise<Located & { readonly returnTo: string }> => {
  const state = callback.searchParams.get("state") ?? "";
  const browser = readBrowserId(request, cookies);
  if (browser === undefined) return { failure: expired, returnTo: "/" };
  const sql = await memory.sql();
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
