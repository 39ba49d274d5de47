import * as z from "zod/mini";
import { operation, tokenTypes } from "./operation.ts";
import { body, record, requiredText, text } from "./primitives.ts";

/*
 * What the console remembers for a person on all their computers, and what the team shares. These operations are the
 * gateway's own; no upstream has them. Without sign-in, a person's values belong to the installation.
 */

/** The longest stored value, as JSON, in characters. */
export const maxPreferenceLength = 32_768;

/** The most values of one person, and the most shared entries of one list. */
export const maxPreferences = 200;

/** A name may end with the address of the upstream that its value belongs to. */
const name = () => z.string().check(z.regex(/^[\x20-\x7e]{1,200}$/));
const value = () =>
  z
    .unknown()
    .check(
      z.refine(
        (one) => (JSON.stringify(one) ?? "").length <= maxPreferenceLength,
        `A value has at most ${maxPreferenceLength} characters`,
      ),
    );

/** What the console remembers for a person, by name. */
export type Preferences = Readonly<Record<string, unknown>>;

const SavePreferenceRequest = body({
  name: name(),
  value: value(),
});

/** An entry that a person shared with the team: a view of a list, a snippet. */
export const SharedEntry = record({
  list: requiredText("The list that it belongs to: views.rmas"),
  name: requiredText("Its name, once in a list"),
  value: z.unknown(),
  sharedBy: text("Null: without sign-in"),
  sharedAt: requiredText(),
});
export type SharedEntry = z.infer<typeof SharedEntry>;

/** The longest name of a shared entry, in characters. */
export const maxEntryName = 200;

const entryName = () => z.string().check(z.minLength(1), z.maxLength(maxEntryName));
const SaveSharedRequest = body({ list: name(), name: entryName(), value: value() });
const RemoveSharedRequest = body({ list: name(), name: entryName() });

/** Under /api on the gateway, in addition to the upstream's operations; not part of `operations`. */
export const preferenceOperations = {
  listPreferences: operation({
    method: "GET",
    path: "/preferences",
    summary: "List what the console remembers for this person, by name",
    section: "neighbours",
    response: z.record(z.string(), z.unknown()),
    tokens: tokenTypes,
    changesState: false,
    role: "viewer",
    extension: true,
  }),
  savePreference: operation({
    method: "POST",
    path: "/preferences",
    summary: "Store what the console remembers for this person under a name; null deletes it",
    section: "neighbours",
    body: SavePreferenceRequest,
    response: z.unknown(),
    tokens: tokenTypes,
    changesState: true,
    role: "viewer",
    extension: true,
  }),
  listShared: operation({
    method: "GET",
    path: "/shared",
    summary: "List what the team shares, by list and name",
    section: "neighbours",
    query: z.object({ list: z.optional(name()) }),
    response: z.array(SharedEntry),
    tokens: tokenTypes,
    changesState: false,
    role: "viewer",
    extension: true,
  }),
  saveShared: operation({
    method: "POST",
    path: "/shared",
    summary: "Share an entry with the team, or replace the one with its name",
    section: "neighbours",
    body: SaveSharedRequest,
    response: SharedEntry,
    tokens: tokenTypes,
    changesState: true,
    role: "agent",
    act: "share with the team",
    extension: true,
  }),
  removeShared: operation({
    method: "POST",
    path: "/shared/removal",
    summary: "Remove an entry that the team shares",
    section: "neighbours",
    body: RemoveSharedRequest,
    response: z.unknown(),
    tokens: tokenTypes,
    changesState: true,
    role: "agent",
    act: "share with the team",
    extension: true,
  }),
};
