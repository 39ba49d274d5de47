const hourMs = 3_600_000;

const one = (value: number, unit: string): string => {
  const rounded = value < 10 ? Math.round(value * 10) / 10 : Math.round(value);
  return `${rounded} ${unit}${rounded === 1 ? "" : "s"}`;
};

/** A time to decide in its largest unit: "45 minutes", "5.5 hours", "12 days". */
export const formatSpan = (ms: number): string => {
  if (ms < 1.5 * hourMs) return one(Math.max(1, Math.round(ms / 60_000)), "minute");
  return ms < 48 * hourMs ? one(ms / hourMs, "hour") : one(ms / (24 * hourMs), "day");
};
