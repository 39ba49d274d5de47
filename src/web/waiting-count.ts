import { createValueStore } from "#web/base/value-store.ts";

/** The number of RMAs to decide, as the navigation shows it: "57", "50+"; empty while none or not known. */
export const waitingCount = createValueStore("");

/** The number of exceptions, likewise. */
export const exceptionCount = createValueStore("");
