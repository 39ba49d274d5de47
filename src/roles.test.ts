import { expect, it } from "vitest";
import type { Problem } from "#contract/errors.ts";
import { auditOperations } from "#contract/audit.ts";
import { operationEntries } from "#contract/operations.ts";
import {
  ownPermissions,
  type Permission,
  type Role,
  roles,
  signInProblems,
  whyRoleForbids,
} from "#contract/people.ts";
import { receivedOrderOperations } from "#contract/received-orders.ts";
import { verifyAudit } from "#gateway/audit/audit-command.ts";
import { eventually } from "#gateway/testing/hold-answers.ts";
import { createTestBrowser } from "./test-browser.ts";
import { signInSetUp } from "./test-sign-in.ts";

const console = signInSetUp();

const members = { viewer: "vera", agent: "alex", editor: "eddie", admin: "ada" } as const;

interface Route {
  readonly method: string;
  readonly path: string;
  readonly permission: Permission;
}

const routes: Route[] = [
  ...[
    ...operationEntries,
    ...Object.entries(receivedOrderOperations),
    ...Object.entries(auditOperations),
  ].map(([, operation]) => ({
    method: operation.method,
    path: `/api${operation.path.replaceAll(/\{\w+\}/g, "1")}`,
    permission: operation,
  })),
  { method: "GET", path: "/gateway/connection", permission: ownPermissions.readConnection },
  { method: "POST", path: "/gateway/connection", permission: ownPermissions.tryAddresses },
];

/** The expected result of a call: a refusal before anything is sent, or no refusal. */
const expectedFor = (caller: Role | "signed out", permission: Permission): string => {
  if (caller === "signed out") return `401 ${signInProblems.signedOut} Sign in to continue.`;
  const reason = whyRoleForbids(caller, permission);
  return reason === undefined ? "allowed" : `403 ${signInProblems.roleTooLow} ${reason}`;
};

const refusals: ReadonlySet<string | undefined> = new Set(Object.values(signInProblems));

it.each<Role | "signed out">(["signed out", ...roles])(
  "fault 16: %s: every route is allowed, or refused before anything is sent",
  async (caller) => {
    const browser = createTestBrowser();
    if (caller !== "signed out") await console.signIn(members[caller], browser);
    const got: [string, string][] = [];
    for (const { method, path } of routes) {
      const sent = console.upstream.arrivals.length;
      const headers = { "content-type": "application/json" };
      const init = method === "GET" ? {} : { method, headers, body: "[1]" };
      const response = await browser.call(console.gateway.origin + path, init);
      const { type, detail } = (await response.json()) as Partial<Problem>;
      const isSent = console.upstream.arrivals.length > sent;
      const refusal = `${response.status} ${type} ${detail}${isSent ? ", and was sent" : ""}`;
      got.push([`${method} ${path}`, refusals.has(type) ? refusal : "allowed"]);
    }
    const expected = routes.map(({ method, path, permission }): [string, string] => [
      `${method} ${path}`,
      expectedFor(caller, permission),
    ]);
    expect(got).toEqual(expected);
    const refused = expected.filter(([, outcome]) => outcome !== "allowed");
    expect(console.lines.filter((line) => line.includes('"refused a person"'))).toHaveLength(
      refused.length,
    );
  },
);

it.each([
  ["/api/rmas/1/items", "[]", 200],
  ["/api/rmas/1/items", " [ ] ", 200],
  ["/api/rmas/1/items", "{}", 403],
  ["/api/rmas/1/items", '[{"id":1}]', 403],
  ["/api/rmas/1/items", "", 403],
  ["/api/rmas/1/items", "[", 403],
  ["/api/returns/1", "{}", 200],
  ["/api/returns/1", "[]", 403],
  ["/api/returns/1", '{"status":2}', 403],
  ["/api/mapping-set/1", "{}", 403],
] as const)(
  "fault 16: a viewer's PATCH of %s with %j, which may only read, gets %i",
  async (path, body, status) => {
    const { browser } = await console.signIn("vera");
    const headers = { "content-type": "application/json" };
    const init = { method: "PATCH", headers, body };
    const response = await browser.call(console.gateway.origin + path, init);
    expect(response.status).toBe(status);
    expect(console.upstream.arrivals).toHaveLength(status === 200 ? 1 : 0);
  },
);

interface Entry {
  readonly operation: string;
  readonly record: number | null;
  readonly status: number;
  readonly reason: string;
}

it("fault 16: refused changes are recorded with the person and the reason, and repeated ones are counted", async () => {
  const { sql } = console.memory.database;
  const [before] = await sql<
    { id: number }[]
  >`select coalesce(max(id), 0) as id from gateway.changes`;
  const list = () => sql<Entry[]>`
    select operation, record_id as record, status, reason from gateway.changes
    where id > ${before?.id ?? 0} and state = 'refused' and person like 'Vera%' order by operation, id`;
  const { browser } = await console.signIn("vera");
  const send = async (path: string, method = "PATCH", headers = {}) =>
    browser.call(console.gateway.origin + path, {
      method,
      headers: { "content-type": "application/json", ...headers },
      body: '{"secretNote":"Grace Hopper"}',
    });
  await send("/api/returns/7", "PATCH", { "x-requested-by": "" });
  await send("/api/returns/5");
  await eventually(async () => (await list()).length === 1);
  for (let times = 0; times < 20; times += 1) await send(`/api/returns/${5 + (times % 2)}`);
  await send("/api/mapping-set/3");
  await send("/api/audit/9/settlement", "POST");
  await browser.call(`${console.gateway.origin}/api/audit`);
  await eventually(async () => (await list()).length === 3);
  await console.gateway.close();
  const reason = expect.stringMatching(/^Your role, Viewer, can't [^.]+\. Ask [^.]+\.$/);
  expect(await list()).toEqual([
    { operation: "settleChange", record: 9, status: 403, reason },
    { operation: "updateMappingSet", record: 3, status: 403, reason },
    { operation: "updateReturn", record: 5, status: 403, reason },
    {
      operation: "updateReturn",
      record: null,
      status: 403,
      reason: expect.stringMatching(/ Tried 20 more times within 10 minutes\.$/),
    },
  ]);
  const rows = await sql<{ content: string }[]>`
    select content from gateway.audit_rows where seq > ${before?.id ?? 0}`;
  const text = rows.map(({ content }) => content).join("\n");
  expect(text).toContain('"reason":"Your role, Viewer, can\'t');
  expect(text).not.toContain("Hopper");
  expect(await verifyAudit(sql)).toMatchObject({ kind: "intact" });
});
