import { Button, TextInput, UnstyledButton } from "@mantine/core";
import { type ReactNode, useDeferredValue, useMemo, useState } from "react";
import { foldText } from "#rules/fold-text.ts";
import { describePart, describeParts } from "#rule-model/describe/describe-parts.ts";
import { partsAt } from "#rule-model/draft/edit-draft.ts";
import { type MovePlace, movePlaces } from "#rule-model/draft/move-places.ts";
import type { PartKey } from "#rule-model/draft/part.ts";
import { Dialog } from "#web/kit/dialog.tsx";
import { KeyList, SingleKeysSwitch } from "#web/kit/key-list.tsx";
import { shortcutsTitle } from "#web/base/keys.ts";
import { formatQuantity } from "#web/base/format.ts";
import { useValue } from "#web/base/value-store.ts";
import { moveTo } from "./edit-commands.ts";
import type { EditorState } from "./editor-state.ts";
import { keyHelp } from "./row-keys.ts";

interface PlainDialogProps {
  title: string;
  children: ReactNode;
  foot?: ReactNode;
  onClose: () => void;
}

/** A dialog to view or choose from. Escape and a click outside close it. */
const PlainDialog = ({ title, children, foot, onClose }: PlainDialogProps) => (
  <Dialog
    wide
    closesBeside
    title={title}
    onClose={onClose}
    foot={
      <>
        {foot}
        <Button onClick={onClose}>Close</Button>
      </>
    }
  >
    {children}
  </Dialog>
);

const onMac = (): boolean => /mac|iphone|ipad/i.test(navigator.userAgent);

/** The names of keys on this machine. */
const keyWords = (keys: string): string =>
  onMac() ? keys.replaceAll("Ctrl+", "⌘").replaceAll("Alt+", "⌥") : keys;

/** The list of the editor's keys. */
export const RuleKeys = ({ editor }: { editor: EditorState }) => {
  const dialog = useValue(editor.dialog);
  if (dialog?.kind !== "keys") return null;
  return (
    <PlainDialog title={shortcutsTitle} onClose={() => editor.dialog.set(undefined)}>
      <div className="rule-keys">
        {keyHelp.map(({ title, keys }) => (
          <section key={title}>
            <h3>{title}</h3>
            <KeyList keys={keys.map(([key, act]) => [keyWords(key), act])} />
          </section>
        ))}
      </div>
      <p>You can also drag rows. On a touch screen, press and hold a row first.</p>
      <SingleKeysSwitch />
    </PlainDialog>
  );
};

/** More places than people read through; longer lists need the search. */
const mostShown = 200;

const fits = ({ list, place }: MovePlace, words: readonly string[]): boolean => {
  const text = foldText(`${list} ${place}`);
  return words.every((word) => text.includes(word));
};

const searched = (places: readonly MovePlace[], text: string): readonly MovePlace[] => {
  const words = foldText(text)
    .split(/\s+/)
    .filter((word) => word !== "");
  return places.filter((place) => fits(place, words));
};

/** Places by the list they are in, in the order of the screen. */
const byList = (places: readonly MovePlace[]): [string, MovePlace[]][] => {
  const lists = new Map<string, MovePlace[]>();
  for (const place of places) {
    const known = lists.get(place.list) ?? [];
    known.push(place);
    lists.set(place.list, known);
  }
  return [...lists];
};

interface PlacesProps {
  places: readonly MovePlace[];
  onChoose: (place: MovePlace) => void;
}

const Places = ({ places, onChoose }: PlacesProps) => (
  <div className="move-to__lists">
    {byList(places.slice(0, mostShown)).map(([list, inList]) => (
      <section key={list} aria-label={list}>
        <h3>{list}</h3>
        <ul>
          {inList.map((place) => (
            <li key={`${place.target.parent} ${place.target.slot} ${place.target.at}`}>
              <UnstyledButton onClick={() => onChoose(place)}>{place.place}</UnstyledButton>
            </li>
          ))}
        </ul>
      </section>
    ))}
    {places.length > mostShown && (
      <p>{formatQuantity(places.length - mostShown)} more places. Search to find them.</p>
    )}
    {places.length === 0 && <p>No other place is available.</p>}
  </div>
);

const Choice = ({ editor, keys }: { editor: EditorState; keys: readonly PartKey[] }) => {
  const { builder } = editor;
  const [text, setText] = useState("");
  const wanted = useDeferredValue(text);
  const places = useMemo(() => movePlaces(builder, keys), [builder, keys]);
  const found = useMemo(() => searched(places, wanted), [places, wanted]);
  const close = () => editor.dialog.set(undefined);
  const choose = ({ target }: MovePlace) => {
    close();
    // After the dialog has returned the focus.
    requestAnimationFrame(() => moveTo(editor, keys, target));
  };
  const [moved] = keys;
  return (
    <PlainDialog title={`Move ${describeParts(partsAt(builder.draft, keys))} to`} onClose={close}>
      {keys.length === 1 && moved !== undefined && <p>{describePart(builder, moved)}</p>}
      <TextInput
        type="search"
        aria-label="Search for a place"
        placeholder="Search for a place"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          const [first] = found;
          if (event.key !== "Enter" || !first || text.trim() === "") return;
          event.preventDefault();
          choose(first);
        }}
      />
      <Places places={found} onChoose={choose} />
    </PlainDialog>
  );
};

/** Asks for the place that parts move to; every place is described in words. */
export const MoveToDialog = ({ editor }: { editor: EditorState }) => {
  const dialog = useValue(editor.dialog);
  return dialog?.kind === "move" ? <Choice editor={editor} keys={dialog.keys} /> : null;
};
