import { type Role, roles } from "#contract/people.ts";

/** The groups in a claim: a list, or a text with commas between them. */
const readGroups = (claim: unknown): string[] =>
  (Array.isArray(claim) ? claim : typeof claim === "string" ? claim.split(",") : [])
    .filter((group): group is string => typeof group === "string")
    .map((group) => group.trim());

const roleOf = (group: string, map: RoleMap): Role | undefined =>
  map.size > 0 ? map.get(group) : roles.find((role) => role === group);

/** The highest role of a person's groups; undefined if none of them has one. */
export const chooseRole = (claim: unknown, map: RoleMap): Role | undefined => {
  const found = new Set([...readGroups(claim), "*"].map((group) => roleOf(group, map)));
  return roles.findLast((role) => found.has(role));
};

/** A claim by its name, which may contain dots, or by its path. */
export const readClaim = (claims: Readonly<Record<string, unknown>>, name: string): unknown => {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name
    .split(".")
    .reduce<unknown>(
      (value, step) =>
        typeof value === "object" && value !== null && Object.hasOwn(value, step)
          ? (value as Record<string, unknown>)[step]
          : undefined,
      claims,
    );
};

/** The console's roles by the provider's groups; `*` is for everyone. Without entries, a group is called like its role. */
export type RoleMap = ReadonlyMap<string, Role>;

/** Sign-in with OpenID Connect. */
export interface OidcOptions {
  readonly kind: "oidc";
  /** The provider's address; https, or http on this machine. */
  readonly issuer: string;
  readonly clientId: string;
  /** Undefined: a public client, which PKCE alone protects. */
  readonly clientSecret?: string | undefined;
  readonly scope: string;
  /** The claim with the person's groups, as a text or a list: `roles`, `realm_access.roles`. */
  readonly roleClaim: string;
  readonly roles: RoleMap;
  /** The provider's `prompt`: `login` asks for the password each time, `select_account` for the account. */
  readonly prompt?: string | undefined;
  /** A session ends after this time without a request other than background work. */
  readonly idleMs: number;
  /** A session ends after this time, whatever is done. */
  readonly lifetimeMs: number;
}

/** A proxy in front of the console signs people in, and names them in a header. */
export interface IdentityOptions {
  readonly kind: "header";
  /** The header that names the person, in lowercase. */
  readonly header: string;
  /** The header with the person's groups, separated by commas. */
  readonly groupsHeader: string;
  readonly roles: RoleMap;
  /** Addresses and networks of the proxies: `10.0.0.5`, `10.1.0.0/16`. */
  readonly peers: readonly string[];
  /** The proxy's proof, in the header X-Identity-Secret. */
  readonly secret: string;
}

export type SignInOptions = OidcOptions | IdentityOptions;
