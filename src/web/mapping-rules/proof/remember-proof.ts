const key = "supercargo.proof.open";

/** Whether rules were tried when this browser showed one last: then the next one is tried at once. */
export const proofWasOpen = (): boolean => {
  try {
    return localStorage.getItem(key) === "yes";
  } catch {
    return false;
  }
};

export const rememberProofOpen = (open: boolean): void => {
  try {
    if (open) localStorage.setItem(key, "yes");
    else localStorage.removeItem(key);
  } catch {
    return;
  }
};
