/** Compares two texts in the order of the person's language, with numbers by value: R-9 before R-10. */
export const compareTexts: (a: string, b: string) => number = new Intl.Collator(
  [...(globalThis.navigator?.languages ?? ["en"])],
  { numeric: true },
).compare;
