/** The keys of changes that are under way, by what they send. */
const underWay = new Map<string, string>();

/**
 * The Idempotency-Key of a change until `dropChangeKey`. An equal change meanwhile, such as that of a second click, has
 * the same key: the gateway sends it once, and both get its response. A later one is another act of the person.
 */
export const takeChangeKey = (change: string): string => {
  const key = underWay.get(change) ?? crypto.getRandomValues(new Uint32Array(4)).join("-");
  underWay.set(change, key);
  return key;
};

/** Ends the sharing of a change's key. */
export const dropChangeKey = (change: string): void => void underWay.delete(change);
