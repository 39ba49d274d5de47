import * as z from "zod/mini";
import { findDay, findDayStart } from "./wall-clock.ts";

/** The list of what the team shares that has the due times: of a source by its ID, and of all others. */
export const dueTimesList = "due-times";
export const everySource = "all";

const workingDays = () => z.int().check(z.gte(1), z.lte(60));
/** The working days, Monday to Friday, after which a decision and a shipment are late. */
export const DueTimes = z.object({ decide: workingDays(), ship: workingDays() });
export type DueTimes = z.infer<typeof DueTimes>;
export const defaultDueTimes: DueTimes = { decide: 3, ship: 3 };

const dayMs = 86_400_000;

/** Whether a time is on a Saturday or Sunday in a time zone. */
const isWeekend = (at: number, timeZone: string): boolean =>
  [0, 6].includes(new Date(findDay(at, timeZone)).getUTCDay());

/** The moment so many working days before another. On a weekend, the time since Friday's end doesn't count. */
export const findWorkingDaysBefore = (at: number, days: number, timeZone: string): number => {
  let before = at;
  while (isWeekend(before, timeZone))
    before = findDayStart(findDay(before, timeZone), timeZone) - 1;
  for (let left = days; left > 0; left -= 1)
    do before -= dayMs;
    while (isWeekend(before, timeZone));
  return before;
};
