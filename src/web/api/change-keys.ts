/** The keys of changes that are under way, by what they send. */
const underWay = new Map<string, { key: string; count: number }>();

const createKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");

/**
 * The Idempotency-Key of a change until `done` is called. An equal change meanwhile, such as that of a second click, has
 * the same key: the gateway sends it once, and both get its response. A later one is another act of the person.
 */
export const takeChangeKey = (change: string): { key: string; done: () => void } => {
  const entry = underWay.get(change) ?? { key: createKey(), count: 0 };
  entry.count += 1;
  underWay.set(change, entry);
  return {
    key: entry.key,
    done: () => {
      entry.count -= 1;
      if (entry.count === 0) underWay.delete(change);
    },
  };
};
