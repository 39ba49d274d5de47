import { renameStoredKey } from "#web/ui/rename-stored-key.ts";

/** How the test is shown beside the rule: as a list, or as a table, which needs more room. */
export type DeskMode = "open" | "wide";

/** Percent of the width that the rule has, unless a person chose otherwise. */
export const usualShare: Readonly<Record<DeskMode, number>> = { open: 57, wide: 40 };
export const leastShare = 30;
export const mostShare = 72;

const storageKey = (mode: DeskMode): string => `supercargo.preview.share.${mode}`;

/** The share that was chosen in this browser. */
export const rememberedShare = (mode: DeskMode): number => {
  try {
    renameStoredKey(`supercargo.proof.share.${mode}`, storageKey(mode));
    const share = Number(localStorage.getItem(storageKey(mode)) ?? Number.NaN);
    return share >= leastShare && share <= mostShare ? share : usualShare[mode];
  } catch {
    return usualShare[mode];
  }
};

export const rememberShare = (mode: DeskMode, share: number): void => {
  try {
    if (share === usualShare[mode]) localStorage.removeItem(storageKey(mode));
    else localStorage.setItem(storageKey(mode), share.toFixed(1));
  } catch {
    return;
  }
};
