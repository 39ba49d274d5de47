import { flushSync } from "react-dom";
import { countAvailable } from "#web/screens/rmas/decide.ts";
import { typeDecision } from "#web/screens/rmas/credit.ts";
import type { LineState, RmaDraft } from "#web/screens/rmas/decision.ts";

const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>("[data-line]")];

let lastLine: HTMLElement | undefined;

/** The line with the focus. */
export const focusedLine = (): HTMLElement | undefined =>
  document.activeElement?.closest<HTMLElement>("[data-line]") ?? undefined;

/** The line that keys are for: the focused one, the one that had the focus last, or the first. */
const currentLine = (): HTMLElement | undefined => {
  const line = focusedLine() ?? (lastLine?.isConnected ? lastLine : rows()[0]);
  lastLine = line;
  return line;
};

/** The id of a line's element. */
export const readLineId = (line: HTMLElement | undefined): number | undefined =>
  line && Number(line.dataset["line"]);

/** Focuses a line by its number from 1. */
export const focusLine = (number: number): void => {
  const line = rows()[number - 1];
  lastLine = line ?? lastLine;
  line?.focus();
  line?.scrollIntoView({ block: "nearest" });
};

/** Focuses the line that keys are for, and returns its id. */
export const focusCurrentLine = (): number | undefined => {
  const line = currentLine();
  if (line !== focusedLine()) line?.focus();
  return readLineId(line);
};

/** Opens the details of the line that keys are for, and focuses a field there. */
export const focusLineField = (area: "note" | "reason"): void => {
  const line = currentLine();
  const find = () => line?.querySelector<HTMLInputElement>(`.line__cell--${area} input`);
  if (!find())
    flushSync(() => line?.querySelector<HTMLElement>(".line__sku [aria-expanded=false]")?.click());
  find()?.focus();
  // A reason is replaced, a note is continued.
  if (area === "reason") find()?.select();
};

/** Approves one unit more or less of a line, within what is undecided. */
export const stepUnits = (draft: RmaDraft, line: LineState, step: number): RmaDraft => {
  const most = countAvailable(line, "approvedQuantity");
  const units = Math.min(Math.max((line.after.approvedQuantity ?? 0) + step, 0), most);
  return line.fields.approvedQuantity.locked === undefined
    ? typeDecision(draft, line.item, "approvedQuantity", String(units))
    : draft;
};
