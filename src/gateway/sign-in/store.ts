import type { Person, Role } from "#contract/people.ts";
import type { SignedInPerson } from "#contract/signed-in-people.ts";
import type { Query, Sql } from "#database/sql.ts";

/** A sign-in between leaving for the provider and coming back. */
export interface StartedSignIn {
  readonly stateHash: Buffer;
  readonly browserHash: Buffer;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly returnTo: string;
}

/** A session; times in milliseconds since 1970. */
export interface StoredSession {
  readonly person: Person;
  readonly seenAt: number;
  readonly expiresAt: number;
}

interface SessionRow {
  personId: string;
  name: string;
  email: string | null;
  role: Role;
  seenAt: string;
  expiresAt: string;
}

/** More are not kept: anyone can start signing in. */
const mostSignIns = 10_000;

/** For how long a sign-in may be finished, and its asked page is kept, in milliseconds. */
export interface SignInTimes {
  readonly now: number;
  readonly lifetimeMs: number;
  readonly keptMs: number;
}

/**
 * Adds a sign-in. Ended ones stay for the page they were for, until others need their place; without any, the oldest
 * gives up its own.
 */
export const startSignIn = async (
  sql: Sql,
  signIn: StartedSignIn,
  { now, lifetimeMs, keptMs }: SignInTimes,
): Promise<void> => {
  await sql`
    delete from gateway.sign_ins
    where expires_at <= ${new Date(now + lifetimeMs - keptMs)}
      or ((expires_at <= ${new Date(now)} or used_at is not null)
        and (select count(*) from gateway.sign_ins) >= ${mostSignIns})`;
  await sql`
    delete from gateway.sign_ins where state_hash in (
      select state_hash from gateway.sign_ins order by expires_at
      limit greatest(0, (select count(*) from gateway.sign_ins) - ${mostSignIns - 1})
      for update skip locked)`;
  const { stateHash, browserHash, nonce, codeVerifier, returnTo } = signIn;
  await sql`
    insert into gateway.sign_ins (state_hash, browser_hash, nonce, code_verifier, return_to, expires_at)
    values (${stateHash}, ${browserHash}, ${nonce}, ${codeVerifier}, ${returnTo}, ${new Date(now + lifetimeMs)})`;
};

type SignInKey = Pick<StartedSignIn, "stateHash" | "browserHash">;

/** Marks a sign-in of that browser as used and returns it, so that it can be finished only once. */
export const takeSignIn = async (
  sql: Sql,
  { stateHash, browserHash }: SignInKey,
  now: number,
): Promise<Pick<StartedSignIn, "nonce" | "codeVerifier" | "returnTo"> | undefined> => {
  const [row] = await sql<{ nonce: string; codeVerifier: string; returnTo: string }[]>`
    update gateway.sign_ins set used_at = ${new Date(now)}
    where state_hash = ${stateHash} and browser_hash = ${browserHash} and expires_at > ${new Date(now)}
      and used_at is null
    returning nonce, code_verifier as "codeVerifier", return_to as "returnTo"`;
  return row;
};

/** The page that a sign-in of that browser was for, also when it was used or took too long. */
export const readAskedPage = async (
  sql: Sql,
  { stateHash, browserHash }: SignInKey,
): Promise<string | undefined> => {
  const [row] = await sql<Pick<StartedSignIn, "returnTo">[]>`
    select return_to as "returnTo" from gateway.sign_ins
    where state_hash = ${stateHash} and browser_hash = ${browserHash}`;
  return row?.returnTo;
};

/** Adds a session, and removes those that have ended. */
export const addSession = async (
  sql: Sql,
  idHash: Buffer,
  issuer: string,
  { person, seenAt, expiresAt }: StoredSession,
): Promise<void> => {
  await sql`delete from gateway.sessions where expires_at <= ${new Date(seenAt)}`;
  await sql`
    insert into gateway.sessions
      (id_hash, issuer, person_id, name, email, role, created_at, seen_at, expires_at)
    values (${idHash}, ${issuer}, ${person.id}, ${person.name}, ${person.email ?? null},
      ${person.role}, ${new Date(seenAt)}, ${new Date(seenAt)}, ${new Date(expiresAt)})`;
};

export const readSession = async (
  sql: Sql,
  idHash: Buffer,
  issuer: string,
): Promise<StoredSession | undefined> => {
  const [row] = await sql<SessionRow[]>`
    select person_id as "personId", name, email, role, seen_at as "seenAt", expires_at as "expiresAt"
    from gateway.sessions
    where id_hash = ${idHash} and issuer = ${issuer} and ended_at is null`;
  if (row === undefined) return undefined;
  const { personId: id, name, email, role } = row;
  return {
    person: { id, name, role, ...(email === null ? {} : { email }) },
    seenAt: Date.parse(row.seenAt),
    expiresAt: Date.parse(row.expiresAt),
  };
};

/** Whether an administrator ended the session, and it would not have expired yet. */
export const hasBeenEnded = async (sql: Sql, idHash: Buffer, now: number): Promise<boolean> => {
  const rows = await sql`
    select 1 from gateway.sessions
    where id_hash = ${idHash} and ended_at is not null and expires_at > ${new Date(now)}`;
  return rows.length > 0;
};

/** The sessions that have not expired; some may have been idle for too long. */
export const countSessions = async (sql: Sql): Promise<number | undefined> => {
  const [row] = await sql<{ count: number }[]>`
    select count(*) from gateway.sessions where expires_at > now() and ended_at is null`;
  return row?.count;
};

/** Records that the person is at work; another gateway may have recorded a later time. */
export const touchSession = async (sql: Sql, idHash: Buffer, seenAt: number): Promise<void> => {
  await sql`
    update gateway.sessions set seen_at = greatest(seen_at, ${new Date(seenAt)}::timestamptz)
    where id_hash = ${idHash}`;
};

export const removeSession = async (sql: Sql, idHash: Buffer): Promise<void> => {
  await sql`delete from gateway.sessions where id_hash = ${idHash}`;
};

/** Removes the person's sessions in all browsers. */
export const removeSessionsOf = async (
  sql: Sql,
  issuer: string,
  personId: string,
): Promise<void> => {
  await sql`delete from gateway.sessions where issuer = ${issuer} and person_id = ${personId}`;
};

/** Ends the person's sessions in all browsers but one, for an administrator; returns the name in each. */
export const markEnded = async (
  sql: Query,
  issuer: string,
  personId: string,
  exceptHash: Buffer | undefined,
): Promise<string[]> => {
  const rows = await sql<{ name: string }[]>`
    update gateway.sessions set ended_at = now()
    where issuer = ${issuer} and person_id = ${personId} and ended_at is null
      and id_hash is distinct from ${exceptHash ?? null}::bytea
    returning name`;
  return rows.map(({ name }) => name);
};

/** A page of signed-in people, and the number of all. */
export interface SignedInPeople {
  readonly people: readonly SignedInPerson[];
  readonly total: number;
}

/** A page of the people whose name, id or email address contains a text. */
export interface PeopleFilter {
  readonly search?: string | undefined;
  readonly pageNumber: number;
  readonly pageSize: number;
}

interface SessionTimes {
  readonly now: number;
  readonly idleMs: number;
}

const selectPeople = (
  sql: Sql,
  issuer: string,
  { now, idleMs }: SessionTimes,
  search: string,
) => sql`
  select person_id as id, (array_agg(name order by created_at desc))[1] as name,
    json_agg(distinct role) as roles, min(created_at) as "signedInAt", max(seen_at) as "lastUsedAt",
    count(*) as sessions
  from gateway.sessions
  where issuer = ${issuer} and expires_at > ${new Date(now)} and seen_at > ${new Date(now - idleMs)}
    and ended_at is null
  group by person_id
  having bool_or(strpos(lower(concat_ws(chr(10), person_id, name, email)), lower(${search})) > 0)`;

/** A page of the people whose sessions have not ended, last used first. */
export const listSignedInPeople = async (
  sql: Sql,
  issuer: string,
  times: SessionTimes,
  { search = "", pageNumber, pageSize }: PeopleFilter,
): Promise<SignedInPeople> => {
  const people = () => selectPeople(sql, issuer, times, search);
  const [rows, [counted]] = await Promise.all([
    sql<SignedInPerson[]>`
      ${people()} order by max(seen_at) desc, person_id
      limit ${pageSize} offset ${(pageNumber - 1) * pageSize}`,
    sql<{ total: number }[]>`select count(*) as total from (${people()}) as people`,
  ]);
  const toIso = (text: string): string => new Date(text).toISOString();
  return {
    people: rows.map(({ signedInAt, lastUsedAt, ...person }) => ({
      ...person,
      signedInAt: toIso(signedInAt),
      lastUsedAt: toIso(lastUsedAt),
    })),
    total: counted?.total ?? 0,
  };
};
