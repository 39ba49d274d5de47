import { Button, NativeSelect } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { createContext, type ReactNode, useContext, useId, useState } from "react";
import { formatCount } from "#web/base/format.ts";
import { readPaging, type SearchName, useListSearch } from "#web/base/list-search.ts";
import { findFilterDay } from "#web/base/days.ts";
import { phone, useMedia } from "#web/base/media.ts";
import { type Choice, type ChoiceGroup, withUnlisted } from "./choices.ts";
import { later } from "./later.tsx";
import { DateField } from "./date-field.tsx";
import { Notice } from "./notice.tsx";
import { PopoverButton } from "./popover-button.tsx";
import { SearchField } from "./fields.tsx";
import { SearchableSelect } from "./select.tsx";
import "./filters.css";

const Drawer = later(async () => (await import("./dialog.tsx")).Drawer);

const InSheet = createContext(false);

/**
 * Whether a filter is in the sheet, which has room for its label and for filters that the bar keeps behind a button.
 */
export const useInSheet = (): boolean => useContext(InSheet);

interface FilterSheetProps {
  /** The number of set filters. */
  count: number;
  /** The number of matching rows; undefined while unknown. */
  total: number | undefined;
  /** The name of a row's kind. */
  noun?: string;
  onClear: () => void;
  children: ReactNode;
}

const labelDone = (total: number | undefined, noun: string): string => {
  if (total === undefined) return `Show ${noun}s`;
  return total === 0 ? `No matching ${noun}s` : `Show ${formatCount(total, noun)}`;
};

/** The filters of a list, behind a button that shows the number of set ones: for narrow windows. */
export const FilterSheet = ({
  count,
  total,
  noun = "result",
  onClear,
  children,
}: FilterSheetProps) => {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="xs"
        aria-haspopup="dialog"
        title="Filters"
        onPointerDown={() => void Drawer.load().catch(() => undefined)}
        onClick={() => setOpen(true)}
        leftSection={<IconFilter aria-hidden="true" />}
      >
        Filters{count > 0 && ` (${count})`}
      </Button>
      {open && (
        <Drawer
          title="Filters"
          note={total === undefined ? "" : formatCount(total, noun)}
          done={labelDone(total, noun)}
          actions={count > 0 && <Button onClick={onClear}>Clear filters</Button>}
          onClose={close}
          onFail={close}
        >
          <InSheet value={true}>{children}</InSheet>
        </Drawer>
      )}
    </>
  );
};

/** Labels a filter: in the bar by its choices or placeholder, in the sheet by a label above it. */
const Labeled = ({
  label,
  children,
}: {
  label: string;
  children: (names: { id: string } | { "aria-label": string }) => ReactNode;
}) => {
  const id = useId();
  return useInSheet() ? (
    <div className="filter-sheet__field">
      <label htmlFor={id}>{label}</label>
      {children({ id })}
    </div>
  ) : (
    children({ "aria-label": label })
  );
};

/** A search field that changes the address on Enter or when it loses the focus: each search costs a request. */
export const SearchFilter = ({
  name,
  label,
  placeholder,
  title,
  maxLength,
}: {
  name: SearchName;
  label: string;
  placeholder: string;
  title?: string;
  maxLength?: number;
}) => {
  const { search, filter } = useListSearch();
  const held = search[name] ?? "";
  const [typed, setTyped] = useState<string | undefined>();
  const commit = () => {
    if (typed === undefined) return;
    setTyped(undefined);
    if (typed.trim() !== held) filter({ [name]: typed.trim() });
  };
  return (
    <Labeled label={label}>
      {(names) => (
        <SearchField
          {...names}
          placeholder={placeholder}
          title={title}
          maxLength={maxLength}
          value={typed ?? held}
          onType={setTyped}
          onEnter={commit}
          onBlur={commit}
        />
      )}
    </Labeled>
  );
};

interface SelectFilterProps {
  name: SearchName;
  label: string;
  /** The choice that clears the filter: "All sources". */
  any: string;
  choices: readonly (Choice | ChoiceGroup)[];
  /** Names a value from the address that is not one of the choices. */
  spell?: (value: string) => string;
  /** For so many choices that they need a search (`needsSearch`), or for any number of them. */
  searchable?: boolean;
}

const nativeChoice = (choice: Choice | ChoiceGroup) =>
  "group" in choice ? { group: choice.group, items: [...choice.items] } : choice;

/** A filter with one of several values. */
export const SelectFilter = (props: SelectFilterProps) => {
  const { name, label, any, choices, spell = String, searchable } = props;
  const { search, filter } = useListSearch();
  const held = search[name] ?? "";
  const choose = (value: string) => filter({ [name]: value });
  const all = withUnlisted([{ value: "", label: any }, ...choices], held, spell);
  return (
    <Labeled label={label}>
      {(names) =>
        searchable ? (
          <SearchableSelect
            className="filter"
            {...names}
            choices={all}
            value={held}
            onChoose={choose}
          />
        ) : (
          <NativeSelect
            className="filter"
            {...names}
            data={all.map(nativeChoice)}
            value={held}
            onChange={(event) => choose(event.target.value)}
          />
        )
      }
    </Labeled>
  );
};

/** A filter by a start date. */
export const DateFilter = ({ name, label }: { name: SearchName; label: string }) => {
  const id = useId();
  const { search, filter } = useListSearch();
  return (
    <div className={useInSheet() ? "filter-sheet__field" : "list__date"}>
      <label htmlFor={id}>{label}</label>
      <DateField
        id={id}
        day={findFilterDay(search[name] ?? "")}
        onDay={(day) => filter({ [name]: day })}
      />
    </div>
  );
};

/** A button that clears all filters; hidden if none is set. */
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

export interface ListFilters {
  /** The names of the fields; the number of set ones is shown. */
  names: readonly SearchName[];
  /** Names that are cleared with them: those of the search field and the tabs. */
  also?: readonly SearchName[];
  fields: ReactNode;
}

/** Shows the filters of a list: in the bar above its rows, or in a sheet on a phone. */
export const ListFilterFields = ({
  names,
  also = [],
  fields,
  total,
}: ListFilters & { total: number | undefined }) => {
  const { search, filter } = useListSearch();
  if (useMedia(phone))
    return (
      <FilterSheet
        count={names.filter((name) => search[name]).length}
        total={total}
        onClear={() => filter(Object.fromEntries(names.map((name) => [name, ""])))}
      >
        <div className="filter-sheet">{fields}</div>
      </FilterSheet>
    );
  return (
    <>
      {fields}
      <ClearFilters names={[...names, ...also]} />
    </>
  );
};

/** Less used filters: behind a button that shows the number of set ones; in the sheet among the others. */
export const MoreFilters = ({
  names,
  children,
}: {
  names: readonly SearchName[];
  children: ReactNode;
}) => {
  const { search } = useListSearch();
  const set = names.filter((name) => search[name]).length;
  if (useInSheet()) return children;
  return (
    <PopoverButton
      field
      title="More filters"
      label={set === 0 ? "More filters" : formatCount(set, "more filter")}
    >
      <div className="filter-more">{children}</div>
    </PopoverButton>
  );
};

interface NoMatchesProps {
  /** The name of the record kind. */
  noun: string;
  /** Its plural, if that doesn't end in s. */
  many?: string;
  /** The noun for the tabs above the list: "status". Omitted without tabs. */
  views?: string;
  /** All names that filter the list, including that of the tabs. */
  names: readonly SearchName[];
}

/** Shown instead of the rows of a list that has none: no record matches the filters, or there is none at all. */
export const NoMatches = ({ noun, many = `${noun}s`, views, names }: NoMatchesProps) => {
  const { search } = useListSearch();
  if (!names.some((name) => search[name]))
    return (
      <Notice title={`No ${many} yet`} blank tone="still">
        <p>
          New {many} appear here. If you expected some,{" "}
          <Link to="/connection">check the connection</Link>.
        </p>
      </Notice>
    );
  return (
    <Notice title={`No matching ${many}`} blank tone="still">
      <p>{views ? `Remove a filter, or select another ${views} above.` : "Remove a filter."}</p>
      <ClearFilters names={names} />
    </Notice>
  );
};

/** Focuses the foot's button that goes the same way: the one that was pressed is gone while the page loads. */
const focusFoot = (pressed: Element, page: number): void => {
  const buttons = pressed.closest(".list")?.querySelectorAll<HTMLElement>(".list__end button");
  [...(buttons ?? [])].at(page === 1 ? 0 : -1)?.focus({ preventScroll: true });
};

const GoToPage = ({ page }: { page: number }) => {
  const { turn } = useListSearch();
  return (
    <Button
      onClick={({ currentTarget }) => {
        focusFoot(currentTarget, page);
        turn({ page: page === 1 ? "" : String(page) });
      }}
    >
      Go to page {page}
    </Button>
  );
};

/** Shown instead of rows on a page after the last one. */
export const PastTheEnd = () => (
  <Notice title="No rows on this page" blank tone="still">
    <p>The list ends before it.</p>
    <GoToPage page={1} />
  </Notice>
);

/** Shown instead of rows if the screen filters each page, and only other pages may have matches. */
export const NoMatchesOnPage = ({ isLast }: { isLast: boolean }) => {
  const { pageNumber } = readPaging(useListSearch().search);
  return (
    <Notice title="No matches on this page" blank tone="still">
      <p>
        This filter is applied page by page.{" "}
        {isLast
          ? "This is the last page. Earlier pages may have matches."
          : "Other pages may have matches."}
      </p>
      <GoToPage page={isLast ? 1 : pageNumber + 1} />
    </Notice>
  );
};
