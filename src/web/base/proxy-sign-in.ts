import type { Session } from "#contract/people.ts";

type SignIn = Session["signIn"] | undefined;
let readSignIn = (): SignIn => undefined;

/** Sets how this page knows the kind of its sign-in. Workers don't, and don't load the code of the session. */
export const setSignInReader = (read: () => SignIn): void => void (readSignIn = read);

/**
 * Whether a proxy before the gateway signs people in. Once its own session has ended, it answers each request itself:
 * with 401, or with a redirect to a sign-in page. Where the kind of sign-in isn't known, such a response is taken for
 * that, too.
 */
export const isSignedInByProxy = (): boolean => (readSignIn() ?? "header") === "header";

/** Whether a proxy answered instead of the gateway, because the person has to sign in: the request went no further. */
export const isProxySignOut = (
  { status, type }: { status: number; type?: Response["type"] },
  json: unknown,
): boolean => {
  if (!isSignedInByProxy()) return false;
  const { type: problem } = Object(json) as { type?: unknown };
  const isOwn = String(problem).startsWith("urn:supercargo:");
  return type === "opaqueredirect" || (status === 401 && !isOwn);
};
