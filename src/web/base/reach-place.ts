import type { ReactNode } from "react";
import { createValueStore } from "./value-store.ts";

/** The banner while the gateway does not answer, or answers slowly; its code loads after the first screen. */
export const reachPlace = createValueStore<ReactNode>(null);
