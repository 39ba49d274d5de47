import { changedResources, changeStates } from "#contract/audit.ts";
import type { ChangeFilter } from "#web/api/audit.ts";
import { settings } from "#web/ui/settings.ts";
import { findDayStart, findNextDay } from "#web/ui/wall-clock.ts";

type Names = "person" | "operation" | "resource" | "recordId" | "state" | "after" | "until";

const toStart = (day: string): string | undefined => {
  const at = findDayStart(day, settings.get().timeZone);
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
};

/** The filters in the address as the gateway takes them; what it wouldn't accept is left out. Days are the settings'. */
export const toChangeFilter = (
  search: Partial<Record<Names, string | undefined>>,
): Omit<ChangeFilter, "pageNumber" | "pageSize"> => ({
  person: search.person,
  operation: search.operation,
  resource: changedResources.find((one) => one === search.resource),
  recordId: /^[1-9]\d{0,14}$/.test(search.recordId ?? "") ? Number(search.recordId) : undefined,
  state: changeStates.find((one) => one === search.state),
  after: toStart(search.after ?? ""),
  before: toStart(findNextDay(search.until ?? "")),
});
