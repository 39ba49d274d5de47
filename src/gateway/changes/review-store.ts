import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import { maxRuleReviews, type RuleReview, type RuleReviewDetail } from "#contract/rule-reviews.ts";
import type { Fragment, Query, Sql, TransactionSql } from "#database/sql.ts";

/** A person: the ID tells who may approve, the name is what others read. */
interface Author {
  readonly personId: string;
  readonly person: string;
}

export interface NewReview extends Author {
  readonly rule: UpdateOrCreateMappingRule;
  readonly base: UpdateOrCreateMappingRule | undefined;
  readonly note: string;
  readonly key: string | null;
}

/** `saved`: it only waits for its row to be removed. */
type ReviewState = "waiting" | "saving" | "unknown" | "declined" | "saved";

interface ReviewRow extends Omit<RuleReview, "state"> {
  readonly state: ReviewState;
  /** The number of the change that was sent last. */
  readonly changeId: number | null;
}

interface DetailRow extends ReviewRow {
  readonly rule: string;
  readonly base: string | null;
}

export interface StoredReview extends Omit<RuleReviewDetail, "state"> {
  readonly state: ReviewState;
  readonly changeId: number | null;
}

/** A gateway that stopped between claiming a proposal and recording its change has sent nothing. */
const claimSeconds = 60;

/** What became of a proposal is derived from its change, which also other gateways and administrators settle. */
const selectReviews = (
  sql: Query,
  upstream: string,
  personId: string,
  more: Fragment,
): Fragment => sql`
  select review.id, review.rule_id as "ruleId", review.name, review.note,
    review.person as "proposedBy", review.proposed_at as "proposedAt", review.person_id = ${personId} as "isOwn",
    review.answer, review.answered_by as "answeredBy", sent.id as "changeId",
    case
      when review.is_declined then 'declined'
      when review.sent_request is null then 'waiting'
      when sent.state = 'done' or sent.settlement ->> 'made' = 'true' then 'saved'
      when sent.state = 'pending' then 'saving'
      when sent.state = 'unknown' then 'unknown'
      when sent.state is null and review.sent_at > clock_timestamp() - ${claimSeconds}::int * interval '1 second'
        then 'saving'
      else 'waiting'
    end as state ${more}
  from gateway.rule_reviews as review left join lateral (
    select id, state, settlement from gateway.changes
    where upstream = review.upstream and resource = 'mapping-rules' and request_id = review.sent_request
    order by id desc limit 1
  ) as sent on review.sent_request is not null
  where review.upstream = ${upstream}`;

const toReview = ({ changeId: _, ...row }: ReviewRow): RuleReview => ({
  ...row,
  proposedAt: new Date(row.proposedAt).toISOString(),
});

/** Those that wait, and the person's own declined ones. */
export const listReviews = async (
  sql: Query,
  upstream: string,
  personId: string,
): Promise<RuleReview[]> => {
  const rows = await sql<ReviewRow[]>`
    select * from (${selectReviews(sql, upstream, personId, sql``)}) as review
    where state <> 'saved' and (state <> 'declined' or "isOwn") order by id limit ${2 * maxRuleReviews}::int`;
  return rows.map(toReview);
};

export const readReview = async (
  sql: Query,
  upstream: string,
  personId: string,
  id: number,
): Promise<StoredReview | undefined> => {
  const [row] = await sql<DetailRow[]>`
    ${selectReviews(sql, upstream, personId, sql`, review.rule, review.base`)} and review.id = ${id}`;
  if (row === undefined || row.state === "saved") return undefined;
  const { rule, base, changeId, state } = row;
  return {
    ...toReview(row),
    state,
    changeId,
    rule: JSON.parse(rule) as UpdateOrCreateMappingRule,
    base: base === null ? null : (JSON.parse(base) as UpdateOrCreateMappingRule),
  };
};

type Attempt<T> = T | "missing" | ReviewState;

/**
 * Acts on a proposal in one of these states; returns its state otherwise. Its row is locked first, and its state read
 * afterwards: of two people at once, the second sees what the first did.
 */
const actIn = async (
  sql: Sql,
  upstream: string,
  id: number,
  states: readonly ReviewState[],
  act: (transaction: TransactionSql) => Promise<void>,
): Promise<Attempt<"acted">> =>
  sql.begin(async (transaction): Promise<Attempt<"acted">> => {
    await transaction`
      select from gateway.rule_reviews where upstream = ${upstream} and id = ${id} for update`;
    const [row] = await transaction<ReviewRow[]>`
      ${selectReviews(transaction, upstream, "", transaction``)} and review.id = ${id}`;
    if (row === undefined) return "missing";
    if (!states.includes(row.state)) return row.state;
    await act(transaction);
    return "acted";
  });

const settledStates = ["waiting", "declined"] as const;

/** Adds a proposal in place of the person's earlier one for the rule, unless that is being saved. */
export const addReview = async (
  sql: Sql,
  upstream: string,
  { rule, base, note, key, personId, person }: NewReview,
): Promise<number | "saving" | "full"> =>
  sql.begin(async (transaction) => {
    const ruleId = rule.id ?? null;
    const [earlier] = await transaction<{ id: number; isSame: boolean }[]>`
      select id, key is not distinct from ${key}::text and key is not null as "isSame" from gateway.rule_reviews
      where upstream = ${upstream} and person_id = ${personId}
        and (rule_id = ${ruleId}::bigint or key = ${key}::text) order by id limit 1 for update`;
    if (earlier?.isSame) return earlier.id;
    if (earlier !== undefined) {
      const [row] = await transaction<ReviewRow[]>`
        ${selectReviews(transaction, upstream, personId, transaction``)} and review.id = ${earlier.id}`;
      if (row?.state === "saving" || row?.state === "unknown") return "saving";
      await transaction`delete from gateway.rule_reviews where id = ${earlier.id}`;
    }
    const [added] = await transaction<{ id: number }[]>`
      insert into gateway.rule_reviews (upstream, rule_id, name, rule, base, note, person_id, person, key)
      select ${upstream}::text, ${ruleId}::bigint, ${rule.name}::text, ${JSON.stringify(rule)}::text,
        ${base === undefined ? null : JSON.stringify(base)}::text, ${note}::text, ${personId}::text,
        ${person}::text, ${key}::text
      where (select count(*) from gateway.rule_reviews where upstream = ${upstream}) < ${maxRuleReviews}::int
      on conflict do nothing returning id`;
    return added === undefined ? "full" : added.id;
  });

/** Removes a proposal that is not being saved. */
export const removeReview = async (sql: Sql, upstream: string, id: number) =>
  actIn(sql, upstream, id, settledStates, async (transaction) => {
    await transaction`delete from gateway.rule_reviews where id = ${id}`;
  });

export const declineReview = async (
  sql: Sql,
  upstream: string,
  id: number,
  { note, person }: { readonly note: string; readonly person: string },
) =>
  actIn(sql, upstream, id, ["waiting"], async (transaction) => {
    await transaction`
      update gateway.rule_reviews set is_declined = true, answer = ${note}, answered_by = ${person}
      where id = ${id}`;
  });

/** Takes a proposal for the request that sends it: of several people, one gets it. */
export const claimReview = async (
  sql: Sql,
  upstream: string,
  id: number,
  { requestId, person }: { readonly requestId: string; readonly person: string },
) =>
  actIn(sql, upstream, id, ["waiting"], async (transaction) => {
    await transaction`
      update gateway.rule_reviews
      set sent_request = ${requestId}, sent_by = ${person}, sent_at = clock_timestamp(), answer = null, answered_by = null
      where id = ${id}`;
  });

/** Lets a proposal wait again that was not saved by this request, and says why. */
export const releaseReview = async (
  sql: Query,
  id: number,
  requestId: string,
  answer: string,
): Promise<void> => {
  await sql`
    update gateway.rule_reviews set sent_request = null, answer = ${answer}, answered_by = sent_by
    where id = ${id} and sent_request = ${requestId}`;
};

/** Removes a proposal that was saved. */
export const forgetReview = async (sql: Query, id: number): Promise<void> => {
  await sql`delete from gateway.rule_reviews where id = ${id}`;
};
