import { expect, it } from "vitest";
import { operationEntries } from "./operations.ts";
import { ownPermissions, roles, roleTexts, whyRoleForbids } from "./people.ts";
import { receivedOrderOperations } from "./received-orders.ts";

const everything = [
  ...operationEntries,
  ...Object.entries(receivedOrderOperations),
  ...Object.entries(ownPermissions),
] as const;

it.each(everything)("%s is allowed from its role on, and explained below it", (_, permission) => {
  const allowed = roles.filter((role) => whyRoleForbids(role, permission) === undefined);
  expect(allowed).toEqual(roles.slice(roles.indexOf(permission.role)));
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
