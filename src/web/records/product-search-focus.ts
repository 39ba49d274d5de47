import { createValueStore } from "#web/base/value-store.ts";

/** Whether the product search takes the focus when it appears. */
export const productSearchFocus = createValueStore(false);
