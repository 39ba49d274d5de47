import * as z from "zod/mini";
import { nameUpstream } from "./page-state.ts";
import { personalKey } from "./session.ts";
import type { ValueStore } from "./value-store.ts";

/**
 * What a memory belongs to: this browser, the person, or the person's records of the console's upstream, because those
 * of another have other ids.
 */
export type Scope = "browser" | "person" | "records";

/** The key under which this browser stores something; without sign-in, a person's is everyone's. */
export const toKey = (name: string, scope: Scope): string => {
  const own = `supercargo.${scope === "browser" ? name : personalKey(name)}`;
  return scope === "records" ? `${own} ${nameUpstream()}` : own;
};

/** What the browser refused to store, by key: until the page is closed. */
const unstored = new Map<string, string>();

const readText = (key: string): string | undefined => {
  try {
    return unstored.get(key) ?? localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
};

const writeText = (key: string, text: string): boolean => {
  try {
    localStorage.setItem(key, text);
    unstored.delete(key);
    return true;
  } catch {
    unstored.set(key, text);
    return false;
  }
};

/** A text that is not JSON is itself. */
const parse = (text: string | undefined): unknown => {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

type Origin = "this tab" | "another tab";

const listeners = new Set<(key: string | null, from: Origin) => void>();

const tell = (key: string | null, from: Origin): void => {
  for (const listener of listeners) listener(key, from);
};

// Without a key, everything was deleted.
globalThis.addEventListener?.("storage", ({ key }) => tell(key, "another tab"));

/** A value that this browser remembers. */
export interface Memory<T> extends ValueStore<T> {
  /** False if this browser stores nothing: only this page has the value then. */
  readonly set: (value: T) => boolean;
  /** Also calls back when another tab has changed the value. */
  readonly subscribe: (listener: (from: Origin) => void) => () => void;
}

/**
 * Remembers a value under a name. Nothing stored, or what the schema refuses, counts as undefined, of which the schema
 * makes its default. A person's value is the browser's until they have one.
 */
export const remember = <T>(
  name: string,
  schema: z.ZodMiniType<T>,
  scope: Scope = "browser",
): Memory<T> => {
  let last: { readonly text: string | undefined; readonly value: T } | undefined;
  return {
    get: () => {
      const own = readText(toKey(name, scope));
      const text = own ?? (scope === "person" ? readText(toKey(name, "browser")) : undefined);
      if (last?.text === text && last) return last.value;
      const { success, data } = z.safeParse(schema, parse(text));
      last = { text, value: success ? data : z.parse(schema, undefined) };
      return last.value;
    },
    set: (value) => {
      const key = toKey(name, scope);
      const isStored = writeText(key, JSON.stringify(value));
      tell(key, "this tab");
      return isStored;
    },
    subscribe: (listener) => {
      const hear = (key: string | null, from: Origin) => {
        if (key === null || key === toKey(name, scope)) listener(from);
      };
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
  };
};

/** The schema of a list without the entries that a schema refuses; by default empty. */
export const listOf = <T>(entry: z.ZodMiniType<T>): z.ZodMiniType<readonly T[]> =>
  z.pipe(
    z._default(z.array(z.unknown()), []),
    z.transform((list: unknown[]) =>
      list.flatMap((one) => {
        const { success, data } = z.safeParse(entry, one);
        return success ? [data] : [];
      }),
    ),
  );

/** Deletes what the person remembers under names that start with a text. */
export const forget = (start: string): void => {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(toKey(start, "person"))) localStorage.removeItem(key);
  } catch {
    // Without storage there is nothing to delete.
  }
};
