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
