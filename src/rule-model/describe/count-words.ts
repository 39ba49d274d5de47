/** Formats a count as the rules do: with a comma for thousands. */
export const formatNumber = (count: number): string => count.toLocaleString("en");

/** Formats a count with its noun: "1 condition", "2 conditions". */
export const formatCount = (count: number, noun: string): string =>
  `${formatNumber(count)} ${count === 1 ? noun : `${noun}s`}`;

/** Capitalizes the first letter of a text. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
