import { groupBy } from "#contract/group-by.ts";
import { ActionIcon, Button, Kbd, Menu, TextInput, UnstyledButton } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import {
  memo,
  type ReactNode,
  startTransition,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { describePart, describeParts, partName } from "#rule-model/describe-parts.ts";
import { canFold } from "#rule-model/draft-rule.ts";
import { partsAt } from "#rule-model/edit-draft.ts";
import { type MovePlace, movePlaces } from "#rule-model/move-places.ts";
import type { Part, PartKey } from "#rule-model/part.ts";
import { foldText } from "#rules/fold-text.ts";
import { afterPaint } from "#web/base/after-paint.ts";
import { formatQuantity } from "#web/base/format.ts";
import { useValue } from "#web/base/value-store.ts";
import { Dialog } from "#web/kit/dialog.tsx";
import { MenuButton } from "#web/kit/panels.tsx";
import {
  useHistoryValue,
  useKeyed,
  usePartShape,
} from "#web/screens/mapping-rules/editor/builder-context.ts";
import { moveTo } from "./edit-commands.ts";
import { foldAct, rowButtons, rowMenu } from "./row-keys.ts";
import { type EditorState, rowElement } from "./shown-rows.ts";

/** A dialog to view or choose from. Escape and a click outside close it. */
const PlainDialog = (props: { title: string; children: ReactNode; onClose: () => void }) => (
  <Dialog wide closesBeside foot={<Button onClick={props.onClose}>Close</Button>} {...props} />
);

/** More places than people read through; longer lists need the search. */
const mostShown = 200;

const searched = (places: readonly MovePlace[], text: string): readonly MovePlace[] => {
  const words = foldText(text).split(/\s+/);
  return places.filter(({ list, place }) => {
    const searchable = foldText(`${list} ${place}`);
    return words.every((word) => searchable.includes(word));
  });
};

const Places = ({
  places,
  onChoose,
}: {
  places: readonly MovePlace[];
  onChoose: (place: MovePlace) => void;
}) => (
  <div className="move-to__lists">
    {[...groupBy(places.slice(0, mostShown), ({ list }) => list)].map(([list, inList]) => (
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

interface MoveDialogProps {
  editor: EditorState;
  keys: readonly PartKey[];
  onClose: () => void;
}

/** Asks for the place that parts move to; every place is described in words. */
const MoveDialog = ({ editor, keys, onClose }: MoveDialogProps) => {
  const { builder } = editor;
  const [text, setText] = useState("");
  const wanted = useDeferredValue(text);
  const places = useMemo(() => movePlaces(builder, keys), [builder, keys]);
  const found = useMemo(() => searched(places, wanted), [places, wanted]);
  const choose = ({ target }: MovePlace) => {
    onClose();
    // After the dialog has returned the focus.
    requestAnimationFrame(() => moveTo(editor, keys, target));
  };
  const [moved] = keys;
  return (
    <PlainDialog title={`Move ${describeParts(partsAt(builder.draft, keys))} to`} onClose={onClose}>
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

export const RuleEditorDialog = ({ editor }: { editor: EditorState }) => {
  const dialog = useValue(editor.dialog);
  const onClose = () => editor.dialog.set(undefined);
  return dialog && <MoveDialog editor={editor} keys={dialog} onClose={onClose} />;
};

interface ToolsProps {
  editor: EditorState;
  part: Part;
}

/** On a line narrower than this, the tools hide the text. */
const roomForBoth = 340;

/** Moves the tools to their row, at the end of its first line. */
const usePlace = (editor: EditorState, key: PartKey) => {
  const tools = useRef<HTMLDivElement>(null);
  const root = useValue(editor.root);
  useHistoryValue(({ shape }) => shape);
  useKeyed(editor.builder.view, key);
  useLayoutEffect(() => {
    const place = () => {
      const row = rowElement(root ?? null, key);
      if (!tools.current || !root || !row) return;
      const [outer, at] = [root.getBoundingClientRect(), row.getBoundingClientRect()];
      // A short line, which the tools would cover, has space behind it up to the end of its block.
      const end = at.width < roomForBoth ? (row.closest("li") ?? row) : row;
      tools.current.style.top = `${at.top - outer.top}px`;
      tools.current.style.right = `${outer.right - end.getBoundingClientRect().right}px`;
      tools.current.toggleAttribute("data-over-form", row.hasAttribute("data-row-form"));
    };
    // The observer reports the size after layout; measuring here would force a layout on each keystroke.
    const sizes = new ResizeObserver(place);
    if (root) sizes.observe(root);
    return () => sizes.disconnect();
  });
  return tools;
};

/** These don't depend on where their row is. */
const Buttons = memo(({ editor, part }: ToolsProps) => (
  <>
    {rowButtons.map(({ label, keys, icon: Icon, run }) => (
      <ActionIcon
        key={label}
        size="xs"
        // The row itself has the same commands as keys, so Tab stops only once here, at the menu.
        tabIndex={-1}
        aria-label={label}
        title={`${label} (${keys})`}
        onClick={() => run(editor, part.key)}
      >
        {Icon && <Icon aria-hidden="true" />}
      </ActionIcon>
    ))}
    <MenuButton title="More actions" icon={<IconDots aria-hidden="true" />}>
      {[...rowButtons, ...rowMenu, ...(canFold(part) ? [foldAct] : [])].map(
        ({ label, keys, run }) => (
          <Menu.Item
            key={label}
            rightSection={<Kbd size="xs">{keys}</Kbd>}
            onClick={() => run(editor, part.key)}
          >
            {label}
          </Menu.Item>
        ),
      )}
    </MenuButton>
  </>
));

const Tools = ({ editor, part }: ToolsProps) => (
  <div
    ref={usePlace(editor, part.key)}
    className="row-tools"
    role="group"
    aria-label={`Actions for ${partName(editor.builder.draft, part)}`}
    data-row-tools
  >
    <Buttons editor={editor} part={part} />
  </div>
);

const findToolsRow = ({ hovered, focused }: EditorState): PartKey =>
  hovered.get() ?? focused.get() ?? -1;

/** The row that the tools belong to. They follow once the row itself has been painted, and in a transition. */
const useToolsRow = (editor: EditorState): PartKey => {
  const [key, setKey] = useState(() => findToolsRow(editor));
  useEffect(() => {
    let callOff = () => {};
    const follow = () => {
      callOff();
      callOff = afterPaint(() => startTransition(() => setKey(findToolsRow(editor))));
    };
    const stops = [editor.hovered.subscribe(follow), editor.focused.subscribe(follow)];
    follow();
    return () => {
      callOff();
      for (const stop of stops) stop();
    };
  }, [editor]);
  return key;
};

/** One set of buttons for all rows: beside the row under the pointer, else beside the one with the focus. */
export const RowTools = ({ editor }: { editor: EditorState }) => {
  const root = useValue(editor.root);
  const part = usePartShape(useToolsRow(editor), true);
  if (!root || !part?.slot || part.slot === "rule") return null;
  return createPortal(<Tools editor={editor} part={part} />, root);
};
