import { describe, expect, it } from "vitest";
import type { Problem } from "#contract/errors.ts";
import type { Change } from "#contract/audit.ts";
import type { BulkRun } from "#contract/bulk-runs.ts";
import { gatewayOperations } from "#contract/gateway-operations.ts";
import { operationEntries } from "#contract/operations.ts";
import {
  ownPermissions,
  type Permission,
  type Role,
  roles,
  sessionPath,
  whyRoleForbids,
} from "#contract/people.ts";
import type { SignedInPerson } from "#contract/signed-in-people.ts";
import { verifyAudit } from "#gateway/changes/audit-command.ts";
import { eventually } from "#gateway/testing/hold-answers.ts";
import { post } from "#gateway/testing/storage.ts";
import { createTestBrowser, type TestBrowser } from "#testing/browser.ts";
import { hour, sessionCookie, signInSetUp } from "#testing/sign-in.ts";

const console = signInSetUp();

const members = { viewer: "vera", agent: "alex", editor: "eddie", admin: "ada" } as const;

interface Route {
  readonly method: string;
  readonly path: string;
  readonly permission: Permission;
}

const routes: Route[] = [
  ...[...operationEntries, ...Object.entries(gatewayOperations)].map(([, operation]) => ({
    method: operation.method,
    path: `/api${operation.path.replaceAll(/\{\w+\}/g, "1")}`,
    permission: operation,
  })),
  { method: "GET", path: "/gateway/connection", permission: ownPermissions.readConnection },
  { method: "POST", path: "/gateway/connection", permission: ownPermissions.tryAddresses },
];

/** The types of the refusals of calls without a session, and of those that the role doesn't allow. */
const problems = {
  signedOut: "urn:supercargo:problem:signed-out",
  roleTooLow: "urn:supercargo:problem:role-too-low",
};

/** The expected result of a call: a refusal before anything is sent, or no refusal. */
const expectedFor = (caller: Role | "signed out", permission: Permission): string => {
  if (caller === "signed out") return `401 ${problems.signedOut} Sign in to continue.`;
  const reason = whyRoleForbids(caller, permission);
  return reason === undefined ? "allowed" : `403 ${problems.roleTooLow} ${reason}`;
};

const refusals: ReadonlySet<string | undefined> = new Set(Object.values(problems));

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
      const { type, detail } = ((await response.json()) ?? {}) as Partial<Problem>;
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
  const { sql } = console.storage.database;
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
  expect(await verifyAudit(sql, { auditDays: 400 })).toMatchObject({ kind: "intact" });
});

it("fault 16: a bulk run takes the role of its operation; viewers see it", async () => {
  const url = `${console.gateway.origin}/api/bulk-runs`;
  const send = async (who: string, path = "", body?: unknown) => {
    const { browser } = await console.signIn(who);
    const response = await browser.call(url + path, body === undefined ? {} : post(body));
    return { status: response.status, run: (await response.json()) as BulkRun };
  };
  const item = { recordId: 1, name: "Rule 1", change: { enabled: false } };
  const switching = { title: "Disable", past: "disabled", items: [item] };
  const body = { operation: "saveMappingRule", ...switching };
  expect((await send("vera", "", body)).status).toBe(403);
  expect((await send("alex", "", body)).status).toBe(403);
  const { status, run } = await send("eddie", "", body);
  expect([status, run.startedBy, run.isOwn]).toEqual([200, "Eddie Editor (eddie)", true]);
  expect((await send("alex", `/${run.id}/pause`, {})).status).toBe(403);
  expect((await send("vera", `/${run.id}`)).run).toMatchObject({ isOwn: false, title: "Disable" });
  expect((await send("ada", `/${run.id}/cancel`, {})).status).toBe(200);
});

describe("an administrator", () => {
  const read = async <T>(browser: TestBrowser, path: string): Promise<T> =>
    (await (await browser.call(`${console.gateway.origin}/api${path}`)).json()) as T;

  const endSessions = async (browser: TestBrowser, body: unknown) => {
    const url = `${console.gateway.origin}/api/people/sign-out`;
    const response = await browser.call(url, post(body));
    return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
  };

  it("sees who is signed in, without secrets or addresses", async () => {
    await console.storage.database.sql`delete from gateway.sessions`;
    const first = console.now;
    await console.signIn("alex");
    await console.signIn("vera");
    console.passTime(hour);
    const { browser: alex } = await console.signIn("alex");
    await console.storage.database.sql`
      update gateway.sessions set role = 'viewer'
      where person_id = 'alex' and created_at = ${new Date(first)}`;
    console.passTime(hour);
    expect(await console.statusFor(alex)).toBe(200);
    const { browser: ada } = await console.signIn("ada");
    const at = (hours: number): string => new Date(first + hours * hour).toISOString();
    const of = (id: string, name: string, role: string, signedIn: number): SignedInPerson => {
      const times = { signedInAt: at(signedIn), lastUsedAt: at(2) };
      return { id, name, roles: [role], ...times, sessions: 1 };
    };
    expect(await read(ada, "/people")).toEqual([
      of("ada", "Ada Admin", "admin", 2),
      of("alex", "Alex Agent", "agent", 1),
    ]);
    console.passTime(-1);
    expect(await read(ada, "/people")).toEqual([
      of("ada", "Ada Admin", "admin", 2),
      { ...of("alex", "Alex Agent", "agent", 0), roles: ["agent", "viewer"], sessions: 2 },
      { ...of("vera", "Vera Viewer", "viewer", 0), lastUsedAt: at(0) },
    ]);
  });

  it("reads the signed-in people page by page, and finds them by a part of the name, the ID or the email address", async () => {
    const { sql } = console.storage.database;
    await sql`delete from gateway.sessions`;
    const { browser: ada } = await console.signIn("ada");
    await sql`
      insert into gateway.sessions (id_hash, issuer, person_id, name, email, role, created_at, seen_at, expires_at)
      select sha256(n::text::bytea), issuer, 'id-' || n, case n when 7 then 'Ünal 100%_' else 'Person ' || n end,
        'mail' || n || '@example.com', 'viewer', created_at, seen_at - n * interval '1 second', expires_at
      from gateway.sessions, generate_series(1, 240) as n where person_id = 'ada'`;
    const list = async (query: string): Promise<[number, ...string[]]> => {
      const response = await ada.call(`${console.gateway.origin}/api/people?${query}`);
      const people = (await response.json()) as SignedInPerson[];
      return [Number(response.headers.get("x-total-count")), ...people.map(({ id }) => id)];
    };
    const [total, ...first] = await list("");
    expect([total, first.length, first[0], first[49]]).toEqual([241, 50, "ada", "id-49"]);
    expect(await list("pageNumber=9&pageSize=30")).toEqual([241, "id-240"]);
    expect(await list("pageNumber=10&pageSize=30")).toEqual([241]);
    expect(await list("search=ünAL")).toEqual([1, "id-7"]);
    expect(await list("search=%25_")).toEqual([1, "id-7"]);
    expect(await list("search=MAIL239@")).toEqual([1, "id-239"]);
    expect(await list("search=id-24")).toEqual([2, "id-24", "id-240"]);
    expect(await list("search=nobody")).toEqual([0]);
    expect(await console.statusFor(ada, "/api/people?pageSize=51")).toBe(400);
  });

  it("fault 15: ends all sessions of a person, in every gateway, and it is recorded", async () => {
    const [one, two, other, ada] = [
      await console.signIn("alex"),
      await console.signIn("alex"),
      await console.signIn("vera"),
      await console.signIn("ada"),
    ];
    const second = await console.start();
    const headers = {
      cookie: sessionCookie(one.browser, console.gateway).replace(
        String(console.gateway.port),
        String(second.port),
      ),
    };
    expect((await second.call("/api/rma", { headers })).status).toBe(200);
    const { status, answer } = await endSessions(ada.browser, { personId: "alex" });
    expect([status, Number(answer["ended"]) >= 2]).toEqual([200, true]);
    const refused = await second.call("/api/rma", { headers });
    expect([refused.status, ((await refused.json()) as Problem).type]).toEqual([
      401,
      problems.signedOut,
    ]);
    expect(await console.statusFor(two.browser)).toBe(401);
    expect(await console.statusFor(other.browser)).toBe(200);
    const session = await second.call(sessionPath, { headers });
    expect(await session.json()).toMatchObject({ person: null, endedBy: "administrator" });
    const [change] = await read<Change[]>(ada.browser, "/audit");
    expect(change).toMatchObject({
      person: "Ada Admin (ada)",
      operation: "endSessions",
      resource: "sessions",
      state: "done",
      reason: "Signed out: Alex Agent (alex)",
    });
    expect(await verifyAudit(console.storage.database.sql, { auditDays: 400 })).toMatchObject({
      kind: "intact",
    });
  });

  it("ends their own other sessions, and the current one only by signing out", async () => {
    await console.storage.database.sql`delete from gateway.sessions`;
    const [here, there] = [await console.signIn("ada"), await console.signIn("ada")];
    expect((await endSessions(here.browser, { personId: "ada" })).answer).toEqual({ ended: 1 });
    expect((await endSessions(here.browser, { personId: "ada" })).answer).toEqual({ ended: 0 });
    expect(await console.statusFor(there.browser)).toBe(401);
    expect(await console.statusFor(here.browser)).toBe(200);
  });

  it("changes nothing by a body that names no person, or one who isn't signed in", async () => {
    const { browser } = await console.signIn("ada");
    for (const body of [{}, { personId: "" }, { personId: 5 }, { personId: "a", all: true }, []])
      expect((await endSessions(browser, body)).status).toBe(400);
    const { status, answer } = await endSessions(browser, { personId: "Ünknown' or 1=1" });
    expect([status, answer]).toEqual([200, { ended: 0 }]);
  });

  it("fault 16: is needed for both", async () => {
    const { browser: victim } = await console.signIn("alex");
    const { browser } = await console.signIn("vera");
    expect(await console.statusFor(browser, "/api/people")).toBe(403);
    const { status, answer } = await endSessions(browser, { personId: "alex" });
    expect([status, answer["type"]]).toEqual([403, problems.roleTooLow]);
    expect(await console.statusFor(victim)).toBe(200);
  });

  it("fault 40: ends no session that the record of changes can't contain", async () => {
    const { browser: victim } = await console.signIn("alex");
    const { browser } = await console.signIn("ada");
    await console.storage.database.sql`alter table gateway.changes rename to away`;
    expect((await endSessions(browser, { personId: "alex" })).status).toBe(503);
    await console.storage.database.sql`alter table gateway.away rename to changes`;
    expect(await console.statusFor(victim)).toBe(200);
  });
});
