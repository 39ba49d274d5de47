import * as z from "zod/mini";
import { isId, isRecordId, toRecordId } from "./record-id.ts";
import { remember } from "./remember.ts";
import { createValueStore } from "./value-store.ts";

/** Whether the product search takes the focus when it appears. */
export const productSearchFocus = createValueStore(false);

/** Reads a channel id from a text; undefined if it is not one. */
export const parseChannelId = (text: string | null | undefined): number | undefined =>
  isRecordId(text ?? "") ? toRecordId(text ?? "") : undefined;

/** The channel of this upstream that this person viewed last. */
export const lastChannel = remember(
  "products.channel",
  z.optional(z.custom<number>(isId)),
  "person+upstream",
);
