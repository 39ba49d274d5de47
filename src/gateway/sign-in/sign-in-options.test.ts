import { expect, it } from "vitest";
import type { Role } from "#contract/people.ts";
import { chooseRole, readClaim } from "./sign-in-options.ts";

const groups = new Map<string, Role>([
  ["support team", "agent"],
  ["cn=it", "admin"],
]);
const everyone = new Map<string, Role>([...groups, ["*", "viewer"]]);
const none = new Map<string, Role>();

it.each<[unknown, ReadonlyMap<string, Role>, Role | undefined]>([
  [["agent"], none, "agent"],
  [["viewer", "admin", "agent"], none, "admin"],
  ["viewer, editor", none, "editor"],
  ["Admin", none, undefined],
  [["*"], none, undefined],
  [["__proto__", "constructor", ""], none, undefined],
  [["support team"], groups, "agent"],
  [["support team", "cn=it"], groups, "admin"],
  [["admin"], groups, undefined],
  [["admin"], everyone, "viewer"],
  [[], everyone, "viewer"],
  [undefined, everyone, "viewer"],
  [undefined, groups, undefined],
  [null, none, undefined],
  [5, none, undefined],
  [{ admin: true }, none, undefined],
  [[["admin"], 5, null], none, undefined],
])("the groups %j have the role of the highest one", (claim, map, role) => {
  expect(chooseRole(claim, map)).toBe(role);
});

it.each<[string, unknown]>([
  ["roles", ["agent"]],
  ["realm_access.roles", ["editor"]],
  ["https://x.test/roles", ["admin"]],
  ["realm_access.none", undefined],
  ["roles.length.x", undefined],
  ["constructor", undefined],
  ["__proto__.x", undefined],
])("the claim %s", (name, value) => {
  const claims = {
    roles: ["agent"],
    realm_access: { roles: ["editor"] },
    "https://x.test/roles": ["admin"],
  };
  expect(readClaim(claims, name)).toEqual(value);
});
