import { pathIdPattern } from "#contract/primitives.ts";

const key = "supercargo.products.channel";

/** Reads a channel id from a text; undefined if it is not one. */
export const parseChannelId = (text: string | null | undefined): number | undefined =>
  pathIdPattern.test(text ?? "") ? Number(text) : undefined;

/** The channel that was last viewed in this browser. */
export const lastChannel = (): number | undefined => {
  try {
    return parseChannelId(localStorage.getItem(key));
  } catch {
    return undefined;
  }
};

/** Remembers the channel that is being viewed. */
export const rememberChannel = (id: number): void => {
  try {
    localStorage.setItem(key, String(id));
  } catch {
    return;
  }
};
