/** A 53-bit hash of texts: two 26-bit sums with different factors. */
export const hashTexts = (texts: readonly (string | null)[]): number => {
  let [high, low] = [0x2f6e2b1, 0x1b873593];
  for (const text of texts) {
    const known = text ?? "\u0001";
    for (let at = 0; at < known.length; at++) {
      const code = known.charCodeAt(at);
      high = Math.imul(high ^ code, 0x85ebca6b);
      low = Math.imul(low ^ code, 0xc2b2ae35);
      high ^= high >>> 13;
      low ^= low >>> 15;
    }
    // Separates adjacent texts.
    high = Math.imul(high ^ 0xffff, 0x27d4eb2f);
    low = Math.imul(low ^ 0xfffe, 0x165667b1);
  }
  return (high >>> 6) * 2 ** 26 + (low >>> 6);
};
