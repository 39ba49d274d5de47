type Step = (page: number) => number;

const one: Step = () => 1;
const back: Step = () => -1;

/** How many rows a key moves, given the rows of a page. */
const steps: Readonly<Record<string, Step>> = {
  ArrowDown: one,
  j: one,
  ArrowUp: back,
  k: back,
  PageDown: (page) => page,
  PageUp: (page) => -page,
  Home: () => Number.NEGATIVE_INFINITY,
  End: () => Number.POSITIVE_INFINITY,
};

/** In a field, letters are typed, Home and End move in the text, and Shift with an arrow selects. */
const fieldSteps: Readonly<Record<string, Step>> = {
  ArrowDown: one,
  Enter: one,
  ArrowUp: back,
  "Shift Enter": back,
};

/** How many rows a key moves the focus; undefined if it does not move it. */
export const rowStep = (
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
  inField: boolean,
  page: number,
): number | undefined =>
  inField ? fieldSteps[shiftKey ? `Shift ${key}` : key]?.(page) : steps[key]?.(page);
