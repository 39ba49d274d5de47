import type { Query } from "#database/sql.ts";

export interface RecordAt {
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
export const claimVersion = async (sql: Query, claiming: Claiming): Promise<Claimed> => {
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
export const renewClaims = async (
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
export interface ChangeResult {
  /** The version after it; null where that is unknown. */
  readonly version: string | null;
  readonly mark: string;
}

/** Notes the result of a change that was claimed; undefined: it was refused, so its version is still the newest. */
export const endClaim = async (
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
export const noteChange = async (
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
export const noteReplaced = async (
  sql: Query,
  { upstream, record }: RecordAt,
  version: string,
): Promise<void> => {
  await sql`
    update gateway.record_versions set replaced = gateway.add_replaced(replaced, ${version}::text)
    where upstream = ${upstream} and record = ${record} and version is distinct from ${version}::text`;
};

/** The version in a response, and the mark that the gateway knew when it sent the request; "": none. */
export interface SeenVersion {
  readonly record: string;
  readonly version: string;
  readonly mark: string;
}

/**
 * Notes the versions of one response for each record, except where a change started or ended since the request or is
 * under way. Returns the marks of these records.
 */
export const noteVersions = async (
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
