import {
  type AlikeFeatures,
  type Band,
  clearMajority,
  type DecisionProposal,
  fewestAlike,
  type LineOutcome,
  type PastDecisions,
} from "#contract/evidence.ts";
import { groupBy } from "#contract/group-by.ts";
import type { Fragment, Query } from "#database/sql.ts";

/*
 * How lines were decided that are like a line. Lines alike in all five features are counted first; while there are too few,
 * the next feature of `dropped` is left out. The reason never is.
 */

const costBounds = [0, 10, 25, 50, 100, 250, 500, 1_000];
/** Days: a week, two, a month, two, three, half a year. */
const ageBounds = [0, 8, 15, 31, 61, 91, 181];

const findBand = (bounds: readonly number[], value: number | null): Band | undefined => {
  const from = bounds.findLast((bound) => value !== null && bound <= value);
  if (from === undefined) return undefined;
  const to = bounds.find((bound) => bound > from);
  return to === undefined ? { from } : { from, to };
};

/** What is compared of a line; null is unknown, and never like another. */
export interface Features {
  readonly reason: string | null;
  readonly condition: string | null;
  readonly source: string | null;
  readonly cost: number | null;
  readonly age: number | null;
}
export type Feature = keyof Features;

/** From the first to the last that is left out. */
const dropped = ["age", "cost", "source", "condition"] as const;

/** The features that are compared, step by step: of those that the line has, all, then fewer. */
export const listSteps = (line: Features): Feature[][] => {
  if (line.reason === null) return [];
  const known = dropped.filter((feature) =>
    feature === "cost" || feature === "age"
      ? bandOf(line, feature) !== undefined
      : line[feature] !== null,
  );
  return Array.from({ length: known.length + 1 }, (_, step) => [
    "reason",
    ...known.slice(step).toReversed(),
  ]);
};

const bandOf = (line: Features, feature: "cost" | "age"): Band | undefined =>
  findBand(feature === "cost" ? costBounds : ageBounds, line[feature]);

/** What was decided of a line. */
export interface LineDecision {
  readonly outcome: LineOutcome;
  readonly creditPercent: number | null;
}

/** How many lines were decided in one way. */
export interface DecidedLines extends LineDecision {
  readonly lines: number;
}

const addUp = (groups: readonly DecidedLines[]): number =>
  groups.reduce((sum, { lines }) => sum + lines, 0);

/** What a clear majority of lines decided; undefined where there is none. */
const propose = (groups: readonly DecidedLines[]): DecisionProposal | undefined => {
  const total = addUp(groups);
  const isClear = (lines: number) => lines / total >= clearMajority;
  for (const outcome of ["approve", "deny"] as const) {
    const same = groups.filter((group) => group.outcome === outcome);
    if (!isClear(addUp(same))) continue;
    const credited = same.find(
      ({ creditPercent, lines }) =>
        outcome === "approve" && creditPercent !== null && isClear(lines),
    );
    return credited === undefined || credited.creditPercent === null
      ? { outcome, agreed: addUp(same) }
      : { outcome, creditPercent: credited.creditPercent, agreed: credited.lines };
  }
  return undefined;
};

export type DecisionCounts = Omit<PastDecisions, "alike">;

/** What decided lines say; undefined if they are too few to say anything. */
export const judge = (groups: readonly DecidedLines[]): DecisionCounts | undefined => {
  const total = addUp(groups);
  if (total < fewestAlike) return undefined;
  const count = (outcome: LineOutcome) => addUp(groups.filter((one) => one.outcome === outcome));
  const proposal = propose(groups);
  return {
    total,
    approved: count("approve"),
    denied: count("deny"),
    split: count("split"),
    ...(proposal === undefined ? {} : { proposal }),
  };
};

/** Whether a line was decided as proposed. */
export const agrees = (proposal: DecisionProposal, decided: LineDecision): boolean =>
  proposal.outcome === decided.outcome &&
  (proposal.creditPercent === undefined || proposal.creditPercent === decided.creditPercent);

/** A line that is to be decided. */
export interface Asked extends Features {
  /** Its RMA, whose own lines don't count. */
  readonly rma: string;
  /** Only decisions before this time of the database count; null: all. */
  readonly before: string | null;
}

export interface Judged {
  readonly features: readonly Feature[];
  readonly counts: DecisionCounts;
}

const columns = { reason: "reason", condition: "condition", source: "source_id" } as const;

/** The condition that decided lines are like those that are asked for, in some features. */
const isAlike = (sql: Query, features: readonly Feature[]): Fragment =>
  features
    .map((feature): Fragment => {
      if (feature !== "cost" && feature !== "age")
        return sql`line.${sql(columns[feature])} = asked.${sql(feature)}`;
      const [value, from, to] = [feature, `${feature}_from`, `${feature}_to`].map((name) =>
        sql(name),
      );
      return sql`line.${value!} >= asked.${from!} and line.${value!} < asked.${to!}`;
    })
    .reduce((all, one) => sql`${all} and ${one}`);

const isPast = (sql: Query, copyId: number): Fragment => sql`
  line.copy_id = ${copyId} and line.outcome is not null and line.rma_id <> asked.rma
  and (asked.before is null or line.decided_at < asked.before)`;

const toJson = (asked: readonly Asked[]): string =>
  JSON.stringify(
    asked.map(({ cost: _, age: __, ...line }, place) => {
      const [cost, age] = [bandOf(asked[place]!, "cost"), bandOf(asked[place]!, "age")];
      const bands = {
        cost_from: cost?.from,
        cost_to: cost?.to ?? "Infinity",
        age_from: age?.from,
        age_to: age?.to ?? "Infinity",
      };
      return { place, ...line, ...bands };
    }),
  );

const askedLines = (sql: Query, asked: readonly Asked[]): Fragment => sql`
  json_to_recordset(${toJson(asked)}::text::json) as asked (
    place integer, rma bigint, before timestamptz, reason text, condition text, source bigint,
    cost_from float8, cost_to float8, age_from float8, age_to float8)`;

interface GroupRow extends DecidedLines {
  readonly place: number;
}

/** The decided lines that are like each line in some features, counted by decision. */
const countAlike = async (
  sql: Query,
  copyId: number,
  features: readonly Feature[],
  asked: readonly Asked[],
): Promise<DecidedLines[][]> => {
  // One lookup in the index for each: together, the planner would rather read all lines.
  const rows = await sql<GroupRow[]>`
    select asked.place, alike.outcome, alike.percent as "creditPercent", alike.lines
    from ${askedLines(sql, asked)} cross join lateral (
      select line.outcome, line.credit_percent as percent, count(*)::integer as lines
      from gateway.rma_lines as line where ${isPast(sql, copyId)} and ${isAlike(sql, features)}
      group by 1, 2
    ) as alike`;
  const groups: DecidedLines[][] = asked.map(() => []);
  for (const { place, ...group } of rows) groups[place]?.push(group);
  return groups;
};

/** How lines like each line were decided; undefined where too few were. */
export const judgeLines = async (
  sql: Query,
  copyId: number,
  asked: readonly Asked[],
): Promise<(Judged | undefined)[]> => {
  const judged: (Judged | undefined)[] = asked.map(() => undefined);
  const steps = asked.map(listSteps);
  for (let step = 0; ; step += 1) {
    const open = asked.flatMap((_, place) => {
      const features = judged[place] === undefined ? steps[place]?.[step] : undefined;
      return features === undefined ? [] : [{ place, features }];
    });
    if (open.length === 0) return judged;
    for (const some of groupBy(open, ({ features }) => features.join(" ")).values()) {
      const { features } = some[0]!;
      const groups = await countAlike(
        sql,
        copyId,
        features,
        some.map(({ place }) => asked[place]!),
      );
      for (const [index, { place }] of some.entries()) {
        const counts = judge(groups[index] ?? []);
        if (counts !== undefined) judged[place] = { features, counts };
      }
    }
  }
};

interface AlikeRow {
  readonly rma: number | string;
  readonly line: number | string;
  readonly decided: number;
}

/** The decided lines that are like a line in some features, the newest decisions first. */
export const listAlike = async (
  sql: Query,
  copyId: number,
  asked: Asked,
  { features }: Judged,
  { first, count }: { readonly first: number; readonly count: number },
): Promise<AlikeRow[]> =>
  sql<AlikeRow[]>`
    select line.rma_id as rma, line.line_id as line,
      extract(epoch from line.decided_at)::float8 * 1000 as decided
    from ${askedLines(sql, [asked])} join gateway.rma_lines as line
      on ${isPast(sql, copyId)} and ${isAlike(sql, features)}
    order by line.decided_at desc, line.rma_id desc, line.line_id desc
    limit ${count} offset ${first}`;

/** In what lines are alike, as a screen shows it. */
export const describeAlike = (
  asked: Asked,
  features: readonly Feature[],
  texts: { readonly reason: string; readonly condition: string },
): AlikeFeatures => {
  const [cost, age] = (["cost", "age"] as const).map((feature) =>
    features.includes(feature) ? bandOf(asked, feature) : undefined,
  );
  return {
    reason: texts.reason,
    ...(features.includes("condition") ? { condition: texts.condition } : {}),
    ...(features.includes("source") ? { sourceId: toId(asked.source ?? "") } : {}),
    ...(cost === undefined ? {} : { cost }),
    ...(age === undefined ? {} : { age }),
  };
};

/** Beyond 2^53 it is text, as everywhere. */
const toId = (digits: string): number =>
  Number.isSafeInteger(Number(digits)) ? Number(digits) : (digits as unknown as number);
