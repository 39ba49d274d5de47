import { changedResources, changeStates } from "#contract/audit.ts";
import type { ChangeFilter } from "#web/api/audit.ts";

type Names = "person" | "operation" | "resource" | "recordId" | "state" | "after" | "until";

const toDay = (text: string | undefined, daysLater: number): string | undefined => {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text ?? "") ? Date.parse(`${text}T00:00:00`) : Number.NaN;
  if (Number.isNaN(time)) return undefined;
  const day = new Date(time);
  day.setDate(day.getDate() + daysLater);
  return day.toISOString();
};

/** The filters in the address as the gateway takes them; what it wouldn't accept is left out. Days are this browser's. */
export const toChangeFilter = (
  search: Partial<Record<Names, string | undefined>>,
): Omit<ChangeFilter, "pageNumber" | "pageSize"> => ({
  person: search.person,
  operation: search.operation,
  resource: changedResources.find((one) => one === search.resource),
  recordId: /^[1-9]\d{0,14}$/.test(search.recordId ?? "") ? Number(search.recordId) : undefined,
  state: changeStates.find((one) => one === search.state),
  after: toDay(search.after, 0),
  before: toDay(search.until, 1),
});
