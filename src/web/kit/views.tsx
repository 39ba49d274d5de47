import { Button, TextInput } from "@mantine/core";
import { IconBookmark } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, useState } from "react";
import { afterLayout } from "#web/base/after-paint.ts";
import {
  type ListSearch,
  readSearch,
  type SearchName,
  searchNames,
  useListSearch,
  withSearch,
  writeSearch,
} from "#web/base/list-search.ts";
import { copyToClipboard } from "./copy-to-clipboard.ts";
import { LockableButton } from "./button.tsx";
import { notify } from "./notify.ts";
import { PopoverButton } from "./popover-button.tsx";
import {
  isSameView,
  readViews,
  type SavedView,
  saveViews,
  toView,
  withView,
} from "./view-storage.ts";
import "./views.css";

interface SavedViewsProps {
  /** The list's name, for its stored views. */
  list: string;
}

const copyAddress = (): void => {
  const { page: _, ...search } = readSearch(location.search);
  copyToClipboard(
    `${location.origin}${location.pathname}${writeSearch(search)}`,
    "Link to this view copied",
    "Couldn't copy the link. Copy it from the address bar.",
  );
};

const NewView = ({ onSave }: { onSave: (name: string) => void }) => {
  const [name, setName] = useState("");
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === "") return;
    onSave(name.trim());
    setName("");
  };
  return (
    <form className="saved-views__new" onSubmit={save}>
      <TextInput
        aria-label="View name"
        placeholder="Name this view"
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <LockableButton type="submit" size="xs" locked={name.trim() === ""}>
        Save
      </LockableButton>
    </form>
  );
};

/** Views that a person saved: filters, sorting, columns. They are links, so they can be shared. */
export const SavedViews = ({ list }: SavedViewsProps) => {
  const { search } = useListSearch();
  const [views, setViews] = useState(() => readViews(list));
  const current = views.find((view) => isSameView(view.search, search));
  /** Changes the views as they are stored now: another tab may have changed them, too. */
  const keep = (change: (stored: readonly SavedView[]) => SavedView[], said: string) => {
    const next = change(readViews(list));
    setViews(next);
    notify(saveViews(list, next) ? said : "This browser can't save views. Copy the link instead.");
  };
  return (
    <PopoverButton
      title="Saved views"
      icon={<IconBookmark aria-hidden="true" />}
      label={current ? current.name : "Views"}
    >
      {(close) => (
        <>
          <ul className="saved-views" aria-label="Saved views">
            {views.map((view) => (
              <li key={view.name}>
                <Link
                  to="."
                  search={toView(view.search)}
                  activeProps={{ "aria-current": undefined }}
                  aria-current={view === current ? "true" : undefined}
                  data-current={view === current || undefined}
                  onClick={close}
                >
                  <bdi>{view.name}</bdi>
                </Link>
                <Button
                  variant="subtle"
                  color="gray"
                  size="xs"
                  aria-label={`Remove view ${view.name}`}
                  onClick={() =>
                    keep(
                      (stored) => stored.filter(({ name }) => name !== view.name),
                      `View “${view.name}” removed`,
                    )
                  }
                >
                  Remove
                </Button>
              </li>
            ))}
          </ul>
          {views.length === 0 && (
            <p className="saved-views__hint">
              A view saves filters, sorting and columns under a name. Views stay in this browser.
              Their links open anywhere.
            </p>
          )}
          <NewView
            onSave={(name) =>
              keep(
                (stored) => withView(stored, { name, search: toView(search) }),
                `View “${name}” saved`,
              )
            }
          />
          <Button variant="subtle" color="gray" size="xs" onClick={copyAddress}>
            Copy link to this view
          </Button>
        </>
      )}
    </PopoverButton>
  );
};

/** A predefined filter of a list. */
export interface View {
  label: string;
  filter: ListSearch;
  /** The number of records; null while it is loading, with reserved space. Omitted: no number is shown. */
  count?: ReactNode;
}

/** Creates a tab for all records and one for each value of a filter. */
export const viewsBy = (
  name: SearchName,
  values: readonly string[],
  spell: (value: string) => string = String,
): View[] => [
  { label: "All", filter: { [name]: "" } },
  ...values.map((value) => ({ label: spell(value), filter: { [name]: value } })),
];

interface ViewTabsProps {
  views: readonly View[];
  label: string;
}

/** Scrolls the tabs, and only them, so that the current one can be seen. */
const showCurrent = (tabs: HTMLElement): void => {
  const end = tabs.querySelector("[data-current]")?.getBoundingClientRect().right ?? 0;
  const hidden = end - tabs.getBoundingClientRect().right;
  if (hidden > 0) tabs.scrollLeft += hidden;
};

const showCurrentAtFirst = (tabs: HTMLElement) => afterLayout(tabs, () => showCurrent(tabs));

/**
 * Predefined filters as links: the full state is in the address, so they can be bookmarked, shared or opened in a new
 * tab.
 */
export const ViewTabs = ({ views, label }: ViewTabsProps) => {
  const { search } = useListSearch();
  return (
    <nav
      ref={showCurrentAtFirst}
      className="view-tabs"
      aria-label={label}
      // Browsers leave a tab that is in sight in part where it is.
      onFocus={({ target }) => target.scrollIntoView({ block: "nearest", inline: "nearest" })}
    >
      {views.map((view) => {
        const names = searchNames(view.filter);
        const current = names.every((name) => (search[name] ?? "") === (view.filter[name] ?? ""));
        return (
          <Link
            key={view.label}
            to="."
            search={withSearch({ page: "", ...view.filter })}
            className="view-tabs__tab"
            aria-current={current ? "true" : undefined}
            data-current={current || undefined}
          >
            {view.label}
            {view.count !== undefined && <span className="view-tabs__count">{view.count}</span>}
          </Link>
        );
      })}
    </nav>
  );
};
