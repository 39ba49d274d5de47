import { createHash, randomBytes } from "node:crypto";
import type { Person, Role } from "#contract/people.ts";
import { namePerson, type SignedInPerson } from "#contract/signed-in-people.ts";
import type { Sql } from "#database/sql.ts";
import { lockChain } from "#gateway/changes/chain.ts";
import { type ChangeIntent, recordIntent, writeResult } from "#gateway/changes/store.ts";
import { codeOf, type GatewayDatabase } from "#gateway/server/database.ts";
import type { OidcOptions } from "./sign-in-options.ts";

/** An id has 256 random bits, so a plain hash protects it. */
export const hashId = (id: string): Buffer => createHash("sha256").update(id).digest();

export const createId = (): string => randomBytes(32).toString("base64url");

/** Whether a text has the form of an id. */
export const isId = (text: string): boolean => /^[\w-]{43}$/.test(text);

/** A sign-in between leaving for the provider and coming back. */
interface StartedSignIn {
  readonly stateHash: Buffer;
  readonly browserHash: Buffer;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly returnTo: string;
}

/** More are not kept: anyone can start signing in. */
const mostSignIns = 10_000;

/** For how long a sign-in may be finished, and its asked page is kept, in milliseconds. */
interface SignInTimes {
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

/** The sessions that have not expired; some may have been idle for too long. */
export const countSessions = async (sql: Sql): Promise<number | undefined> => {
  const [row] = await sql<{ count: number }[]>`
    select count(*) from gateway.sessions where expires_at > now() and ended_at is null`;
  return row?.count;
};

/** A page of signed-in people, and the number of all. */
interface SignedInPeople {
  readonly people: readonly SignedInPerson[];
  readonly total: number;
}

/** A page of the people whose name, id or email address contains a text. */
interface PeopleFilter {
  readonly search?: string | undefined;
  readonly pageNumber: number;
  readonly pageSize: number;
}

/** A valid session; times in milliseconds since 1970. */
interface CurrentSession {
  readonly person: Person;
  readonly expiresAt: number;
  readonly idleUntil: number;
}

export interface Sessions {
  /** Starts a session and returns its id, which only the browser keeps. */
  start(person: Person): Promise<string>;
  /** The session with that id, if it has not ended. A request that is no background work makes it last longer. */
  find(id: string, isWork: boolean): Promise<CurrentSession | undefined>;
  /** Whether an administrator ended that session, and it would not have expired yet. */
  wasEnded(id: string): Promise<boolean>;
  end(id: string): Promise<void>;
  /**
   * Ends all sessions of that session's person, also if it was idle for too long: who knows the id is that person. False
   * if there is no such session any more.
   */
  endAll(id: string): Promise<boolean>;
  /**
   * For an administrator: ends all sessions of the person except the one with this id, and records it in the same
   * transaction. Returns their number; with none, nothing is recorded.
   */
  endOthers(
    personId: string,
    id: string | undefined,
    change: { readonly upstream: string; readonly intent: ChangeIntent },
  ): Promise<number>;
  /** The people whose sessions have not ended, last used first. */
  listPeople(filter: PeopleFilter): Promise<SignedInPeople>;
}

interface SessionRow {
  personId: string;
  name: string;
  email: string | null;
  role: Role;
  seenAt: string;
  expiresAt: string;
}

/** The last request is recorded to the minute: not every request costs a write. */
const touchMs = 60_000;

interface SessionOptions extends Pick<OidcOptions, "issuer" | "idleMs" | "lifetimeMs"> {
  readonly database: GatewayDatabase;
  /** Milliseconds since 1970. */
  readonly wallClock: () => number;
  readonly log: (facts: object, message: string) => void;
}

/** The sessions of signed-in people, in the gateway's database: any gateway of it can end one. */
export const createSessions = (options: SessionOptions): Sessions => {
  const { database, issuer, idleMs, lifetimeMs, wallClock, log } = options;
  const touchEveryMs = Math.min(touchMs, idleMs / 10);
  let touchesAgainAt = -Infinity;

  const read = async (sql: Sql, id: string): Promise<SessionRow | undefined> => {
    const [row] = await sql<SessionRow[]>`
      select person_id as "personId", name, email, role, seen_at as "seenAt", expires_at as "expiresAt"
      from gateway.sessions
      where id_hash = ${hashId(id)} and issuer = ${issuer} and ended_at is null`;
    return row;
  };

  /**
   * Records that the person is at work; another gateway may have recorded a later time. Returns whether it was recorded: a
   * database that can be read is enough for reading, as it may be full.
   */
  const touch = async (sql: Sql, id: string, now: number): Promise<boolean> => {
    if (now < touchesAgainAt) return false;
    try {
      await sql`
        update gateway.sessions set seen_at = greatest(seen_at, ${new Date(now)}::timestamptz)
        where id_hash = ${hashId(id)}`;
      return true;
    } catch (error) {
      // Another request may have failed meanwhile.
      if (now < touchesAgainAt) return false;
      touchesAgainAt = now + touchEveryMs;
      log({ code: codeOf(error) }, "could not record that a session is in use");
      return false;
    }
  };

  return {
    start: async (person) => {
      const id = createId();
      const sql = await database.sql();
      const now = new Date(wallClock());
      const expiresAt = new Date(wallClock() + lifetimeMs);
      await sql`delete from gateway.sessions where expires_at <= ${now}`;
      await sql`
        insert into gateway.sessions
          (id_hash, issuer, person_id, name, email, role, created_at, seen_at, expires_at)
        values (${hashId(id)}, ${issuer}, ${person.id}, ${person.name}, ${person.email ?? null},
          ${person.role}, ${now}, ${now}, ${expiresAt})`;
      return id;
    },
    find: async (id, isWork) => {
      const sql = await database.sql();
      const row = await read(sql, id);
      if (row === undefined) return undefined;
      const now = wallClock();
      const [before, expiresAt] = [Date.parse(row.seenAt), Date.parse(row.expiresAt)];
      if (now >= expiresAt || now >= before + idleMs) return undefined;
      const isDue = isWork && now - before >= touchEveryMs;
      const seenAt = isDue && (await touch(sql, id, now)) ? now : before;
      const { personId, name, role, email } = row;
      const person = { id: personId, name, role, ...(email === null ? {} : { email }) };
      return { person, expiresAt, idleUntil: Math.min(seenAt + idleMs, expiresAt) };
    },
    wasEnded: async (id) => {
      const sql = await database.sql();
      const rows = await sql`
        select 1 from gateway.sessions
        where id_hash = ${hashId(id)} and ended_at is not null and expires_at > ${new Date(wallClock())}`;
      return rows.length > 0;
    },
    end: async (id) => {
      const sql = await database.sql();
      await sql`delete from gateway.sessions where id_hash = ${hashId(id)}`;
    },
    endAll: async (id) => {
      const sql = await database.sql();
      const row = await read(sql, id);
      if (row === undefined) return false;
      await sql`delete from gateway.sessions where issuer = ${issuer} and person_id = ${row.personId}`;
      return true;
    },
    endOthers: async (personId, id, { upstream, intent }) => {
      const kept = id === undefined ? null : hashId(id);
      const sql = await database.sql();
      return sql.begin(async (transaction) => {
        await lockChain(transaction);
        const ended = await transaction<{ name: string }[]>`
          update gateway.sessions set ended_at = now()
          where issuer = ${issuer} and person_id = ${personId} and ended_at is null
            and id_hash is distinct from ${kept}::bytea
          returning name`;
        const [first] = ended;
        if (first === undefined) return 0;
        const change = await recordIntent(transaction, upstream, intent);
        const reason = `Signed out: ${namePerson({ id: personId, name: first.name })}`;
        const nothing = { status: null, recordId: null, answer: null, freesKey: true };
        const result = {
          ...nothing,
          state: "done",
          reason,
          endedAt: new Date().toISOString(),
        } as const;
        await writeResult(transaction, { id: change, state: "pending" }, result);
        return ended.length;
      });
    },
    listPeople: async ({ search = "", pageNumber, pageSize }) => {
      const sql = await database.sql();
      const now = wallClock();
      const people = () => sql`
        select person_id as id, (array_agg(name order by created_at desc))[1] as name,
          json_agg(distinct role) as roles, min(created_at) as "signedInAt", max(seen_at) as "lastUsedAt",
          count(*) as sessions
        from gateway.sessions
        where issuer = ${issuer} and expires_at > ${new Date(now)} and seen_at > ${new Date(now - idleMs)}
          and ended_at is null
        group by person_id
        having bool_or(strpos(lower(concat_ws(chr(10), person_id, name, email)), lower(${search})) > 0)`;
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
    },
  };
};
