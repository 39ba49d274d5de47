import { maxPersonId } from "#contract/limits.ts";

/** How the person's search field of Activity finds people. */
interface PersonFilter {
  /** A part of a name or an ID. */
  readonly person?: string | undefined;
  /** A whole ID. */
  readonly personId?: string | undefined;
}

/** The most characters of a part of a name or an ID that the gateway searches for. */
export const maxPersonText = 200;

/** The most characters of the field: a whole ID in quotation marks. */
export const maxPersonSearch = maxPersonId + 2;

/** An ID in quotation marks; keyboards of phones type curly ones. */
const quoted = /^["“”](.+)["“”]$/su;

/** The text that finds exactly one person, under every name: the ID in quotation marks. */
export const quotePersonId = (id: string): string => `"${id}"`;

/** Reads a typed text: in quotation marks it is a whole ID, otherwise a part of a name or an ID. */
export const readPersonSearch = (typed: string | undefined): PersonFilter => {
  const personId = quoted.exec(typed ?? "")?.[1];
  return personId === undefined ? { person: typed } : { personId };
};

/** Whether a typed text is longer than what the gateway searches for. */
export const isPersonTooLong = (typed: string | undefined): boolean => {
  const { person = "", personId = "" } = readPersonSearch(typed);
  return person.length > maxPersonText || personId.length > maxPersonId;
};
