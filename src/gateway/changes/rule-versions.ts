import type { FastifyInstance, FastifyRequest } from "fastify";
import { mappingRuleOperations } from "#contract/mapping-rules.ts";
import {
  maxRuleVersions,
  type RuleVersion,
  ruleVersionOperations,
} from "#contract/rule-versions.ts";
import type { Query, Sql } from "#database/sql.ts";
import type { Call, Forwarder } from "#gateway/proxy/forward-call.ts";
import { readRecordId } from "#gateway/proxy/versions.ts";
import { type Answering, answerJson } from "#gateway/server/answer-request.ts";
import { codeOf } from "#gateway/server/database.ts";
import { checkQuery, serveOwnOperation, Stop } from "#gateway/server/serve-own-operation.ts";
import { deleteEndedTests } from "./rule-tests.ts";

interface Storage {
  readonly sql: () => Promise<Sql>;
  readonly upstream: string;
}

interface NewVersion {
  readonly rule: unknown;
  readonly person: string | null;
  /** Null: as the rule was before its first save. */
  readonly savedAt: string | null;
}

const hasVersions = async (sql: Query, upstream: string, ruleId: number): Promise<boolean> => {
  const rows = await sql`
    select from gateway.rule_versions where upstream = ${upstream} and rule_id = ${ruleId} limit 1`;
  return rows.length > 0;
};

const addVersion = async (
  sql: Query,
  upstream: string,
  ruleId: number,
  { rule, person, savedAt }: NewVersion,
): Promise<void> => {
  await sql`
    insert into gateway.rule_versions (upstream, rule_id, body, person, saved_at, tests)
    select ${upstream}, ${ruleId}, ${JSON.stringify(rule)}, ${person}, ${savedAt}::timestamptz,
      coalesce(array_agg(id), '{}') from gateway.rule_tests
    where upstream = ${upstream} and rule_id = ${ruleId} and ended_at is null`;
  await sql`
    delete from gateway.rule_versions where id in (
      select id from gateway.rule_versions where upstream = ${upstream} and rule_id = ${ruleId}
      order by id desc offset ${maxRuleVersions}::int)`;
  await deleteEndedTests(sql, upstream, ruleId);
};

interface VersionRow {
  readonly id: number;
  readonly body: string;
  readonly person: string | null;
  readonly savedAt: string | null;
  readonly tests: number | null;
}

const listVersions = async (sql: Query, upstream: string, ruleId: number) => {
  const rows = await sql<VersionRow[]>`
    select id, body, person, saved_at as "savedAt", cardinality(tests) as tests
    from gateway.rule_versions
    where upstream = ${upstream} and rule_id = ${ruleId} order by id desc`;
  return rows.map(({ id, body, person, savedAt, tests }) => ({
    id: Number(id),
    rule: JSON.parse(body) as RuleVersion["rule"],
    savedBy: person,
    savedAt: savedAt === null ? null : new Date(savedAt).toISOString(),
    tests,
  }));
};

/** Keeps the versions of mapping rules that are saved. It never prevents or fails a save. */
export interface RuleVersions {
  /** Keeps the rule as it was, before its first save through this console. */
  readonly before: (call: Call, body: unknown) => Promise<void>;
  /** Keeps the rule as the API answered. */
  readonly after: (call: Call, rule: unknown, person: string | undefined) => Promise<void>;
}

interface Options extends Storage {
  readonly forwarder: Forwarder;
  readonly log: (facts: object, message: string) => void;
}

export const createRuleVersions = ({ sql, upstream, forwarder, log }: Options): RuleVersions => {
  const attempt = async (call: Call, work: () => Promise<void>): Promise<void> => {
    if (call.operation !== mappingRuleOperations.saveMappingRule) return;
    try {
      await work();
    } catch (error) {
      log({ code: codeOf(error) }, "could not keep a version of a mapping rule");
    }
  };
  return {
    before: (call, body) =>
      attempt(call, async () => {
        const ruleId = readRecordId(body);
        if (ruleId === null || (await hasVersions(await sql(), upstream, ruleId))) return;
        const { verdict } = await forwarder.send({
          operation: mappingRuleOperations.listMappingRules,
          path: `${mappingRuleOperations.listMappingRules.path}?ids=${ruleId}`,
          body: undefined,
          token: call.token,
          urgency: call.urgency,
          person: call.person,
          fresh: true,
        }).result;
        const [rule] = verdict.kind === "success" ? (verdict.value as unknown[]) : [];
        if (readRecordId(rule) === ruleId)
          await addVersion(await sql(), upstream, ruleId, { rule, person: null, savedAt: null });
      }),
    after: (call, rule, person) =>
      attempt(call, async () => {
        const ruleId = readRecordId(rule);
        const savedAt = new Date().toISOString();
        if (ruleId !== null)
          await addVersion(await sql(), upstream, ruleId, {
            rule,
            person: person ?? null,
            savedAt,
          });
      }),
  };
};

/** The gateway's own operation under /api that lists the versions of a rule. */
export const serveRuleVersions = (
  app: FastifyInstance,
  { answering, storage }: { answering: Answering; storage: Storage | undefined },
): void => {
  const operation = ruleVersionOperations.listRuleVersions;
  serveOwnOperation(
    app,
    operation,
    async (request: FastifyRequest, reply) => {
      if (storage === undefined) throw new Stop({ kind: "memory-unavailable" });
      const { ruleId } = checkQuery(operation.query, request);
      const versions = await listVersions(await storage.sql(), storage.upstream, ruleId);
      return answerJson(reply, 200, versions, answering);
    },
    answering,
  );
};
