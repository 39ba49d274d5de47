import { pathIdPattern } from "#contract/primitives.ts";

const key = "supercargo.products.channel";

/** A channel's id out of a text; undefined where it is none. */
export const channelIdOf = (text: string | null | undefined): number | undefined =>
  pathIdPattern.test(text ?? "") ? Number(text) : undefined;

/** The channel whose products were looked at last in this browser. */
export const lastChannel = (): number | undefined => {
  try {
    return channelIdOf(localStorage.getItem(key));
  } catch {
    return undefined;
  }
};

/** Remembers the channel that is looked at. */
export const rememberChannel = (id: number): void => {
  try {
    localStorage.setItem(key, String(id));
  } catch {
    return;
  }
};
