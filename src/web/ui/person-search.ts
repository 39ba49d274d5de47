/** How the person's search field of Activity finds people. */
interface PersonFilter {
  /** A part of a name or an ID. */
  readonly person?: string | undefined;
  /** A whole ID. */
  readonly personId?: string | undefined;
}

/** An ID in quotation marks; keyboards of phones type curly ones. */
const quoted = /^["“”](.+)["“”]$/su;

/** The text that finds exactly one person, under every name: the ID in quotation marks. */
export const quotePersonId = (id: string): string => `"${id}"`;

/** Reads a typed text: in quotation marks it is a whole ID, otherwise a part of a name or an ID. */
export const readPersonSearch = (typed: string | undefined): PersonFilter => {
  const personId = quoted.exec(typed ?? "")?.[1];
  return personId === undefined ? { person: typed } : { personId };
};
