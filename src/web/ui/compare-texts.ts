/** Orders two texts as the person's own language does, numbers in them by size: R-9 before R-10. */
export const compareTexts: (a: string, b: string) => number = new Intl.Collator(
  [...(globalThis.navigator?.languages ?? ["en"])],
  { numeric: true },
).compare;
