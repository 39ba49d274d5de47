import { changedResources, changeStates } from "#contract/audit.ts";
import type { ChangeFilter } from "#web/api/audit.ts";
import { isPersonTooLong, readPersonSearch } from "#web/records/person-search.ts";
import { settings } from "#web/base/settings.ts";
import { findDayStart, findNextDay } from "#contract/wall-clock.ts";

type Names = "person" | "operation" | "resource" | "recordId" | "state" | "after" | "until";

const toStart = (day: string): string | undefined => {
  const at = findDayStart(day, settings.get().timeZone);
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
};

const toRecordId = (typed = ""): number | undefined =>
  /^[1-9]\d{0,14}$/.test(typed) ? Number(typed) : undefined;

/** The most characters of an operation's name; no operation has as many. */
const maxOperation = 60;

/** The filters in the address as the gateway takes them; what it wouldn't accept is left out. Days are the settings'. */
export const toChangeFilter = (
  search: Partial<Record<Names, string | undefined>>,
): Omit<ChangeFilter, "pageNumber" | "pageSize"> => ({
  ...(!isPersonTooLong(search.person) && readPersonSearch(search.person)),
  operation: (search.operation ?? "").length > maxOperation ? undefined : search.operation,
  resource: changedResources.find((one) => one === search.resource),
  recordId: toRecordId(search.recordId),
  state: changeStates.find((one) => one === search.state),
  after: toStart(search.after ?? ""),
  before: toStart(findNextDay(search.until ?? "")),
});

/** What was typed as a record's ID and is none. */
export const findWrongId = ({ recordId }: { recordId?: string | undefined }): string | undefined =>
  recordId && toRecordId(recordId) === undefined ? recordId : undefined;
