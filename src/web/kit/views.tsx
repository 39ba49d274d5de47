import { Button, TextInput } from "@mantine/core";
import { IconBookmark } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, useMemo, useState } from "react";
import { afterLayout } from "#web/base/after-paint.ts";
import { sentenceCase } from "#web/base/format.ts";
import {
  type ListSearch,
  readSearch,
  type SearchName,
  searchNames,
  useListSearch,
  withSearch,
  writeSearch,
} from "#web/base/list-search.ts";
import { useValue } from "#web/base/value-store.ts";
import { copyToClipboard } from "./copy-to-clipboard.ts";
import { LockableButton } from "./button.tsx";
import { notify } from "./notify.ts";
import { PopoverButton } from "./popover-button.tsx";
import {
  ownedWords,
  SharedBy,
  ShareButton,
  UnshareButton,
  useTeamEntries,
} from "./team-entries.tsx";
import {
  isSameView,
  readTeamView,
  type SavedView,
  savedViews,
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

interface ViewLinkProps {
  view: SavedView;
  current: SavedView | undefined;
  onOpen: () => void;
}

const ViewLink = ({ view, current, onOpen }: ViewLinkProps) => (
  <Link
    to="."
    search={toView(view.search)}
    activeProps={{ "aria-current": undefined }}
    aria-current={view === current ? "true" : undefined}
    data-current={view === current || undefined}
    onClick={onOpen}
  >
    <bdi>{view.name}</bdi>
  </Link>
);

/**
 * Views that a person saved, and those that the team shares: filters, sorting, columns. They are links, so they can be
 * sent to others, too.
 */
export const SavedViews = ({ list }: SavedViewsProps) => {
  const { search } = useListSearch();
  const stored = useMemo(() => savedViews(list), [list]);
  const views = useValue(stored);
  const team = useTeamEntries(`views.${list}`);
  const shared = team.entries.flatMap((entry) => {
    const view = readTeamView(entry);
    return view ? [{ view, entry }] : [];
  });
  const current = [...views, ...shared.map(({ view }) => view)].find((view) =>
    isSameView(view.search, search),
  );
  const keep = (next: readonly SavedView[], said: string) => {
    stored.set(next);
    notify(said);
  };
  return (
    <>
      <PopoverButton
        title="Saved views"
        icon={<IconBookmark aria-hidden="true" />}
        label={current ? current.name : "Views"}
        onTurn={team.onTurn}
      >
        {(close) => (
          <div className="saved-views">
            {views.length > 0 && (
              <ul aria-label="Saved views">
                {views.map((view) => (
                  <li key={view.name}>
                    <ViewLink {...{ view, current }} onOpen={close} />
                    <ShareButton
                      label={`view “${view.name}”`}
                      onClick={() =>
                        team.share({
                          name: view.name,
                          value: view.search,
                          label: `view “${view.name}”`,
                        })
                      }
                    />
                    <Button
                      variant="subtle"
                      color="gray"
                      size="xs"
                      aria-label={`Remove view ${view.name}`}
                      onClick={() =>
                        keep(
                          stored.get().filter(({ name }) => name !== view.name),
                          `View “${view.name}” removed`,
                        )
                      }
                    >
                      Remove
                    </Button>
                  </li>
                ))}
              </ul>
            )}
            {views.length === 0 && (
              <p className="saved-views__hint">
                A view saves filters, sorting and columns under a name. Views are saved{" "}
                {ownedWords()}. Their links open anywhere.
              </p>
            )}
            <NewView
              onSave={(name) =>
                keep(
                  withView(stored.get(), { name, search: toView(search) }),
                  `View “${name}” saved`,
                )
              }
            />
            <Button variant="subtle" color="gray" size="xs" onClick={copyAddress}>
              Copy link to this view
            </Button>
            {shared.length > 0 && (
              <>
                <h3 className="label saved-views__title">Team</h3>
                <ul aria-label="Team views">
                  {shared.map(({ view, entry }) => (
                    <li key={view.name}>
                      <div className="saved-views__shared">
                        <ViewLink {...{ view, current }} onOpen={close} />
                        <SharedBy {...entry} />
                      </div>
                      <UnshareButton
                        label={`view “${view.name}”`}
                        onClick={() =>
                          team.askRemoval({ name: view.name, label: `view “${view.name}”` })
                        }
                      />
                    </li>
                  ))}
                </ul>
              </>
            )}
          </div>
        )}
      </PopoverButton>
      {team.question}
    </>
  );
};

/** A predefined filter of a list. */
export interface View {
  label: string;
  filter: ListSearch;
  /** The number of records; null while it is loading, with reserved space. Omitted: no number is shown. */
  count?: ReactNode;
}

/** Creates a tab for all records and one for each value of a filter, by default with its name in sentence case. */
export const viewsBy = (
  name: SearchName,
  values: readonly string[],
  spell: (value: string) => string = sentenceCase,
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
