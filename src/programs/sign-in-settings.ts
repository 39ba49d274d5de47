import { isIP } from "node:net";
import { type Role, roles } from "#contract/people.ts";
import type { RoleMap, SignInOptions } from "#gateway/sign-in/sign-in-options.ts";

/** The console's address and people, from the environment. */
export interface AccessSettings {
  readonly publicUrl: string | undefined;
  readonly signIn: SignInOptions | undefined;
  /** Starts a provider with four people on this machine instead of `signIn`. */
  readonly demoTeam: boolean;
  readonly trustedProxies: readonly string[];
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
  readonly session: { readonly idleMs: number; readonly lifetimeMs: number };
}

/** How `readSettings` reads a variable, and collects problems. */
export interface Reading {
  text(name: string): string | undefined;
  number(name: string, fallback: number, limit?: number): number;
  /** The content of the file that a variable names. */
  file(name: string): string | undefined;
  readonly problems: string[];
}

const loopbackNames: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "[::1]"]);

const isLoopbackUrl = ({ hostname }: URL): boolean => loopbackNames.has(hostname);

/** The warning about a public address at which no one signs in; undefined if there is none. */
export function warnOfOpenAddress({ publicUrl, signIn }: AccessSettings): string | undefined {
  if (publicUrl === undefined || signIn !== undefined || isLoopbackUrl(new URL(publicUrl)))
    return undefined;
  return (
    `PUBLIC_URL is set without sign-in: everyone who can open ${publicUrl} has all rights, unless the proxy signs people in. ` +
    "Set OIDC_ISSUER or IDENTITY_HEADER to use roles (docs/sign-in.md describes both)."
  );
}

/** An address without a path; https, unless it is on this machine. */
function readAddress(
  name: string,
  { text, problems }: Reading,
  withPath: boolean,
): string | undefined {
  const raw = text(name);
  if (raw === undefined) return undefined;
  const url = URL.canParse(raw) ? new URL(raw) : undefined;
  const isHttp = url !== undefined && /^https?:$/.test(url.protocol);
  if (!isHttp || url.username || url.password || url.search || url.hash) {
    problems.push(`${name} must be a URL like https://console.example.com.`);
    return undefined;
  }
  if (!withPath && url.pathname !== "/")
    problems.push(`${name} must not have a path: the console is served at the root of its host.`);
  if (url.protocol === "http:" && !isLoopbackUrl(url))
    problems.push(`${name} must start with https://. Plain http is for this machine only.`);
  return raw;
}

const roleList = roles.join(", ");

/** `support-team=agent,it=admin`; the last `=` separates, since groups may contain others. */
function readRoles(name: string, { text, problems }: Reading): RoleMap {
  const map = new Map<string, Role>();
  for (const entry of text(name)?.split(",") ?? []) {
    const [, group, word] = /^\s*(.+?)\s*=\s*(\w+)\s*$/.exec(entry) ?? [];
    const role = roles.find((each) => each === word);
    if (group === undefined || role === undefined)
      problems.push(
        `${name} must have the form support-team=agent,it=admin. The roles are ${roleList}.`,
      );
    else map.set(group, role);
  }
  return map;
}

/** Addresses and networks: `10.0.0.5,10.1.0.0/16,::1`. */
function readPeers(name: string, { text, problems }: Reading): string[] {
  const peers = (text(name) ?? "")
    .split(",")
    .map((peer) => peer.trim())
    .filter((peer) => peer !== "");
  for (const peer of peers) {
    const [address = "", prefix, more] = peer.split("/");
    const most = isIP(address) === 6 ? 128 : 32;
    const isNetwork = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= most);
    if (isIP(address) === 0 || !isNetwork || more !== undefined)
      problems.push(`${name} must list IP addresses or networks, like 10.0.0.5,10.1.0.0/16.`);
  }
  return peers;
}

const headerName = /^[a-z0-9-]{1,64}$/;

function readHeaderName(
  name: string,
  fallback: string | undefined,
  { text, problems }: Reading,
): string {
  const header = (text(name) ?? fallback ?? "").toLowerCase();
  if (!headerName.test(header))
    problems.push(
      `${name} must be a header's name of letters, digits and hyphens, like X-Forwarded-User.`,
    );
  return header;
}

function readIdentity(reading: Reading): SignInOptions {
  const { text, problems } = reading;
  const secret = text("IDENTITY_SECRET") ?? "";
  if (!/^[\x21-\x7e]{16,512}$/.test(secret))
    problems.push(
      "IDENTITY_SECRET must be set to at least 16 visible ASCII characters, which the proxy sends in the header X-Identity-Secret.",
    );
  const peers = readPeers("IDENTITY_PEERS", reading);
  if (peers.length === 0)
    problems.push("IDENTITY_PEERS must list the addresses from which the proxy connects.");
  return {
    kind: "header",
    header: readHeaderName("IDENTITY_HEADER", undefined, reading),
    groupsHeader: readHeaderName("IDENTITY_GROUPS_HEADER", "x-forwarded-groups", reading),
    roles: readRoles("IDENTITY_ROLES", reading),
    peers,
    secret,
  };
}

function readOidc(
  issuer: string,
  session: AccessSettings["session"],
  reading: Reading,
): SignInOptions {
  const { text, problems } = reading;
  const clientId = text("OIDC_CLIENT_ID");
  if (clientId === undefined)
    problems.push(
      "OIDC_CLIENT_ID must be set to the ID that the sign-in provider gave to this console.",
    );
  return {
    kind: "oidc",
    issuer,
    clientId: clientId ?? "",
    clientSecret: text("OIDC_CLIENT_SECRET"),
    scope: text("OIDC_SCOPE") ?? "openid profile email",
    roleClaim: text("OIDC_ROLE_CLAIM") ?? "roles",
    roles: readRoles("OIDC_ROLES", reading),
    prompt: text("OIDC_PROMPT"),
    ...session,
  };
}

/** The variables that have a meaning only beside the one that turns their way to sign in on. */
const dependents = {
  OIDC_ISSUER: [
    "OIDC_CLIENT_ID",
    "OIDC_CLIENT_SECRET",
    "OIDC_ROLE_CLAIM",
    "OIDC_ROLES",
    "OIDC_SCOPE",
    "OIDC_PROMPT",
  ],
  IDENTITY_HEADER: [
    "IDENTITY_GROUPS_HEADER",
    "IDENTITY_ROLES",
    "IDENTITY_PEERS",
    "IDENTITY_SECRET",
  ],
} as const;

/** Half of a way to sign in must not start a console that is open to everyone. */
function demandComplete({ text, problems }: Reading): void {
  for (const [main, names] of Object.entries(dependents)) {
    const set = names.filter((name) => text(name) !== undefined);
    if (set.length > 0 && text(main) === undefined)
      problems.push(
        `${main} is not set, so ${set.join(", ")} would have no effect. Set ${main}, or remove ${set.length === 1 ? "it" : "them"}.`,
      );
  }
}

function readSignIn(
  session: AccessSettings["session"],
  reading: Reading,
): SignInOptions | undefined {
  const { text, problems } = reading;
  demandComplete(reading);
  const issuer = readAddress("OIDC_ISSUER", reading, true);
  const hasHeader = text("IDENTITY_HEADER") !== undefined;
  if (issuer !== undefined && hasHeader)
    problems.push("OIDC_ISSUER and IDENTITY_HEADER are both set. Remove one of them.");
  if (issuer !== undefined) return readOidc(issuer, session, reading);
  return hasHeader ? readIdentity(reading) : undefined;
}

function readTls({ file, problems }: Reading): AccessSettings["tls"] {
  const [cert, key] = [file("TLS_CERT"), file("TLS_KEY")];
  if ((cert === undefined) !== (key === undefined))
    problems.push("Set both TLS_CERT and TLS_KEY to files in PEM format, or neither.");
  return cert === undefined || key === undefined ? undefined : { cert, key };
}

/** Reads who may use the console, and how it is reached. */
export function readAccess(reading: Reading): AccessSettings {
  const { number, problems } = reading;
  const demoTeam = number("DEMO_TEAM", 0, 1) === 1;
  const session = {
    idleMs: number("SESSION_IDLE_MINUTES", 120, 1_440) * 60_000,
    lifetimeMs: number("SESSION_HOURS", 12, 720) * 3_600_000,
  };
  if (session.idleMs === 0 || session.lifetimeMs === 0)
    problems.push("SESSION_IDLE_MINUTES and SESSION_HOURS must be at least 1.");
  const signIn = readSignIn(session, reading);
  const publicUrl = readAddress("PUBLIC_URL", reading, false);
  if (demoTeam && signIn !== undefined)
    problems.push(
      "The demo team can't be used with OIDC_ISSUER or IDENTITY_HEADER. Remove one of them.",
    );
  if (demoTeam && publicUrl !== undefined)
    problems.push("The demo team works on this machine only. Remove PUBLIC_URL.");
  const tls = readTls(reading);
  if (demoTeam && tls !== undefined)
    problems.push("The demo team works without https only. Remove TLS_CERT and TLS_KEY.");
  return {
    publicUrl,
    signIn,
    demoTeam,
    trustedProxies: readPeers("TRUSTED_PROXIES", reading),
    tls,
    session,
  };
}
