import { ActionIcon, Kbd, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { memo, startTransition, useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { Part, PartKey } from "#rule-model/draft/part.ts";
import { partName } from "#rule-model/describe/describe-parts.ts";
import { canFold } from "#rule-model/draft/draft-rule.ts";
import {
  useHistoryValue,
  usePartShape,
  useKeyed,
} from "#web/screens/mapping-rules/editor/builder-context.ts";
import { rowElement } from "./focus-row.ts";
import { afterPaint } from "#web/base/after-paint.ts";
import { MenuButton } from "#web/kit/menu-button.tsx";
import { useValue } from "#web/base/value-store.ts";
import type { EditorState } from "./editor-state.ts";
import { foldAct, rowButtons, rowMenu } from "./row-keys.ts";

interface ToolsProps {
  editor: EditorState;
  part: Part;
}

const More = ({ editor, part }: ToolsProps) => (
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
);

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
    <More editor={editor} part={part} />
  </>
));

const Tools = ({ editor, part }: ToolsProps) => {
  const tools = usePlace(editor, part.key);
  return (
    <div
      ref={tools}
      className="row-tools"
      role="group"
      aria-label={`Actions for ${partName(editor.builder.draft, part)}`}
      data-row-tools
    >
      <Buttons editor={editor} part={part} />
    </div>
  );
};

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
