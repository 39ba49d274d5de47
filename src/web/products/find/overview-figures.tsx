import "./overview-figures.css";
import { formatQuantity } from "#web/ui/format.ts";
import type { ListSearch } from "#web/ui/list-search.ts";
import { OverviewLink } from "./overview-link.tsx";

export interface Figure {
  readonly label: string;
  readonly count: number;
  readonly note: string;
  readonly filter: ListSearch;
}

/** The key figures of a channel, each with a link to its list. */
export const OverviewFigures = ({ figures }: { figures: readonly Figure[] }) => (
  <ul className="figures sheet">
    {figures.map(({ label, count, note, filter }) => (
      <li key={label}>
        <OverviewLink filter={filter}>
          <span className="figures__label">{label}</span>
          <strong>{formatQuantity(count)}</strong>
          <span className="faint">{note}</span>
        </OverviewLink>
      </li>
    ))}
  </ul>
);
