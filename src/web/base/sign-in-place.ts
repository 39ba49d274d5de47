import type { ReactNode } from "react";
import { createValueStore } from "./value-store.ts";

/** Replaces all screens: the sign-in screen; its code loads when it is needed. */
export const signInScreen = createValueStore<ReactNode>(null);
