import { preferenceOperations } from "#contract/preferences.ts";
import { call } from "./call.ts";

/** Stores what the console remembers for the person, on all their computers. */
export const savePreference = (name: string, value: unknown): Promise<unknown> =>
  call(preferenceOperations.savePreference, { body: { name, value }, urgency: "background" });
