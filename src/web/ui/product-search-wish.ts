import { createValueStore } from "./value-store.ts";

/** Whether the product search shall take the focus as soon as it is on the screen. */
export const productSearchWish = createValueStore(false);
