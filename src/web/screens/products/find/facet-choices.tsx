import { Button, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { FacetCount } from "#web/api/product-search/product-query.ts";
import { needsSearch } from "#web/kit/choices.ts";
import { formatQuantity } from "#web/base/format.ts";
import { useListSearch } from "#web/base/list-search.ts";
import { joinList } from "./product-address.ts";

/** One group of filters, which can be folded. */
export const FacetGroup = ({
  title,
  chosen,
  children,
}: {
  title: string;
  chosen: number;
  children: ReactNode;
}) => (
  <details className="facet" open>
    <summary>
      <span className="label">{title}</span>
      {chosen > 0 && <span className="facet__chosen">{chosen} selected</span>}
    </summary>
    {children}
  </details>
);

interface ChoicesProps<V extends string> {
  title: string;
  /** The name of the filter in the address. */
  name: string;
  choices: readonly (FacetCount<V> & { label?: string; level?: number })[];
  chosen: readonly string[];
  /** The number of choices shown before the user expands the list. */
  first?: number;
  /** Reserves the space of `first` choices and the button below them, so that further choices move nothing. */
  growing?: boolean;
}

export const Choice = ({
  label,
  count,
  on,
  level,
  onTurn,
}: {
  label: string;
  count: number;
  on: boolean;
  level: number;
  onTurn: () => void;
}) => (
  <label className="facet__choice" data-none={count === 0 || undefined} data-level={level}>
    {/* Plain elements, because every choice is rendered again on each keystroke of the search. */}
    <input type="checkbox" checked={on} onChange={onTurn} />
    <bdi className="truncate" title={label}>
      {label}
    </bdi>
    <span className="facet__count">{formatQuantity(count)}</span>
  </label>
);

export const Choices = <V extends string>({
  title,
  name,
  choices,
  chosen,
  first = 8,
  growing = false,
}: ChoicesProps<V>) => {
  const { filter } = useListSearch();
  const [all, setAll] = useState(false);
  const [typed, setTyped] = useState("");
  const turn = (value: string) =>
    filter({
      [name]: joinList(
        chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value],
      ),
    });
  const readLabel = ({ value, label }: { value: V; label?: string }) => label ?? value;
  const fitting = choices.filter((one) =>
    readLabel(one).toLowerCase().includes(typed.trim().toLowerCase()),
  );
  const shown = all
    ? fitting
    : fitting.filter((one, at) => at < first || chosen.includes(one.value));
  if (choices.length === 0 && !growing) return null;
  return (
    <FacetGroup title={title} chosen={chosen.length}>
      {all && needsSearch(choices.length) && (
        <TextInput
          type="search"
          aria-label={`Search ${title.toLowerCase()}`}
          placeholder={`Search ${title.toLowerCase()}`}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <div
        className="facet__choices"
        data-all={all || undefined}
        style={growing ? { minHeight: `calc(${first} * var(--facet-line))` } : undefined}
      >
        {shown.map((one) => (
          <Choice
            key={one.value}
            label={readLabel(one)}
            count={one.count}
            level={one.level ?? 1}
            on={chosen.includes(one.value)}
            onTurn={() => turn(one.value)}
          />
        ))}
      </div>
      {growing && choices.length <= first && <div className="facet__more" />}
      {choices.length > first && (
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          onClick={() => {
            setAll(!all);
            setTyped("");
          }}
        >
          {all ? "Show fewer" : `Show all ${formatQuantity(choices.length)}`}
        </Button>
      )}
    </FacetGroup>
  );
};
