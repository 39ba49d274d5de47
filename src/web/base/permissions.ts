import { type Permission, roles, whyRoleForbids } from "#contract/people.ts";
import { useValue } from "./value-store.ts";
import { session } from "./session.ts";

/**
 * Why the person of this page may not do something; undefined if they may, or without sign-in. The gateway decides: a
 * role of which this console knows nothing is left to it.
 */
export const whyForbidden = (permission: Permission): string | undefined => {
  const role = session.get().person?.role;
  return role && roles.includes(role) ? whyRoleForbids(role, permission) : undefined;
};

/** Like `whyForbidden`; renders again when the role changes. Pass the operation that the control leads to. */
export const useWhyForbidden = (permission: Permission): string | undefined => {
  useValue(session);
  return whyForbidden(permission);
};
