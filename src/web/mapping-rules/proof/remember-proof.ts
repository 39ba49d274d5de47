import { lastChannel, rememberChannel } from "#web/products/product-place.ts";

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

/** The channel whose products were looked at last, here or in the list of products. */
export const lastProofChannel = lastChannel;
export const rememberProofChannel = rememberChannel;
