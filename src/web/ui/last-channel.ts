import { isRecordId, toRecordId } from "#web/api/record-id.ts";
import { toRecordsKey, whenUpstreamIsKnown } from "./upstream-key.ts";

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
  const assumed = toRecordsKey(storedName);
  whenUpstreamIsKnown(() => {
    const key = toRecordsKey(storedName);
    // Viewed only because it was the last one of another upstream, which the page took for this one.
    if (key !== assumed && readChannel(assumed) === id) return;
    try {
      localStorage.setItem(key, String(id));
    } catch {
      return;
    }
  });
};
