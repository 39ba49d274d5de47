import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type * as z from "zod/mini";
import type { Operation } from "#contract/operation.ts";
import {
  maxPreferences,
  preferenceOperations,
  type Preferences,
  type SharedEntry,
} from "#contract/preferences.ts";
import type { Query, Sql } from "#database/sql.ts";
import { type Answering, answerJson } from "#gateway/server/answer-request.ts";
import {
  check,
  checkQuery,
  requireBody,
  serveOwnOperation,
  Stop,
} from "#gateway/server/serve-own-operation.ts";

/** What the console remembers for a person; without sign-in, `person` is empty. */
export const readPreferences = async (sql: Query, person: string): Promise<Preferences> => {
  const rows = await sql<{ name: string; value: string }[]>`
    select name, value from gateway.preferences where person = ${person} limit ${maxPreferences}`;
  return Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value) as unknown]));
};

const savePreference = async (
  sql: Query,
  person: string,
  name: string,
  value: unknown,
): Promise<boolean> => {
  if (value === null || value === undefined) {
    await sql`delete from gateway.preferences where person = ${person} and name = ${name}`;
    return true;
  }
  const { count } = await sql`
    insert into gateway.preferences as known (person, name, value)
    select ${person}::text, ${name}::text, ${JSON.stringify(value)}::text
    where exists (select from gateway.preferences where person = ${person} and name = ${name})
      or (select count(*) from gateway.preferences where person = ${person}) < ${maxPreferences}::int
    on conflict (person, name) do update set value = excluded.value, updated_at = clock_timestamp()`;
  return count > 0;
};

interface SharedRow {
  readonly list: string;
  readonly name: string;
  readonly value: string;
  readonly person: string | null;
  readonly at: string;
}

const toEntry = ({ list, name, value, person, at }: SharedRow): SharedEntry => ({
  list,
  name,
  value: JSON.parse(value) as unknown,
  sharedBy: person,
  sharedAt: new Date(at).toISOString(),
});

const listShared = async (sql: Query, upstream: string, list: string | undefined) => {
  const rows = await sql<SharedRow[]>`
    select list, name, value, person, shared_at as at from gateway.shared_entries
    where upstream = ${upstream} and (${list ?? null}::text is null or list = ${list ?? null})
    order by list, name limit 2000`;
  return rows.map(toEntry);
};

interface Sharing {
  readonly upstream: string;
  readonly list: string;
  readonly name: string;
  readonly value: unknown;
  readonly person: string | null;
}

/** Undefined if the list is full. */
const saveShared = async (
  sql: Query,
  { upstream, list, name, value, person }: Sharing,
): Promise<SharedEntry | undefined> => {
  const [row] = await sql<SharedRow[]>`
    insert into gateway.shared_entries as known (upstream, list, name, value, person)
    select ${upstream}::text, ${list}::text, ${name}::text, ${JSON.stringify(value ?? null)}::text, ${person}::text
    where exists (select from gateway.shared_entries
        where upstream = ${upstream} and list = ${list} and name = ${name})
      or (select count(*) from gateway.shared_entries where upstream = ${upstream} and list = ${list})
        < ${maxPreferences}::int
    on conflict (upstream, list, name) do update
      set value = excluded.value, person = excluded.person, shared_at = clock_timestamp()
    returning list, name, value, person, shared_at as at`;
  return row && toEntry(row);
};

interface PreferenceRoutes {
  readonly answering: Answering;
  /** The sender as others read it, and the ID; undefined without sign-in. */
  readonly personOf: (request: FastifyRequest) => string | undefined;
  readonly personIdOf: (request: FastifyRequest) => string | undefined;
  /** Undefined where the gateway has no storage. */
  readonly storage: { readonly sql: () => Promise<Sql>; readonly upstream: string } | undefined;
}

const full = (what: string) =>
  new Stop({
    kind: "bad-request",
    detail: `There are ${maxPreferences} ${what} already. Remove some first.`,
  });

/** The gateway's own operations under /api: what the console remembers for a person, and what the team shares. */
export const servePreferences = (
  app: FastifyInstance,
  { answering, personOf, personIdOf, storage }: PreferenceRoutes,
): void => {
  type Handle<B> = (sql: Sql, body: B, request: FastifyRequest) => Promise<unknown>;
  const serve = <B>(
    operation: Operation,
    read: (request: FastifyRequest) => B,
    handle: Handle<B>,
  ) =>
    serveOwnOperation(
      app,
      operation,
      async (request: FastifyRequest, reply: FastifyReply) => {
        if (storage === undefined) throw new Stop({ kind: "memory-unavailable" });
        const answer = await handle(await storage.sql(), read(request), request);
        return answerJson(reply, 200, answer ?? null, answering);
      },
      answering,
    );
  const serveBody = <S extends z.ZodMiniType>(
    operation: Operation & { readonly body: S },
    handle: Handle<z.output<S>>,
  ) =>
    serve(operation, (request) => check(operation.body, requireBody(operation, request)), handle);
  const upstream = storage?.upstream ?? "";
  const operations = preferenceOperations;

  serve(
    operations.listPreferences,
    () => undefined,
    async (sql, _, request) => readPreferences(sql, personIdOf(request) ?? ""),
  );
  serveBody(operations.savePreference, async (sql, { name, value }, request) => {
    if (!(await savePreference(sql, personIdOf(request) ?? "", name, value)))
      throw full("remembered values");
  });
  serve(
    operations.listShared,
    (request) => checkQuery(operations.listShared.query, request),
    async (sql, { list }) => listShared(sql, upstream, list),
  );
  serveBody(operations.saveShared, async (sql, entry, request) => {
    const person = personOf(request) ?? null;
    const saved = await saveShared(sql, { ...entry, upstream, person });
    if (saved === undefined) throw full("shared entries in this list");
    return saved;
  });
  serveBody(operations.removeShared, async (sql, { list, name }) => {
    await sql`
      delete from gateway.shared_entries
      where upstream = ${upstream} and list = ${list} and name = ${name}`;
  });
};
