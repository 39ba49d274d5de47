const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

const patterns = [
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})(?:T.*)?$/,
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/,
  /^(?<day>\d{1,2})\.? +(?<month>[a-z]{3})[a-z]*\.?,? +(?<year>\d{4})$/i,
  /^(?<month>[a-z]{3})[a-z]*\.? +(?<day>\d{1,2}),? +(?<year>\d{4})$/i,
] as const;

const parseMonth = (text: string): number =>
  /^\d/.test(text) ? Number(text) : months.indexOf(text.toLowerCase()) + 1;

/**
 * Parses a day to the form 2026-11-22: written like that, without separators, or as the console shows days (22 Nov
 * 2026, Nov 22, 2026). Undefined for anything else: 3/4/2026 differs between countries, so it is rejected.
 */
export const parseDay = (text: string): string | undefined => {
  for (const pattern of patterns) {
    const parts = pattern.exec(text.trim())?.groups;
    if (!parts) continue;
    const [year, month, day] = [
      Number(parts["year"]),
      parseMonth(parts["month"] ?? ""),
      Number(parts["day"]),
    ];
    const at = new Date(Date.UTC(year, month - 1, day));
    // The 31st of a month with 30 days would become the first of the next month.
    if (at.getUTCMonth() !== month - 1 || at.getUTCDate() !== day) return undefined;
    return at.toISOString().slice(0, 10);
  }
  return undefined;
};
