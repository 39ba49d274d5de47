import { hasUndecidedUnits, type Rma } from "#contract/rmas.ts";
import { formatDuration, formatMoney, formatQuantity } from "#web/base/format.ts";
import { createValueStore } from "#web/base/value-store.ts";

interface Decided {
  readonly at: number;
  readonly isDenied: boolean;
  readonly credit: number;
}

/** The RMAs that were decided in the queue since this page was loaded. */
export interface Sitting {
  readonly startedAt: number;
  readonly decided: ReadonlyMap<number, Decided>;
}

const noneDecided: Sitting = { startedAt: 0, decided: new Map() };

export const sitting = createValueStore(noneDecided);

/** The queue is opened; an open sitting goes on. */
export const startSitting = (now: number): void => {
  if (sitting.get().decided.size === 0) sitting.set({ ...noneDecided, startedAt: now });
};

/** Counts a saved RMA if nothing of it is undecided. */
export const countDecided = (rma: Rma, now: number): void => {
  if (hasUndecidedUnits(rma)) return;
  const { startedAt, decided } = sitting.get();
  const one = { at: now, isDenied: rma.rmaStatus === "Denied", credit: rma.creditTotal ?? 0 };
  sitting.set({ startedAt: startedAt || now, decided: new Map([...decided, [rma.id ?? 0, one]]) });
};

/** "28 decided", "11 minutes", "4,210.33 credit", "3 denied": the figures of a sitting; none before the first decision. */
export const describeSitting = ({
  startedAt,
  decided,
}: Sitting): [figure: string, of: string][] => {
  const all = [...decided.values()];
  if (all.length === 0) return [];
  const seconds = Math.max(...all.map(({ at }) => at - startedAt)) / 1_000;
  const cents = all.reduce((sum, { credit }) => sum + Math.round(credit * 100), 0);
  const denied = all.filter(({ isDenied }) => isDenied).length;
  const [minutes = "", ...unit] = formatDuration(seconds).split(" ");
  return [
    [formatQuantity(all.length), "decided"],
    [minutes, unit.join(" ")],
    [formatMoney(cents / 100), "credit"],
    ...(denied > 0 ? [[formatQuantity(denied), "denied"] as [string, string]] : []),
  ];
};
