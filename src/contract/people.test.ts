import { expect, it } from "vitest";
import { gatewayOperations } from "./gateway-operations.ts";
import { operationEntries } from "./operations.ts";
import { ownPermissions, type Permission, roles, roleTexts, whyRoleForbids } from "./people.ts";
import { receivedOrderOperations } from "./received-orders.ts";

const everything: readonly (readonly [string, Permission])[] = [
  ...operationEntries,
  ...Object.entries(gatewayOperations),
  ...Object.entries(ownPermissions),
];

it.each(everything)("%s is allowed from its role on, and explained below it", (_, permission) => {
  const allowed = roles.filter((role) => whyRoleForbids(role, permission) === undefined);
  expect(allowed).toEqual(roles.slice(roles.indexOf(permission.role)));
  expect(permission.act !== undefined).toBe(permission.role !== "viewer");
  for (const role of roles.filter((each) => !allowed.includes(each)))
    expect(whyRoleForbids(role, permission)).toMatch(
      new RegExp(
        `^Your role, ${roleTexts[role].name}, can't [a-z][^,;.]+\\. Ask an administrator for the role ${roleTexts[permission.role].name}\\.$`,
      ),
    );
});

it("viewers change nothing", () => {
  const changing = [...operationEntries, ...Object.entries(receivedOrderOperations)].filter(
    ([, { changesState }]) => changesState,
  );
  expect(changing.length).toBeGreaterThan(10);
  for (const [name, operation] of changing)
    expect(whyRoleForbids("viewer", operation), name).toBeDefined();
});
