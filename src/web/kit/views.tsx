import { Button, TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { IconBookmark } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { copyToClipboard } from "./copy-to-clipboard.ts";
import {
  isSameView,
  saveViews,
  readViews,
  type SavedView,
  toView,
  withView,
} from "./view-storage.ts";
import { LockableButton } from "./button.tsx";
import { readSearch, useListSearch, writeSearch } from "#web/base/list-search.ts";
import { notify } from "./notify.ts";
import { PopoverButton } from "./popover-button.tsx";

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
