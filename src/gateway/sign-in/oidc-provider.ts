import type * as client from "openid-client";
import { cutText, withoutDirections } from "#contract/cut-text.ts";
import { type Person, whyWithoutRole } from "#contract/people.ts";
import { namePerson } from "#contract/signed-in-people.ts";
import { chooseRole, type OidcOptions, readClaim } from "./sign-in-options.ts";

/** The data that the console stores between leaving for the provider and coming back. */
interface Proofs {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** Why a sign-in failed: `reason` for the person, `cause` for the log. Neither contains a secret. */
export interface SignInFailure {
  readonly status: 400 | 403 | 502 | 503;
  /** Of the page; without one, "Sign-in failed". */
  readonly title?: string;
  readonly reason: string;
  readonly cause: string;
  /** Whether the same address may work a moment later. */
  readonly canReload?: true;
}

type Finished = { readonly person: Person } | { readonly failure: SignInFailure };

export interface OidcProvider {
  /** The provider's page for signing in, and what to remember until the browser comes back. */
  start(redirectUri: string): Promise<{ url: string; proofs: Proofs } | { failure: SignInFailure }>;
  /** The person, from the address at which the browser came back. */
  finish(callback: URL, proofs: Proofs): Promise<Finished>;
  /** The provider's page for signing out; null if it has none or can't be reached. */
  signOutUrl(returnTo: string): Promise<string | null>;
}

const timeoutSeconds = 10;

/** The message of a library's error, its code, and the provider's own code: enough to find the cause. */
const describeCause = (error: unknown): string => {
  if (!(error instanceof Error)) return "unknown reason";
  const code = "code" in error && typeof error.code === "string" ? ` (${error.code})` : "";
  const inner = "error" in error && typeof error.error === "string" ? `: ${error.error}` : "";
  return `${error.message}${code}${inner}`;
};

const unreachable = (error: unknown): SignInFailure => ({
  status: 502,
  reason: "The sign-in provider can't be reached. Wait a moment, then sign in again.",
  cause: describeCause(error),
});

const notAccepted = (error: unknown): SignInFailure => ({
  status: 400,
  reason: "The sign-in provider's response was not accepted. Sign in again.",
  cause: describeCause(error),
});

const refuseWithoutRole = (name: string): SignInFailure => ({
  status: 403,
  title: "You have no role",
  reason: `${whyWithoutRole(name)} To use another account, sign out of your organization's sign-in first.`,
  cause: "none of the person's groups has a role",
});

/** Failures on the way to the provider, rather than with its answer. */
const isNetworkFailure = (error: unknown): boolean =>
  error instanceof Error &&
  (error instanceof TypeError ||
    error.name === "TimeoutError" ||
    ("code" in error && error.code === "OAUTH_TIMEOUT"));

const isLoopbackHttp = ({ protocol, hostname }: URL): boolean =>
  protocol === "http:" && ["127.0.0.1", "localhost", "[::1]"].includes(hostname);

const discover = async (options: OidcOptions): Promise<client.Configuration> => {
  const openid = await import("openid-client");
  const issuer = new URL(options.issuer);
  const secret = options.clientSecret;
  return openid.discovery(
    issuer,
    options.clientId,
    undefined,
    secret === undefined ? openid.None() : openid.ClientSecretBasic(secret),
    {
      timeout: timeoutSeconds,
      execute: [
        openid.enableNonRepudiationChecks,
        ...(isLoopbackHttp(issuer) ? [openid.allowInsecureRequests] : []),
      ],
    },
  );
};

type Claims = Readonly<Record<string, unknown>>;

const textClaim = (claims: Claims, name: string): string | undefined => {
  const value = claims[name];
  const text = typeof value === "string" ? withoutDirections(value).trim() : "";
  return text === "" ? undefined : cutText(text, 200);
};

/** `info` is userinfo, which counts where the ID token says nothing: a path may lead through a claim that both have. */
const toPerson = (
  token: client.IDToken,
  info: Claims,
  { roleClaim, roles }: OidcOptions,
): Finished => {
  const { sub } = token;
  const claims = { ...info, ...token };
  const role = chooseRole(readClaim(token, roleClaim) ?? readClaim(info, roleClaim), roles);
  const email = textClaim(claims, "email");
  const name =
    textClaim(claims, "name") ??
    textClaim(claims, "preferred_username") ??
    email ??
    textClaim(claims, "sub") ??
    sub;
  if (role === undefined)
    return { failure: refuseWithoutRole(namePerson({ id: email ?? sub, name })) };
  return { person: { id: sub, name, role, ...(email === undefined ? {} : { email }) } };
};

/** A provider of OpenID Connect: authorization code with PKCE, state and nonce. Its description is read when first needed. */
export const createOidcProvider = (options: OidcOptions): OidcProvider => {
  let discovering: Promise<client.Configuration> | undefined;
  /** After a failure, the next sign-in tries again. */
  const configuration = async (): Promise<client.Configuration> => {
    discovering ??= discover(options).catch((error: unknown) => {
      discovering = undefined;
      throw error;
    });
    return discovering;
  };

  /** Many providers put groups only into the answer of their userinfo endpoint. */
  const readInfo = async (
    config: client.Configuration,
    tokens: Tokens,
    claims: client.IDToken,
  ): Promise<Claims> => {
    const isComplete =
      readClaim(claims, options.roleClaim) !== undefined && claims["name"] !== undefined;
    if (isComplete || config.serverMetadata().userinfo_endpoint === undefined) return {};
    const openid = await import("openid-client");
    return openid.fetchUserInfo(config, tokens.access_token, claims.sub);
  };

  return {
    start: async (redirectUri) => {
      try {
        const openid = await import("openid-client");
        const config = await configuration();
        const proofs = {
          state: openid.randomState(),
          nonce: openid.randomNonce(),
          codeVerifier: openid.randomPKCECodeVerifier(),
        };
        const url = openid.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: options.scope,
          state: proofs.state,
          nonce: proofs.nonce,
          code_challenge: await openid.calculatePKCECodeChallenge(proofs.codeVerifier),
          code_challenge_method: "S256",
          ...(options.prompt === undefined ? {} : { prompt: options.prompt }),
        });
        return { url: url.href, proofs };
      } catch (error) {
        return { failure: unreachable(error) };
      }
    },
    finish: async (callback, { state, nonce, codeVerifier }) => {
      try {
        const openid = await import("openid-client");
        const config = await configuration();
        const tokens = await openid.authorizationCodeGrant(config, callback, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined) throw new Error("the response has no ID token");
        return toPerson(claims, await readInfo(config, tokens, claims), options);
      } catch (error) {
        return { failure: isNetworkFailure(error) ? unreachable(error) : notAccepted(error) };
      }
    },
    signOutUrl: async (returnTo) => {
      try {
        const config = await configuration();
        if (config.serverMetadata().end_session_endpoint === undefined) return null;
        const openid = await import("openid-client");
        return openid.buildEndSessionUrl(config, { post_logout_redirect_uri: returnTo }).href;
      } catch {
        return null;
      }
    },
  };
};

type Tokens = Awaited<ReturnType<typeof client.authorizationCodeGrant>>;
