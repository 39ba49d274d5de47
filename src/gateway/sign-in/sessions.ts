import { createHash, randomBytes } from "node:crypto";
import type { Person } from "#contract/people.ts";
import { namePerson } from "#contract/signed-in-people.ts";
import type { Sql } from "#database/sql.ts";
import type { Memory } from "#gateway/server/database.ts";
import { endSessionsOf, type RecordedEnd } from "./end-sessions.ts";
import {
  addSession,
  hasBeenEnded,
  listSignedInPeople,
  type PeopleFilter,
  readSession,
  removeSession,
  removeSessionsOf,
  type SignedInPeople,
  type StoredSession,
  touchSession,
} from "./store.ts";
import type { OidcOptions } from "./sign-in-options.ts";

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
  /** Whether an administrator ended that session. */
  wasEnded(id: string): Promise<boolean>;
  end(id: string): Promise<void>;
  /**
   * Ends all sessions of that session's person, also if it was idle for too long: who knows the id is that person. False
   * if there is no such session any more.
   */
  endAll(id: string): Promise<boolean>;
  /** Ends and records all sessions of the person except the one with this id; returns their number. */
  endOthers(
    personId: string,
    id: string | undefined,
    recorded: Omit<RecordedEnd, "describe">,
  ): Promise<number>;
  listPeople(filter: PeopleFilter): Promise<SignedInPeople>;
}

/** The last request is recorded to the minute: not every request costs a write. */
const touchMs = 60_000;

/** An id has 256 random bits, so a plain hash protects it. */
export const hashId = (id: string): Buffer => createHash("sha256").update(id).digest();

export const createId = (): string => randomBytes(32).toString("base64url");

/** Whether a text has the form of an id. */
export const isId = (text: string): boolean => /^[\w-]{43}$/.test(text);

export interface SessionOptions extends Pick<OidcOptions, "issuer" | "idleMs" | "lifetimeMs"> {
  readonly memory: Memory;
  /** Milliseconds since 1970. */
  readonly wallClock: () => number;
  readonly log: (facts: object, message: string) => void;
}

/** The sessions of signed-in people, in the gateway's database: any gateway of it can end one. */
export const createSessions = (options: SessionOptions): Sessions => {
  const { memory, issuer, idleMs, lifetimeMs, wallClock, log } = options;
  const touchEveryMs = Math.min(touchMs, idleMs / 10);
  let touchesAgainAt = -Infinity;
  const hasEnded = ({ seenAt, expiresAt }: StoredSession, now: number): boolean =>
    now >= expiresAt || now >= seenAt + idleMs;

  /** Returns whether the time was recorded. A database that can be read is enough for reading: it may be full. */
  const touch = async (sql: Sql, id: string, now: number): Promise<boolean> => {
    if (now < touchesAgainAt) return false;
    try {
      await touchSession(sql, hashId(id), now);
      return true;
    } catch (error) {
      // Another request may have failed meanwhile.
      if (now < touchesAgainAt) return false;
      touchesAgainAt = now + touchEveryMs;
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      log({ code }, "could not record that a session is in use");
      return false;
    }
  };

  return {
    start: async (person) => {
      const id = createId();
      const now = wallClock();
      const session = { person, seenAt: now, expiresAt: now + lifetimeMs };
      await addSession(await memory.sql(), hashId(id), issuer, session);
      return id;
    },
    find: async (id, isWork) => {
      const sql = await memory.sql();
      const session = await readSession(sql, hashId(id), issuer);
      const now = wallClock();
      if (session === undefined || hasEnded(session, now)) return undefined;
      const { person, expiresAt } = session;
      const isDue = isWork && now - session.seenAt >= touchEveryMs;
      const seenAt = isDue && (await touch(sql, id, now)) ? now : session.seenAt;
      return { person, expiresAt, idleUntil: Math.min(seenAt + idleMs, expiresAt) };
    },
    wasEnded: async (id) => hasBeenEnded(await memory.sql(), hashId(id), wallClock()),
    end: async (id) => removeSession(await memory.sql(), hashId(id)),
    endAll: async (id) => {
      const sql = await memory.sql();
      const session = await readSession(sql, hashId(id), issuer);
      if (session === undefined) return false;
      await removeSessionsOf(sql, issuer, session.person.id);
      return true;
    },
    endOthers: async (personId, id, recorded) => {
      const exceptHash = id === undefined ? undefined : hashId(id);
      const describe = (name: string): string =>
        `Signed out: ${namePerson({ id: personId, name })}`;
      const ending = { issuer, personId, exceptHash };
      return endSessionsOf(await memory.sql(), ending, { ...recorded, describe });
    },
    listPeople: async (filter) =>
      listSignedInPeople(await memory.sql(), issuer, { now: wallClock(), idleMs }, filter),
  };
};
