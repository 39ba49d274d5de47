import { parse, serialize } from "cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Person, Session } from "#contract/people.ts";
import { backgroundUrgency, readPriority } from "#gateway/proxy/queue.ts";
import type { GatewayDatabase } from "#gateway/server/database.ts";
import { readHeader } from "#gateway/server/read-request.ts";
import { createIdentityReader } from "./identity-header.ts";
import { createOidcProvider, type OidcProvider } from "./oidc-provider.ts";
import { createSessions, type Sessions } from "./sessions.ts";
import type { SignInOptions } from "./sign-in-options.ts";

/** The cookies of signing in: of a session, and of a browser that is just signing in. */
type CookieName = "session" | "sign-in";

export interface Cookies {
  read(request: FastifyRequest, name: CookieName): string | undefined;
  /** Without a lifetime it is removed. */
  set(
    request: FastifyRequest,
    reply: FastifyReply,
    name: CookieName,
    value: string,
    ms: number,
  ): void;
}

/**
 * A secure cookie can't be set by another site, by a subdomain or without TLS. Without TLS, which is allowed on this
 * machine only, browsers refuse such a name, and share cookies between ports: the name then contains the port.
 */
const nameOf = (request: FastifyRequest, name: CookieName, secure: boolean): string =>
  secure ? `__Host-supercargo-${name}` : `supercargo-${name}-${request.raw.socket.localPort ?? 0}`;

const createCookies = (secure: boolean): Cookies => {
  const attributes = { path: "/", httpOnly: true, sameSite: "lax", secure } as const;
  return {
    read: (request, name) => parse(request.headers.cookie ?? "")[nameOf(request, name, secure)],
    set: (request, reply, name, value, ms) => {
      const cookie = { ...attributes, maxAge: Math.floor(ms / 1_000) };
      reply.header("set-cookie", serialize(nameOf(request, name, secure), value, cookie));
    },
  };
};

/** A request of a signed-in person, or why it is of none. */
export type Found =
  | { readonly person: Person; readonly session: Session }
  | {
      readonly person: undefined;
      readonly why: string;
      /** Of a person who is identified and has no role. */
      readonly withoutRole?: string;
    };

/** How the gateway learns who sent a request. */
export interface SignIn {
  readonly kind: "oidc" | "header";
  /** Rejects while the database is unavailable. */
  find(request: FastifyRequest, isWork: boolean): Promise<Found>;
  /** Undefined where a proxy signs people in. */
  readonly oidc: OidcParts | undefined;
}

/** The parts that the routes for signing in and out need. */
export interface OidcParts {
  readonly provider: OidcProvider;
  readonly sessions: Sessions;
  readonly cookies: Cookies;
  readonly database: GatewayDatabase;
  readonly lifetimeMs: number;
  readonly wallClock: () => number;
}

interface SignInParts {
  readonly database: GatewayDatabase | undefined;
  /** Whether browsers reach the console by https. */
  readonly secure: boolean;
  /** Milliseconds since 1970. */
  readonly wallClock: () => number;
  readonly log: (facts: object, message: string) => void;
}

/** Whether a person is at work: a request that the console sends by itself does not make a session last longer. */
export const isWork = (request: FastifyRequest): boolean =>
  readPriority(readHeader(request, "priority")) < backgroundUrgency;

const toIso = (ms: number): string => new Date(ms).toISOString();

const findBySession =
  ({ sessions, cookies }: OidcParts): SignIn["find"] =>
  async (request, work) => {
    const id = cookies.read(request, "session");
    if (id === undefined) return { person: undefined, why: "no session" };
    const found = await sessions.find(id, work);
    if (found === undefined) return { person: undefined, why: "the session has ended" };
    const { person, expiresAt, idleUntil } = found;
    const times = { expiresAt: toIso(expiresAt), idleUntil: toIso(idleUntil) };
    return { person, session: { signIn: "oidc", person, ...times } };
  };

/** Assembles the parts of the configured way to sign in. */
export const createSignIn = (
  options: SignInOptions,
  { database, secure, wallClock, log }: SignInParts,
): SignIn => {
  if (options.kind === "header") {
    const read = createIdentityReader(options);
    return {
      kind: "header",
      oidc: undefined,
      find: async (request) => {
        const identity = read(request);
        if ("name" in identity)
          return { person: undefined, why: identity.why, withoutRole: identity.name };
        if ("why" in identity) return { person: undefined, why: identity.why };
        const { person } = identity;
        const session = { signIn: "header", person, expiresAt: null, idleUntil: null } as const;
        return { person, session };
      },
    };
  }
  if (database === undefined)
    throw new Error("Sign-in with OpenID Connect needs the gateway's database.");
  const { lifetimeMs } = options;
  const oidc: OidcParts = {
    provider: createOidcProvider(options),
    sessions: createSessions({ ...options, database, wallClock, log }),
    cookies: createCookies(secure),
    database,
    lifetimeMs,
    wallClock,
  };
  return { kind: "oidc", oidc, find: findBySession(oidc) };
};
