import { randomUUID } from "node:crypto";
import type { Query, Sql } from "#database/sql.ts";
import { type Clock, repeat, wait, within } from "#gateway/server/clock.ts";
import type { GatewayDatabase } from "#gateway/server/database.ts";
import type { BackgroundWork } from "#gateway/server/stop.ts";
import type { RecordVersions } from "./versions.ts";

interface RecordAt {
  readonly upstream: string;
  /** Kind and id. */
  readonly record: string;
}

interface Claiming extends RecordAt {
  readonly ifMatch: string;
  /** Chosen by the gateway, so that a repeated attempt finds its own. */
  readonly claim: string;
  readonly leaseMs: number;
}

interface Claimed {
  readonly isClaimed: boolean;
  /** Another change of the record is under way. */
  readonly isChanging: boolean;
  readonly isReplaced: boolean;
  /** Of the record before this. */
  readonly mark: string | null;
}

/** Marks a version as replaced, because a change of it is about to be sent; only one gateway succeeds at that. */
const claimVersion = async (sql: Query, claiming: Claiming): Promise<Claimed> => {
  const { upstream, record, ifMatch, claim, leaseMs } = claiming;
  const [claimed] = await sql<Claimed[]>`
    with claimed as (
      insert into gateway.record_versions as known (upstream, record, replaced, mark, claim, claimed_until)
      values (${upstream}, ${record}, array[${ifMatch}::text], ${claim}, ${claim},
        clock_timestamp() + ${leaseMs}::float8 * interval '1 millisecond')
      on conflict (upstream, record) do update set
        replaced = gateway.add_replaced(known.replaced, ${ifMatch}::text), mark = excluded.mark,
        claim = excluded.claim, claimed_until = excluded.claimed_until, seen_at = clock_timestamp()
      where known.claim = excluded.claim or (
        not ${ifMatch}::text = any(known.replaced)
        and (known.claimed_until is null or known.claimed_until <= clock_timestamp()))
      returning true
    )
    select exists (select from claimed) as "isClaimed", known.mark,
      coalesce(known.claimed_until > clock_timestamp(), false) as "isChanging",
      coalesce(${ifMatch}::text = any(known.replaced), false) as "isReplaced"
    from (select) one
    left join gateway.record_versions known on known.upstream = ${upstream} and known.record = ${record}`;
  if (claimed === undefined) throw new Error("The statement returned nothing");
  return claimed;
};

/** Keeps claims whose changes are still under way. */
const renewClaims = async (
  sql: Query,
  claims: readonly string[],
  leaseMs: number,
): Promise<void> => {
  await sql`
    update gateway.record_versions
    set claimed_until = clock_timestamp() + ${leaseMs}::float8 * interval '1 millisecond'
    where claim = any(${claims}::text[]) and claimed_until is not null`;
};

/** The result of a change. */
interface ChangeResult {
  /** The version after it; null where that is unknown. */
  readonly version: string | null;
  readonly mark: string;
}

/** Notes the result of a change that was claimed; undefined: it was refused, so its version is still the newest. */
const endClaim = async (
  sql: Query,
  { upstream, record }: RecordAt,
  { claim, ifMatch }: Pick<Claiming, "claim" | "ifMatch">,
  mark: string,
  result: Pick<ChangeResult, "version"> | undefined,
): Promise<void> => {
  const changes =
    result === undefined
      ? sql`replaced = array_remove(replaced, ${ifMatch}::text)`
      : sql`version = ${result.version}::text, replaced = gateway.add_replaced(
          array_remove(replaced, ${result.version}::text), nullif(version, ${result.version}::text))`;
  await sql`
    update gateway.record_versions
    set ${changes}, mark = ${mark}, claim = null, claimed_until = null, seen_at = clock_timestamp()
    where upstream = ${upstream} and record = ${record} and claim = ${claim}`;
};

/** Notes the result of a change that named no version. */
const noteChange = async (
  sql: Query,
  { upstream, record }: RecordAt,
  { version, mark }: ChangeResult,
): Promise<void> => {
  await sql`
    insert into gateway.record_versions as known (upstream, record, version, mark)
    values (${upstream}, ${record}, ${version}::text, ${mark})
    on conflict (upstream, record) do update set
      version = excluded.version, mark = excluded.mark, seen_at = clock_timestamp(),
      replaced = gateway.add_replaced(array_remove(known.replaced, excluded.version),
        nullif(known.version, excluded.version))`;
};

/** Notes a version that was replaced while it was on its way. */
const noteReplaced = async (
  sql: Query,
  { upstream, record }: RecordAt,
  version: string,
): Promise<void> => {
  await sql`
    update gateway.record_versions set replaced = gateway.add_replaced(replaced, ${version}::text)
    where upstream = ${upstream} and record = ${record} and version is distinct from ${version}::text`;
};

/** The version in a response, and the mark that the gateway knew when it sent the request; "": none. */
interface SeenVersion {
  readonly record: string;
  readonly version: string;
  readonly mark: string;
}

/**
 * Notes the versions of one response for each record, except where a change started or ended since the request or is
 * under way. Returns the marks of these records.
 */
const noteVersions = async (
  sql: Query,
  upstream: string,
  seen: readonly SeenVersion[],
): Promise<{ readonly record: string; readonly mark: string | null }[]> => {
  const records = seen.map(({ record }) => record);
  return sql<{ record: string; mark: string | null }[]>`
    with noted as (
      insert into gateway.record_versions as known (upstream, record, version, mark)
      select ${upstream}, record, version, nullif(mark, '')
      from unnest(${records}::text[], ${seen.map(({ version }) => version)}::text[],
        ${seen.map(({ mark }) => mark)}::text[]) as seen(record, version, mark)
      on conflict (upstream, record) do update set
        version = excluded.version, seen_at = clock_timestamp(),
        replaced = gateway.add_replaced(array_remove(known.replaced, excluded.version),
          nullif(known.version, excluded.version))
      where known.mark is not distinct from excluded.mark
        and (known.claimed_until is null or known.claimed_until <= clock_timestamp())
    )
    select record, mark from gateway.record_versions
    where upstream = ${upstream} and record = any(${records}::text[])`;
};

/** Removes the versions that no gateway saw for a week, and all but the newest ones. */
export const forgetOldVersions = async (sql: Query, mostRecords: number): Promise<void> => {
  await sql`
    delete from gateway.record_versions where seen_at < clock_timestamp() - interval '7 days'
      or seen_at <= (select seen_at from gateway.record_versions order by seen_at desc offset ${mostRecords}::int limit 1)`;
};

/** The versions of records, shared by all gateways of the database. */
interface SharedVersions extends RecordVersions, BackgroundWork {}

interface SharedVersionsOptions {
  readonly database: GatewayDatabase;
  readonly upstream: string;
  /** A change of a gateway that is killed holds up the others of its record until then. */
  readonly leaseMs: number;
  readonly clock: Clock;
}

/** What this process knows of a record. */
interface Known {
  mark: string | null;
  /** Counts the starts and ends of this process's changes. */
  moves: number;
  /**
   * What was known when the first of the reads under way began, and their number: they may share its request. A read
   * after a change of this process shares none from before.
   */
  reads: { readonly mark: string | null; readonly moves: number; count: number } | undefined;
}

/** A change waits this long for a database that fails, and is then turned away. */
const timeoutMs = 5_000;
const retryMs = 250;
/** While another change of the record is under way. */
const busyMs = 50;
const cleanMs = 3_600_000;
const triesWhenStopping = 3;
const mostKnown = 10_000;
const mostWaiting = 1_000;
const mostRecords = 50_000;

const keepNewest = <V>(values: Map<string, V>, most: number): void => {
  for (const key of values.keys()) {
    if (values.size <= most) return;
    values.delete(key);
  }
};

/**
 * Compares the versions of records together with the other gateways. A change that names one waits for one statement,
 * which marks that version as replaced: of several changes of one version, one is sent, wherever they arrive. The rest
 * is written afterwards: until then, and if it is lost, a version counts as not seen.
 */
export const createSharedVersions = (options: SharedVersionsOptions): SharedVersions => {
  const { database, upstream, leaseMs, clock } = options;
  const known = new Map<string, Known>();
  const claims = new Set<string>();
  const results: ((sql: Sql) => Promise<void>)[] = [];
  const seen = new Map<string, SeenVersion>();
  let writing: Promise<void> | undefined;
  let isStopping = false;

  const find = (record: string): Known => {
    const one = known.get(record) ?? { mark: null, moves: 0, reads: undefined };
    known.delete(record);
    known.set(record, one);
    keepNewest(known, mostKnown);
    return one;
  };

  /** Results of changes first: the reads after them know their marks. */
  const writeSome = async (): Promise<void> => {
    const sql = await database.sql();
    const [result] = results;
    if (result !== undefined) {
      await result(sql);
      results.shift();
      return;
    }
    const batch = [...seen.values()];
    const marks = await noteVersions(sql, upstream, batch);
    for (const one of batch) if (seen.get(one.record) === one) seen.delete(one.record);
    for (const { record, mark } of marks) find(record).mark = mark;
  };
  const writeAll = async (): Promise<void> => {
    let failures = 0;
    try {
      while (results.length > 0 || seen.size > 0)
        try {
          await writeSome();
          failures = 0;
        } catch {
          failures += 1;
          if (isStopping && failures >= triesWhenStopping) return;
          await wait(clock, retryMs);
        }
    } finally {
      writing = undefined;
    }
  };
  const write = async (): Promise<void> => (writing ??= writeAll());
  const writeResult = (result: (sql: Sql) => Promise<void>): void => {
    results.push(result);
    if (results.length > mostWaiting) results.shift();
    void write();
  };

  const tryClaim = async (claiming: Claiming) => {
    if (seen.has(claiming.record)) await write();
    return claimVersion(await database.sql(), claiming);
  };

  const claimWithRetries = async (
    claiming: Claiming,
    left: AbortSignal,
  ): Promise<"claimed" | "replaced" | "unavailable" | "gone" | "stopping"> => {
    const one = find(claiming.record);
    let failingSince: number | undefined;
    // Another gateway's change may take minutes: a stop doesn't wait for it.
    while (!left.aborted && !isStopping) {
      const askedAt = clock.now();
      const tried = await within(clock, timeoutMs, tryClaim(claiming)).catch(() => undefined);
      if (tried === undefined) {
        failingSince ??= askedAt;
        if (clock.now() - failingSince >= timeoutMs) return "unavailable";
        await wait(clock, retryMs);
        continue;
      }
      failingSince = undefined;
      if (tried.isClaimed) return "claimed";
      one.mark = tried.mark;
      if (tried.isReplaced && !tried.isChanging) return "replaced";
      await wait(clock, busyMs);
    }
    return left.aborted ? "gone" : "stopping";
  };

  const stops = [
    repeat(clock, leaseMs / 3, async () => {
      if (claims.size > 0) await renewClaims(await database.sql(), [...claims], leaseMs);
    }),
    repeat(clock, cleanMs, async () => forgetOldVersions(await database.sql(), mostRecords)),
  ];

  const begin: RecordVersions["begin"] = async (record, ifMatch, left) => {
    const one = find(record);
    const at = { upstream, record };
    const move = (mark: string): void => {
      one.moves += 1;
      one.mark = mark;
    };
    if (ifMatch === undefined) {
      one.moves += 1;
      return {
        kind: "begun",
        end: ({ hasChanged, tag = null }) => {
          one.moves += 1;
          if (!hasChanged) return;
          const mark = randomUUID();
          move(mark);
          writeResult(async (sql) => noteChange(sql, at, { version: tag, mark }));
        },
      };
    }
    const claim = randomUUID();
    const kind = await claimWithRetries({ ...at, ifMatch, claim, leaseMs }, left);
    const endWith = (result: { version: string | null } | undefined) => {
      const mark = randomUUID();
      move(mark);
      writeResult(async (sql) => {
        claims.delete(claim);
        await endClaim(sql, at, { claim, ifMatch }, mark, result);
      });
    };
    if (kind === "claimed") {
      claims.add(claim);
      move(claim);
      return {
        kind: "begun",
        end: ({ hasChanged, tag = null }) => endWith(hasChanged ? { version: tag } : undefined),
      };
    }
    // An attempt whose answer was lost may have been one.
    if (kind !== "replaced") endWith(undefined);
    return { kind };
  };

  return {
    reading: (record) => {
      const one = find(record);
      if (one.reads?.moves !== one.moves)
        one.reads = { mark: one.mark, moves: one.moves, count: 0 };
      const { reads } = one;
      const { mark, moves } = reads;
      reads.count += 1;
      return (version) => {
        reads.count -= 1;
        if (reads.count === 0 && one.reads === reads) one.reads = undefined;
        if (version === undefined) return;
        if (one.moves === moves) seen.set(record, { record, version, mark: mark ?? "" });
        else writeResult(async (sql) => noteReplaced(sql, { upstream, record }, version));
        keepNewest(seen, mostWaiting);
        void write();
      };
    },
    begin,
    stopping: () => {
      isStopping = true;
    },
    idle: async () => writing,
    close: () => {
      for (const stop of stops) stop();
    },
  };
};
