import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type * as z from "zod/mini";
import type { Operation } from "#contract/operation.ts";
import {
  maxRuleTests,
  type RuleExpectation,
  type RuleTest,
  type RuleTestContent,
  ruleTestOperations,
} from "#contract/rule-tests.ts";
import type { Query, Sql } from "#database/sql.ts";
import { type Answering, answerJson } from "#gateway/server/answer-request.ts";
import {
  check,
  checkQuery,
  requireBody,
  serveOwnOperation,
  Stop,
} from "#gateway/server/serve-own-operation.ts";

interface TestRow {
  readonly testId: number;
  readonly ruleId: number;
  readonly content: string;
  readonly person: string | null;
  readonly savedAt: string;
}

const toTest = ({ testId, ruleId, content, person, savedAt }: TestRow): RuleTest => ({
  id: Number(testId),
  ruleId: Number(ruleId),
  ...(JSON.parse(content) as RuleTestContent),
  savedBy: person,
  savedAt: new Date(savedAt).toISOString(),
});

const listTestsOf = async (sql: Query, upstream: string, ruleId: number): Promise<RuleTest[]> => {
  const rows = await sql<TestRow[]>`
    select test_id as "testId", rule_id as "ruleId", content, person, saved_at as "savedAt"
    from gateway.rule_tests
    where upstream = ${upstream} and rule_id = ${ruleId} and ended_at is null order by test_id`;
  return rows.map(toTest);
};

const listTestsAfter = async (sql: Query, upstream: string, after: number): Promise<RuleTest[]> => {
  const rows = await sql<TestRow[]>`
    select test_id as "testId", rule_id as "ruleId", content, person, saved_at as "savedAt"
    from gateway.rule_tests
    where upstream = ${upstream} and test_id > ${after}::bigint and ended_at is null
    order by test_id limit ${maxRuleTests}::int`;
  return rows.map(toTest);
};

/** Undefined if the rule has too many tests. */
const addTest = async (
  sql: Query,
  upstream: string,
  ruleId: number,
  content: RuleTestContent,
  person: string | null,
): Promise<RuleTest | undefined> => {
  const text = JSON.stringify(content);
  await sql`
    insert into gateway.rule_tests (upstream, rule_id, content, person)
    select ${upstream}::text, ${ruleId}::bigint, ${text}::text, ${person}::text
    where not exists (select from gateway.rule_tests
        where upstream = ${upstream} and rule_id = ${ruleId} and ended_at is null and content = ${text})
      and (select count(*) from gateway.rule_tests
        where upstream = ${upstream} and rule_id = ${ruleId} and ended_at is null) < ${maxRuleTests}::int`;
  const [row] = await sql<TestRow[]>`
    select test_id as "testId", rule_id as "ruleId", content, person, saved_at as "savedAt"
    from gateway.rule_tests
    where upstream = ${upstream} and rule_id = ${ruleId} and ended_at is null and content = ${text}
    order by test_id limit 1`;
  return row && toTest(row);
};

/** Ends the row of a test, and returns it; undefined if the test was removed. */
const endTest = async (sql: Query, upstream: string, id: number): Promise<TestRow | undefined> => {
  const [row] = await sql<TestRow[]>`
    update gateway.rule_tests set ended_at = clock_timestamp()
    where upstream = ${upstream} and test_id = ${id} and ended_at is null
    returning test_id as "testId", rule_id as "ruleId", content, person, saved_at as "savedAt"`;
  return row;
};

/** Deletes the rows of changed and removed tests that no version of the rule has. */
export const deleteEndedTests = async (
  sql: Query,
  upstream: string,
  ruleId: number,
): Promise<void> => {
  await sql`
    delete from gateway.rule_tests as test
    where upstream = ${upstream} and rule_id = ${ruleId} and ended_at is not null
      and not exists (select from gateway.rule_versions as version
        where version.upstream = ${upstream} and version.rule_id = ${ruleId}
          and test.id = any(version.tests))`;
};

const changeTest = async (
  sql: Sql,
  upstream: string,
  id: number,
  expectation: RuleExpectation,
  person: string | null,
): Promise<RuleTest | undefined> =>
  sql.begin(async (transaction) => {
    const ended = await endTest(transaction, upstream, id);
    if (!ended) return undefined;
    const content = { ...(JSON.parse(ended.content) as RuleTestContent), expectation };
    const [row] = await transaction<TestRow[]>`
      insert into gateway.rule_tests (test_id, upstream, rule_id, content, person)
      values (${id}, ${upstream}, ${ended.ruleId}, ${JSON.stringify(content)}, ${person})
      returning test_id as "testId", rule_id as "ruleId", content, person, saved_at as "savedAt"`;
    await deleteEndedTests(transaction, upstream, ended.ruleId);
    return row && toTest(row);
  });

/** The tests of a rule become those that a version of it had; undefined if there is no such version. */
const restoreTests = async (
  sql: Sql,
  upstream: string,
  versionId: number,
): Promise<RuleTest[] | undefined> =>
  sql.begin(async (transaction) => {
    const [version] = await transaction<{ ruleId: number }[]>`
      select rule_id as "ruleId" from gateway.rule_versions
      where upstream = ${upstream} and id = ${versionId} and tests is not null`;
    if (!version) return undefined;
    const { ruleId } = version;
    // First all of them end: only one row of a test may be current.
    await transaction`
      update gateway.rule_tests set ended_at = clock_timestamp()
      where upstream = ${upstream} and rule_id = ${ruleId} and ended_at is null`;
    await transaction`
      update gateway.rule_tests set ended_at = null
      where id = any((select tests from gateway.rule_versions where id = ${versionId})::bigint[])`;
    await deleteEndedTests(transaction, upstream, ruleId);
    return listTestsOf(transaction, upstream, ruleId);
  });

interface RuleTestRoutes {
  readonly answering: Answering;
  /** The sender as others read it; undefined without sign-in. */
  readonly personOf: (request: FastifyRequest) => string | undefined;
  /** Undefined where the gateway has no storage. */
  readonly storage: { readonly sql: () => Promise<Sql>; readonly upstream: string } | undefined;
}

const full = new Stop({
  kind: "bad-request",
  detail: `This rule has ${maxRuleTests} tests already. Remove some first.`,
});
const removed = new Stop({
  kind: "unknown-path",
  detail: "This test was removed. Reload the tests.",
});
const noVersion = new Stop({
  kind: "unknown-path",
  detail: "This version is no longer kept, or was saved before tests were kept.",
});

const demand = <T>(value: T | undefined, failure: Stop): T => {
  if (value === undefined) throw failure;
  return value;
};

/** The gateway's own operations under /api: the tests of mapping rules. */
export const serveRuleTests = (
  app: FastifyInstance,
  { answering, personOf, storage }: RuleTestRoutes,
): void => {
  const serve = (
    operation: Operation,
    handle: (sql: Sql, upstream: string, request: FastifyRequest) => Promise<unknown>,
  ) =>
    serveOwnOperation(
      app,
      operation,
      async (request: FastifyRequest, reply: FastifyReply) => {
        if (storage === undefined) throw new Stop({ kind: "memory-unavailable" });
        const answer = await handle(await storage.sql(), storage.upstream, request);
        return answerJson(reply, 200, answer, answering);
      },
      answering,
    );
  const readBody = <S extends z.ZodMiniType>(
    operation: Operation & { readonly body: S },
    request: FastifyRequest,
  ) => check(operation.body, requireBody(operation, request));
  const operations = ruleTestOperations;
  const idOf = (request: FastifyRequest) =>
    check(operations.removeRuleTest.params, request.params).id;
  const sender = (request: FastifyRequest) => personOf(request) ?? null;

  serve(operations.listRuleTests, async (sql, upstream, request) => {
    const { ruleId, after } = checkQuery(operations.listRuleTests.query, request);
    return ruleId === undefined
      ? listTestsAfter(sql, upstream, after ?? 0)
      : listTestsOf(sql, upstream, ruleId);
  });
  serve(operations.addRuleTest, async (sql, upstream, request) => {
    const { ruleId, ...content } = readBody(operations.addRuleTest, request);
    return demand(await addTest(sql, upstream, ruleId, content, sender(request)), full);
  });
  serve(operations.changeRuleTest, async (sql, upstream, request) => {
    const { expectation } = readBody(operations.changeRuleTest, request);
    const id = idOf(request);
    return demand(await changeTest(sql, upstream, id, expectation, sender(request)), removed);
  });
  // A test that another person removed is removed, which was wanted.
  serve(operations.removeRuleTest, async (sql, upstream, request) => {
    const ended = await endTest(sql, upstream, idOf(request));
    if (ended) await deleteEndedTests(sql, upstream, ended.ruleId);
    return null;
  });
  serve(operations.restoreRuleTests, async (sql, upstream, request) =>
    demand(await restoreTests(sql, upstream, idOf(request)), noVersion),
  );
};
