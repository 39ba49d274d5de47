import { Button } from "@mantine/core";
import { useState } from "react";
import type { ProductQuery } from "#web/api/product-search/product-query.ts";
import { DateField } from "#web/ui/date-field.tsx";
import { useListSearch } from "#web/ui/list-search.ts";
import { FacetGroup } from "./facet-group.tsx";
import { lastDay } from "./find-words.ts";

const changedDays = [
  ["Since yesterday", 1],
  ["Last 7 days", 7],
  ["Last 30 days", 30],
] as const;

/** Filters by the date of the last change: from a day on, until a day, or within the last days. */
export const FacetChanged = ({ query }: { query: ProductQuery }) => {
  const { filter } = useListSearch();
  const [now] = useState(() => Date.now());
  return (
    <FacetGroup
      title="Updated"
      chosen={Number(query.changedSince !== null) + Number(query.changedBefore !== null)}
    >
      <div className="facet__since">
        <span>from</span>
        <DateField
          label="Updated from"
          day={query.changedSince?.slice(0, 10) ?? ""}
          onDay={(since) => filter({ since })}
        />
      </div>
      <div className="facet__since">
        <span>to</span>
        <DateField
          label="Updated to"
          day={query.changedBefore === null ? "" : lastDay(query.changedBefore)}
          onDay={(until) => filter({ until })}
        />
      </div>
      <div className="facet__days">
        {changedDays.map(([label, days]) => {
          const day = new Date(now - days * 86_400_000).toISOString().slice(0, 10);
          return (
            <Button
              key={label}
              variant="subtle"
              color="gray"
              size="xs"
              aria-pressed={query.changedSince?.slice(0, 10) === day}
              onClick={() => filter({ since: day, until: "" })}
            >
              {label}
            </Button>
          );
        })}
      </div>
    </FacetGroup>
  );
};
