import type { ReactNode } from "react";
import { createValueStore } from "./ui/value-store.ts";

/** Replaces all screens: the sign-in screen; its code loads when it is needed. */
export const signInScreen = createValueStore<ReactNode>(null);
/** Beside the screen: the question to sign in again. */
export const signInDialog = createValueStore<ReactNode>(null);
