import { Button } from "@mantine/core";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { DateField } from "./date-field.tsx";
import { type SearchName, useListSearch } from "./list-search.ts";

/** A search field whose text goes to the address on Enter, or when the field is left: each answer costs a request. */
export const SearchFilter = ({
  name,
  label,
  placeholder,
  title,
}: {
  name: SearchName;
  label: string;
  placeholder: string;
  title?: string;
}) => {
  const { search, filter } = useListSearch();
  const held = search[name] ?? "";
  const [typed, setTyped] = useState<string | undefined>();
  const commit = (text: string) => {
    setTyped(undefined);
    if (text.trim() !== held) filter({ [name]: text.trim() });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    commit(typed ?? held);
  };
  return (
    <form onSubmit={onSubmit} className="list__search">
      <input
        type="search"
        className="input"
        aria-label={label}
        placeholder={placeholder}
        title={title}
        aria-keyshortcuts="/"
        value={typed ?? held}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => typed !== undefined && commit(typed)}
      />
    </form>
  );
};

/** One of several values; the first option leaves the filter out of the address. */
export const SelectFilter = ({
  name,
  label,
  any,
  children,
}: {
  name: SearchName;
  label: string;
  any: string;
  children: ReactNode;
}) => {
  const { search, filter } = useListSearch();
  return (
    <select
      className="input"
      aria-label={label}
      value={search[name] ?? ""}
      onChange={(event) => filter({ [name]: event.target.value })}
    >
      <option value="">{any}</option>
      {children}
    </select>
  );
};

/** A day from which on records count. */
export const DateFilter = ({ name, label }: { name: SearchName; label: string }) => {
  const id = useId();
  const { search, filter } = useListSearch();
  return (
    <div className="list__date">
      <label htmlFor={id}>{label}</label>
      <DateField
        id={id}
        day={(search[name] ?? "").slice(0, 10)}
        onDay={(day) => filter({ [name]: day })}
      />
    </div>
  );
};

/** Takes all filters away, where some are set. */
export const ClearFilters = ({ names }: { names: readonly SearchName[] }) => {
  const { search, filter } = useListSearch();
  if (!names.some((name) => search[name])) return null;
  return (
    <Button
      variant="subtle"
      color="gray"
      size="xs"
      onClick={() => filter(Object.fromEntries(names.map((name) => [name, ""])))}
    >
      Clear filters
    </Button>
  );
};
