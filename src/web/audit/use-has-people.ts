import { auditOperations } from "#contract/audit.ts";
import { useWhyForbidden } from "#web/api/permissions.ts";
import { session } from "#web/api/session.ts";
import { useValue } from "#web/ui/value-store.ts";

/** Whether this person may see who is signed in. Only with OpenID Connect does the gateway keep sessions. */
export const useHasPeople = (): boolean => {
  const mayNot = useWhyForbidden(auditOperations.listChanges);
  return useValue(session)?.signIn === "oidc" && mayNot === undefined;
};
