/** Caches the results of a function of one text that is called repeatedly with few different texts. */
export const remembered = <T>(compute: (text: string) => T): ((text: string) => T) => {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const value = compute(text);
    known.set(text, value);
    return value;
  };
};
