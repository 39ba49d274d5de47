const key = "supercargo.proof.open";

/** Whether the test was open when this browser last showed a rule: then the next rule is tested at once. */
export const previewWasOpen = (): boolean => {
  try {
    return localStorage.getItem(key) === "yes";
  } catch {
    return false;
  }
};

export const rememberPreviewOpen = (open: boolean): void => {
  try {
    if (open) localStorage.setItem(key, "yes");
    else localStorage.removeItem(key);
  } catch {
    return;
  }
};
