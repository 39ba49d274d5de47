import { afterEach, expect, test } from "vitest";
import { settings } from "#web/base/settings.ts";
import { listActiveFilters } from "./find-words.ts";
import { parseQuery } from "./product-address.ts";

const before = settings.get();

afterEach(() => settings.set(before));

test.each(["UTC", "America/New_York", "Asia/Kolkata", "Pacific/Kiritimati"])(
  "with the time zone %s, filters are named with the days of the address",
  (timeZone) => {
    settings.set({ ...before, timeZone });
    const query = parseQuery({ since: "2026-11-20", until: "2026-11-22" });
    expect(listActiveFilters(query, String).map(({ label }) => label)).toEqual([
      "Updated since 2026-11-20",
      "Updated until 2026-11-22",
    ]);
  },
);
