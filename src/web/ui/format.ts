const languages = globalThis.navigator?.languages ?? [];

/** The person's own English, where they have one: the console is written in English, dates and numbers follow their region. */
const english = languages.find((language) => language.startsWith("en"));

// Without one, amounts are written as they are typed, with a point; dates follow the region: 22 Nov 2026, 14:30.
const locale = english ?? "en";
const dates = english ?? `en-${new Intl.Locale(languages[0] ?? "en").maximize().region}`;

const decimals = new Intl.NumberFormat(locale, {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const fine = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 6 });
const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 });
const full = new Intl.DateTimeFormat(dates, { dateStyle: "medium", timeStyle: "short" });
const exact = new Intl.DateTimeFormat(dates, { dateStyle: "medium", timeStyle: "medium" });
const day = new Intl.DateTimeFormat(dates, { dateStyle: "medium" });
const clock = new Intl.DateTimeFormat(dates, { timeStyle: "short" });
const ago = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });

/** Values as they were written before: a table writes the same ones again and again, and the platform takes its time. */
const remembering = (write: (value: number) => string): ((value: number) => string) => {
  const known = new Map<number, string>();
  return (value) => {
    const text = known.get(value) ?? write(value);
    if (known.size > 5_000) known.clear();
    known.set(value, text);
    return text;
  };
};
const writeMoney = remembering((amount) => decimals.format(amount));
const writeTime = remembering((time) => full.format(time));

/** What stands where a record has nothing. */
export const nothing = "–";

/** Money in the account's currency, which the API does not name: two decimals, more only where the amount has more. */
export const money = (amount: number | null | undefined): string => {
  if (amount === null || amount === undefined || !Number.isFinite(amount)) return nothing;
  return Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6
    ? writeMoney(amount)
    : fine.format(amount);
};

/** A count or a measure, with the unit after it. */
export const quantity = (amount: number | null | undefined, unit?: string | null): string => {
  if (amount === null || amount === undefined) return nothing;
  return unit ? `${whole.format(amount)} ${unit}` : whole.format(amount);
};

const timeOf = (at: string | number | null | undefined): number =>
  at === null || at === undefined ? Number.NaN : new Date(at).getTime();

/** Date and time in full; what is no date is given back as it came. */
export const dateTime = (at: string | number | null | undefined): string => {
  const time = timeOf(at);
  return Number.isNaN(time) ? String(at ?? nothing) : writeTime(time);
};

/** Date and time with seconds, where moments are compared. */
export const toTheSecond = (at: string | null | undefined): string => {
  const time = timeOf(at);
  return Number.isNaN(time) ? String(at ?? nothing) : exact.format(time);
};

/** The day alone. */
export const date = (at: string | null | undefined): string => {
  const time = timeOf(at);
  return Number.isNaN(time) ? String(at ?? nothing) : day.format(time);
};

/** The time of day alone. */
export const timeOfDay = (at: number): string => clock.format(at);

/** From how many seconds on a unit is used, and how long it is. Each begins at two, where it says what the one before says. */
const steps: readonly [Intl.RelativeTimeFormatUnit, number, number][] = [
  ["year", 63_115_200, 31_557_600],
  ["month", 5_259_600, 2_629_800],
  ["day", 86_400, 86_400],
  ["hour", 3_600, 3_600],
  ["minute", 60, 60],
];

/** How long ago, in the unit that fits: "3 days ago". */
export const age = (at: string | number | null | undefined, now: number): string => {
  const time = timeOf(at);
  if (Number.isNaN(time)) return String(at ?? nothing);
  const seconds = (time - now) / 1000;
  const [unit, , size] = steps.find(([, from]) => Math.abs(seconds) >= from) ?? ["second", 0, 1];
  return unit === "second" ? "just now" : ago.format(Math.trunc(seconds / size), unit);
};

/** "1 line", "2 lines". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${whole.format(count)} ${count === 1 ? one : many}`;

/** A length of time as it is said before and during work: "15 seconds", "9 minutes". */
export const timeInWords = (seconds: number): string => {
  const whole = Math.max(1, Math.ceil(seconds));
  if (whole < 90) return counted(whole, "second");
  const minutes = Math.ceil(whole / 60);
  if (minutes < 90) return counted(minutes, "minute");
  const hours = Math.floor(minutes / 60);
  return minutes % 60 === 0
    ? counted(hours, "hour")
    : `${counted(hours, "hour")} ${counted(minutes % 60, "minute")}`;
};
