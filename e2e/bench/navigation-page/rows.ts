/** One row of the nearly empty app's lists. */
export interface Row {
  readonly id: string;
  readonly number: string;
  readonly status: string;
  readonly source: string;
  readonly created: string;
  readonly lines: string;
  readonly units: number;
  readonly total: string;
  readonly goods: string;
}

const statuses = ["Waiting", "Open", "Approved", "Denied"];

/** As many rows as a page of the console's lists holds. */
export const sampleRows = (prefix: string): Row[] =>
  Array.from({ length: 50 }, (_, place) => ({
    id: String(place + 1),
    number: `${prefix}-${10_000 + place}`,
    status: statuses[place % statuses.length] ?? "",
    source: `Source ${(place % 7) + 1}`,
    created: `${place + 1} days ago`,
    lines: `${place % 4} of 4`,
    units: (place * 7) % 23,
    total: `${(place * 37) % 900}.00`,
    goods: "Not received",
  }));
