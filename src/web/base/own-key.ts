import { nameUpstream } from "./page-state.ts";
import { personalKey } from "./session.ts";

/** The name under which this browser stores something of the person of this page; without sign-in, of everyone. */
export const toOwnKey = (name: string): string => `supercargo.${personalKey(name)}`;

/**
 * The name under which this browser stores the records that a person opened: of the console's upstream, because records
 * of another have other ids, and of the person, because others use the same browser.
 */
export const toRecordsKey = (name: string): string => `${toOwnKey(name)} ${nameUpstream()}`;

/**
 * The stored text of this person; null if there is none. Until the person saves their own, it is what this browser
 * stored without sign-in. Throws where the browser refuses its storage.
 */
export const readOwnText = (name: string): string | null =>
  localStorage.getItem(toOwnKey(name)) ?? localStorage.getItem(`supercargo.${name}`);
