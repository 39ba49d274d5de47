import { isRecordId, toRecordId } from "./record-id.ts";
import { toRecordsKey } from "./own-key.ts";

const storedName = "products.channel";

/** Reads a channel id from a text; undefined if it is not one. */
export const parseChannelId = (text: string | null | undefined): number | undefined =>
  isRecordId(text ?? "") ? toRecordId(text ?? "") : undefined;

const readChannel = (key: string): number | undefined => {
  try {
    return parseChannelId(localStorage.getItem(key));
  } catch {
    return undefined;
  }
};

/** The channel of this upstream that this person last viewed in this browser. */
export const lastChannel = (): number | undefined => readChannel(toRecordsKey(storedName));

/** Remembers the channel that is being viewed. */
export const rememberChannel = (id: number): void => {
  try {
    localStorage.setItem(toRecordsKey(storedName), String(id));
  } catch {
    return;
  }
};
