import * as z from "zod/mini";
import type { Preferences } from "#contract/preferences.ts";
import { nameUpstream, pageState } from "./page-state.ts";
import { personalKey } from "./session.ts";
import type { ValueStore } from "./value-store.ts";

/**
 * What a memory belongs to: this browser; the person, on all their computers; the person at the console's upstream, on all
 * their computers; or the person's records of the upstream in this browser, because those of another have other ids.
 */
export type Scope = "browser" | "person" | "person+upstream" | "records";

const isOnAllComputers = (scope: Scope): boolean =>
  scope === "person" || scope === "person+upstream";

/** The name without its person: the one under which the gateway stores what is on all computers. */
const toSharedName = (name: string, scope: Scope): string =>
  scope === "records" || scope === "person+upstream" ? `${name} ${nameUpstream()}` : name;

/** The key under which this browser stores something; without sign-in, a person's is everyone's. */
export const toKey = (name: string, scope: Scope): string => {
  const own = toSharedName(name, scope);
  return `supercargo.${scope === "browser" ? own : personalKey(own)}`;
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

const removeText = (key: string): void => {
  unstored.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Without storage there is nothing to delete.
  }
};

const listKeys = (): string[] => {
  try {
    return [...unstored.keys(), ...Object.keys(localStorage)];
  } catch {
    return [...unstored.keys()];
  }
};

/**
 * When the gateway confirmed a value, or `notSent`, by the value's name there. `public/boot.js` reads that of settings.
 */
const sentKey = (sharedName: string): string => toKey(`sent.${sharedName}`, "person");
const notSent = "no";

/** Whether this browser's value is newer than one that was asked for at a time. */
const isNewerHere = (sharedName: string, askedAt: number): boolean => {
  const sent = readText(sentKey(sharedName));
  return sent !== undefined && !(Number(sent) < askedAt);
};

type SendPreference = (sharedName: string, value: unknown) => Promise<unknown>;
let sendPreference: SendPreference | undefined;
let isSending = false;

/** Sends what the gateway has not confirmed. What fails is sent again with the next change, or when the page is loaded. */
const sendUnsent = async (): Promise<void> => {
  if (isSending || !sendPreference) return;
  isSending = true;
  const start = sentKey("");
  for (const mark of new Set(listKeys())) {
    if (!mark.startsWith(start) || readText(mark) !== notSent) continue;
    const name = mark.slice(start.length);
    const key = toKey(name, "person");
    const text = readText(key);
    try {
      if (text !== undefined) await sendPreference(name, parse(text));
      if (readText(key) === text) writeText(mark, String(Date.now()));
      else sendSoon();
    } catch {
      // Still not sent.
    }
  }
  isSending = false;
};

const sendDelay = 1_000;
let sendTimer: ReturnType<typeof setTimeout> | undefined;

const sendSoon = (): void => {
  clearTimeout(sendTimer);
  sendTimer = setTimeout(() => void sendUnsent(), sendDelay);
};

/** Sets how values are sent to the gateway: this folder sends nothing itself. */
export const setPreferenceSender = (send: SendPreference): void => {
  sendPreference = send;
  sendSoon();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") void sendUnsent();
  });
};

/** Takes over what the gateway has, as of a time, except for what was changed here since. */
export const takePreferences = (preferences: Preferences, askedAt: number): void => {
  for (const [name, value] of Object.entries(preferences)) {
    const key = toKey(name, "person");
    const text = JSON.stringify(value);
    if (isNewerHere(name, askedAt) || readText(key) === text) continue;
    writeText(key, text);
    tell(key, "another tab");
  }
};

takePreferences(pageState.preferences, performance.timeOrigin);

/** A value that this browser remembers. */
export interface Memory<T> extends ValueStore<T> {
  /** False if this browser stores nothing: only this page, and the gateway, have the value then. */
  readonly set: (value: T) => boolean;
  /** Also calls back when another tab has changed the value. */
  readonly subscribe: (listener: (from: Origin) => void) => () => void;
}

/**
 * Remembers a value under a name. Nothing stored, or what the schema refuses, counts as undefined, of which the schema
 * makes its default. A person's value is the browser's until they have one. It is stored here at once, for other tabs and
 * the next page, and sent to the gateway a second later.
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
      if (isOnAllComputers(scope)) {
        writeText(sentKey(toSharedName(name, scope)), notSent);
        sendSoon();
      }
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

/** Deletes what this browser remembers of the person under names that start with a text. */
export const forget = (start: string): void => {
  for (const key of listKeys()) if (key.startsWith(toKey(start, "person"))) removeText(key);
};
