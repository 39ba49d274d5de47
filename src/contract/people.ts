import * as z from "zod/mini";

/** The roles of the console's people, the least first: each may do everything that the roles before it may do. */
export const roles = ["viewer", "agent", "editor", "admin"] as const;
export type Role = (typeof roles)[number];

/** Names and descriptions of the roles, as people read them. */
export const roleTexts = {
  viewer: { name: "Viewer", may: "Read everything" },
  agent: { name: "Agent", may: "Also decide returns and RMAs, and receive and move orders" },
  editor: { name: "Editor", may: "Also change mapping rules and mapping sets" },
  admin: { name: "Admin", may: "Also manage webhooks, see who changed what, and sign people out" },
} as const satisfies Record<Role, { readonly name: string; readonly may: string }>;

/** Something that a person may do or not: an operation of the API, or one of the gateway's own. */
export interface Permission {
  /** The least role that may do it. */
  readonly role: Role;
  /** In the words of the screens, after "can't": `acknowledge orders`. Needed above the least role. */
  readonly act?: string;
  /** The body of a request that only reads, so that the role doesn't matter. */
  readonly readsWith?: "[]" | "{}";
  /** True if a console with a review of rules does it only by another editor's approval. */
  readonly reviewed?: true;
}

/** The gateway's own routes that need more than a session, and are no operations. */
export const ownPermissions = {
  readConnection: { role: "viewer" },
  tryAddresses: { role: "admin", act: "try other addresses of the API" },
} as const satisfies Record<string, Permission>;

/** Seeing the changes of all records: apart from its operation, since the shell doesn't load the operations. */
export const seeingChanges = {
  role: "admin",
  act: "see who changed what",
} as const satisfies Permission;

/** Why a change isn't made at once where another editor must approve it. */
export const whyReviewed =
  "In this console, another editor approves each change of a mapping rule. Open the rule and send your change for review.";

const rankOf = (role: Role): number => roles.indexOf(role);

/** Why a person of this role can't do it; undefined if it is allowed. */
export const whyRoleForbids = (role: Role, permission: Permission): string | undefined =>
  rankOf(role) >= rankOf(permission.role)
    ? undefined
    : `Your role, ${roleTexts[role].name}, can't ${permission.act ?? "do this"}. Ask an administrator for the role ${roleTexts[permission.role].name}.`;

/** Why a person whom the sign-in identified can't use the console, and what to do. */
export const whyWithoutRole = (name: string): string =>
  `You're signed in as ${name}, but this account has no role in this console. Ask an administrator of the console for a role.`;

/** The session of this browser: who is signed in, and until when. It costs no request to the upstream. */
export const sessionPath = "/gateway/session";

/**
 * Starts signing in: a page of the browser goes there, with the console's own address to come back to as `returnTo`.
 */
export const signInPath = "/gateway/sign-in";

/**
 * The provider sends the browser back here.
 */
export const signInCallbackPath = "/gateway/sign-in/callback";

/**
 * A POST of a SignOutRequest ends the session.
 */
export const signOutPath = "/gateway/sign-out";

/**
 * How people sign in. none: there is no sign-in, the console is open on this machine only. oidc: with OpenID Connect.
 * header: a proxy in front of the console names the person in each request; signing out is done there.
 */
const signInKinds = ["none", "oidc", "header"] as const;

export const Person = z.object({
  /** Stable, and unique among the people of this console. */
  id: z.string(),
  name: z.string(),
  email: z.optional(z.string()),
  role: z.enum(roles),
});
export type Person = z.infer<typeof Person>;

export const Session = z.object({
  signIn: z.enum(signInKinds),
  /** Null: not signed in, or no sign-in is needed. */
  person: z.nullable(Person),
  /** When the session ends whatever the person does (ISO 8601); null without a session of the gateway's own. */
  expiresAt: z.nullable(z.string()),
  /** When the session ends if nothing but background requests is sent until then. */
  idleUntil: z.nullable(z.string()),
  /** The name of a person whom the proxy identified and who has no role here; `person` is null then. */
  withoutRole: z.optional(z.string()),
  /** Who ended this browser's session, if it was not its person. */
  endedBy: z.optional(z.literal("administrator")),
});
export type Session = z.infer<typeof Session>;

/**
 * `everywhere` also ends the person's sessions in other browsers; if this browser's is no more, nothing ends, and the
 * answer is 401.
 */
export const SignOutRequest = z.strictObject({ everywhere: z.optional(z.boolean()) });
export type SignOutRequest = z.infer<typeof SignOutRequest>;

export const SignOutAnswer = z.object({
  /** The address at which the browser can end its session with the provider, too; null if there is no such address. */
  providerSignOut: z.nullable(z.string()),
});
export type SignOutAnswer = z.infer<typeof SignOutAnswer>;
