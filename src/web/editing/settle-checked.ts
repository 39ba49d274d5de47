import { auditOperations } from "#contract/audit.ts";
import { settleOwnChange } from "#web/api/audit.ts";
import { whyForbidden } from "#web/base/permissions.ts";

/** Records in Activity what the check of a save with a lost response has found. */
export const settleChecked = async (key: string, made: boolean): Promise<void> => {
  if (whyForbidden(auditOperations.settleOwnChange) === undefined) await settleOwnChange(key, made);
};
