import { queryOptions } from "@tanstack/react-query";
import { preferenceOperations, type SharedEntry } from "#contract/preferences.ts";
import { takePreferences } from "#web/base/remember.ts";
import { call } from "./call.ts";
import { invalidate, queryClient } from "./query-client.ts";

/* Preferences and shared entries are the gateway's: they cost no upstream request. */

/** Stores what the console remembers for the person, on all their computers. */
export const savePreference = (name: string, value: unknown): Promise<unknown> =>
  call(preferenceOperations.savePreference, { body: { name, value }, urgency: "background" });

/** Takes over what the person changed on other computers, or with others without sign-in. Never rejects. */
export const refreshPreferences = async (): Promise<void> => {
  const askedAt = Date.now();
  try {
    takePreferences(
      await call(preferenceOperations.listPreferences, { urgency: "background" }),
      askedAt,
    );
  } catch {
    // What this browser has stays.
  }
};

/** What the team shares in a list, by name. A gateway without storage has none. */
export const sharedEntries = (list: string) =>
  queryOptions({
    queryKey: ["shared", list] as const,
    queryFn: ({ signal }) =>
      call(preferenceOperations.listShared, { query: { list }, signal, urgency: "background" }),
  });

/** The entry with a name, as the team shares it now. */
export const findSharedEntry = async (
  list: string,
  name: string,
): Promise<SharedEntry | undefined> => {
  const entries = await queryClient.fetchQuery({ ...sharedEntries(list), staleTime: 0 });
  return entries.find((one) => one.name === name);
};

const changeShared = (
  list: string,
  change: (entries: readonly SharedEntry[]) => SharedEntry[],
): void => {
  const { queryKey } = sharedEntries(list);
  queryClient.setQueryData(queryKey, (entries) => entries && change(entries));
  void invalidate({ queryKey });
};

/** Shares an entry with the team, or replaces the one with its name. */
export const shareEntry = async (list: string, name: string, value: unknown): Promise<void> => {
  const body = { list, name, value };
  const saved = await call(preferenceOperations.saveShared, { body, urgency: "click" });
  changeShared(list, (entries) => [...entries.filter((one) => one.name !== name), saved]);
};

/** Removes an entry for everyone. */
export const removeSharedEntry = async (list: string, name: string): Promise<void> => {
  await call(preferenceOperations.removeShared, { body: { list, name }, urgency: "click" });
  changeShared(list, (entries) => entries.filter((one) => one.name !== name));
};
