import { type Role, roles } from "#contract/people.ts";
import type { RoleMap } from "./sign-in-options.ts";

/** The groups in a claim: a list, or a text with commas between them. */
const readGroups = (claim: unknown): string[] =>
  (Array.isArray(claim) ? claim : typeof claim === "string" ? claim.split(",") : [])
    .filter((group): group is string => typeof group === "string")
    .map((group) => group.trim());

const roleOf = (group: string, map: RoleMap): Role | undefined =>
  map.size > 0 ? map.get(group) : roles.find((role) => role === group);

/** The highest role of a person's groups; undefined if none of them has one. */
export const chooseRole = (claim: unknown, map: RoleMap): Role | undefined => {
  const found = new Set([...readGroups(claim), "*"].map((group) => roleOf(group, map)));
  return roles.findLast((role) => found.has(role));
};

/** A claim by its name, which may contain dots, or by its path. */
export const readClaim = (claims: Readonly<Record<string, unknown>>, name: string): unknown => {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name
    .split(".")
    .reduce<unknown>(
      (value, step) =>
        typeof value === "object" && value !== null && Object.hasOwn(value, step)
          ? (value as Record<string, unknown>)[step]
          : undefined,
      claims,
    );
};
