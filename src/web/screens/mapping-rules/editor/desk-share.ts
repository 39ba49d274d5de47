/** Percent of the width that the rule has beside its test, unless a person chose otherwise. */
export const usualShare = 57;
export const leastShare = 30;
export const mostShare = 72;

const storageKey = "supercargo.preview.share.open";

/** The share that was chosen in this browser. */
export const rememberedShare = (): number => {
  try {
    const share = Number(localStorage.getItem(storageKey) ?? Number.NaN);
    return share >= leastShare && share <= mostShare ? share : usualShare;
  } catch {
    return usualShare;
  }
};

export const rememberShare = (share: number): void => {
  try {
    if (share === usualShare) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, share.toFixed(1));
  } catch {
    return;
  }
};
