import {
  type ComponentProps,
  memo,
  type RefObject,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { Button } from "@mantine/core";
import { copyToClipboard } from "#web/kit/copy-to-clipboard.ts";
import type { UpdateOrCreateWorkflowRule } from "#contract/mapping-rule-request.ts";
import { isSentence } from "#rule-model/describe-parts.ts";
import type { Builder } from "#rule-model/builder.ts";
import { partsInOrder } from "#rule-model/draft-rule.ts";
import { openRow } from "#rule-model/edit-draft.ts";
import { headKey, type PartKey, rootKey } from "#rule-model/part.ts";
import { describeRule, ruleParagraph } from "#rules/describe-rule.ts";
import { useValue } from "#web/base/value-store.ts";
import { later } from "#web/kit/later.tsx";
import { watchKeys } from "#web/kit/watch-keys.ts";
import {
  useBuilder,
  useEditorState,
  useHistory,
  usePart,
} from "#web/screens/mapping-rules/editor/builder-context.ts";
import { dragRows } from "./drag-rows.ts";
import { clearSelection, listenForClipboard, stepHistory } from "./edit-commands.ts";
import { pressed, rowCommand } from "./row-keys.ts";
import { makeAddsReachable, RuleBody } from "./rule-body.tsx";
import { RuleHead } from "./rule-head.tsx";
import {
  EditorWording,
  SentenceWording,
  useEditorWording,
  wordingToRead,
} from "./sentence-wording.tsx";
import { type EditorState, idleKey, isSelectingText, keyOfRow } from "./shown-rows.ts";
import "./rule-editor.css";

/** Marks exactly the selected rows, in one pass over the rows. */
const markRows = ({ selected }: EditorState, root: HTMLElement): void => {
  const keys = selected.get();
  const rows = root.querySelectorAll(keys.size > 0 ? "[data-part-key]" : "[data-picked]");
  for (const row of rows) {
    const picked = keys.has(keyOfRow(row) ?? -1);
    if (row.hasAttribute("data-picked") !== picked) row.toggleAttribute("data-picked", picked);
  }
};

/**
 * Marks selected rows from outside, so that no row needs a listener. A row that an edit moves, or that is opened,
 * closed or unfolded, is another element afterwards, which is marked once it exists.
 */
const markSelected = (editor: EditorState, root: HTMLElement): (() => void)[] => {
  const { selected, builder } = editor;
  let waiting = false;
  const markLater = () => {
    if (waiting || selected.get().size === 0) return;
    waiting = true;
    queueMicrotask(() => {
      waiting = false;
      markRows(editor, root);
    });
  };
  return [
    selected.subscribe(() => markRows(editor, root)),
    builder.draft.watch(markLater),
    builder.view.watch(markLater),
  ];
};

const textFields =
  "input:not([type=checkbox], [type=radio], [type=button]), textarea, [contenteditable]";

/** A field whose text is not part of the rule keeps the browser's own undo: a search, an open picker, a dialog. */
const hasOwnUndo = (target: Element): boolean =>
  target.closest("[role=dialog], [role=menu], [popover], [role=combobox][aria-expanded=true]") !==
    null ||
  (target.matches(textFields) && target.closest("[data-rule-editor], [data-rule-draft]") === null);

const isDialogOpen = (target: Element): boolean =>
  document.querySelector("[aria-modal=true]") !== null || target.closest("[role=dialog]") !== null;

const historyKeys: Readonly<Record<string, "undo" | "redo">> = {
  "Mod+z": "undo",
  "Mod+Shift+z": "redo",
  "Mod+y": "redo",
};

/** What a key does on the whole screen: undo and redo, and `?`, `/` and `t` outside text fields. */
const screenCommand = (
  name: string,
  target: Element,
): ((editor: EditorState) => void) | undefined => {
  const step = Object.hasOwn(historyKeys, name) ? historyKeys[name] : undefined;
  // Every letter typed in a row is in the draft, so there the draft's undo replaces the browser's.
  if (step) return hasOwnUndo(target) ? undefined : (editor) => stepHistory(editor, step);
  const command = ["?", "/", "t"].includes(name) ? rowCommand(name) : undefined;
  if (!command || target.closest(`${textFields}, select`)) return undefined;
  return (editor) => command(editor, editor.builder.view.active() ?? 0);
};

const listenForKeys = (editor: EditorState, root: HTMLElement, signal: AbortSignal): void => {
  const onRowKey = (event: KeyboardEvent) => {
    const key = idleKey(event.target);
    if (key === undefined || event.getModifierState("AltGraph")) return;
    const command = rowCommand(pressed(event));
    if (!command) return;
    event.preventDefault();
    command(editor, key);
  };
  const onScreenKey = (event: KeyboardEvent) => {
    const { target } = event;
    if (event.defaultPrevented || !(target instanceof Element)) return;
    const command = screenCommand(pressed(event), target);
    // The page is searched for a dialog only on these keys, not on each letter that is typed.
    if (!command || isDialogOpen(target)) return;
    event.preventDefault();
    command(editor);
  };
  root.addEventListener("keydown", onRowKey, { signal });
  document.addEventListener("keydown", onScreenKey, { signal });
};

const findRow = (target: EventTarget | null): Element | null =>
  target instanceof Element
    ? (target.closest("[data-part-key]") ??
      target.closest("li")?.querySelector(":scope > [data-part-key]") ??
      null)
    : null;

const inTools = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("[data-row-tools]") !== null;

/** While the menu of the tools, which is outside the editor, is open, the tools stay with their row. */
const inMenu = ({ children }: HTMLElement): boolean =>
  // A search of the whole editor would pass thousands of rows.
  Array.from(children)
    .find((child) => child.matches("[data-row-tools]"))
    ?.querySelector("[aria-expanded=true]") instanceof Element;

/**
 * Tracks the row under the pointer and the focused row, for the buttons beside it. A finger has no hover: it opens a
 * row.
 */
const followRows = (editor: EditorState, root: HTMLElement, signal: AbortSignal): void => {
  const over = ({ target, pointerType }: PointerEvent) => {
    if (pointerType !== "mouse" || inTools(target) || inMenu(root)) return;
    const key = keyOfRow(findRow(target));
    if (key !== undefined) editor.hovered.set(key);
  };
  const leave = () => {
    if (!inMenu(root)) editor.hovered.set(undefined);
  };
  const focusIn = ({ target }: FocusEvent) => {
    if (!inTools(target)) editor.focused.set(keyOfRow(findRow(target)));
  };
  const focusOut = ({ relatedTarget }: FocusEvent) => {
    if (!(relatedTarget instanceof Node && root.contains(relatedTarget)) && !inMenu(root))
      editor.focused.set(undefined);
  };
  root.addEventListener("pointerover", over, { signal });
  root.addEventListener("pointerleave", leave, { signal });
  root.addEventListener("focusin", focusIn, { signal });
  root.addEventListener("focusout", focusOut, { signal });
};

/** Keys, the clipboard and dragging for the rows of an editor: listeners on its root, none on a row. */
const useRowCommands = (editor: EditorState, rootRef: RefObject<HTMLElement | null>): void =>
  useEffect(() => {
    const root = rootRef.current;
    if (!root) return undefined;
    editor.root.set(root);
    watchKeys();
    const left = new AbortController();
    listenForKeys(editor, root, left.signal);
    listenForClipboard(editor, root, left.signal);
    followRows(editor, root, left.signal);
    const stops = [...markSelected(editor, root), dragRows(editor, root)];
    return () => {
      left.abort();
      for (const stop of stops) stop();
      // Rows that are drawn again later have no marks.
      clearSelection(editor);
      editor.root.set(undefined);
    };
  }, [editor, rootRef]);

/** The rule as one paragraph, updated in a deferred render, so that typing never waits for it. */
const Paragraph = () => {
  const { trees } = useBuilder();
  const { version } = useHistory();
  const wording = useEditorWording();
  const settled = useDeferredValue(version);
  const tree = settled >= 0 ? (trees.buildTree(rootKey) as UpdateOrCreateWorkflowRule) : undefined;
  const words = tree ? ruleParagraph(describeRule(tree, wording)) : "";
  return (
    <>
      <p>{words}</p>
      <Button
        variant="subtle"
        size="xs"
        title="“Type a rule” takes these words, in this rule or another"
        onClick={() => copyToClipboard(words, "Copied the rule in words")}
      >
        Copy words
      </Button>
    </>
  );
};

/** The whole rule in plain words, computed only while it is shown. */
const InWords = () => {
  const [open, setOpen] = useState(false);
  return (
    <details className="rule-words" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>In words</summary>
      {open && <Paragraph />}
    </details>
  );
};

const rowAround = (target: EventTarget): Element | null =>
  target instanceof Element ? target.closest("[data-part-key]") : null;

/** Keeps one row reachable by Tab: the first, until the user visits another. */
const keepOneInReach = ({ draft, view }: Builder): void => {
  const active = view.active();
  if (active !== undefined && draft.get(active)) return;
  for (const part of partsInOrder(draft)) if (isSentence(part)) return view.activate(part.key);
  view.activate(rootKey);
};

const useOneInReach = (builder: Builder): void =>
  useEffect(() => {
    keepOneInReach(builder);
    return builder.draft.watch(() => keepOneInReach(builder));
  }, [builder]);

const openingKeys = ["Enter", "F2", " "];

const useRootHandlers = (
  editor: EditorState,
): Pick<ComponentProps<"div">, "onClick" | "onKeyDown" | "onFocus"> => {
  const reached = useRef<readonly HTMLElement[]>([]);
  /** Opens a row or folds it: work continues with that row alone. */
  const openAlone = (key: PartKey) => {
    clearSelection(editor);
    flushSync(() => openRow(editor.builder, key));
  };
  return {
    onClick: (event) => {
      const key = idleKey(rowAround(event.target));
      if (key !== undefined && !event.defaultPrevented && !isSelectingText()) openAlone(key);
    },
    onKeyDown: (event) => {
      const key = idleKey(event.target);
      const { altKey, ctrlKey, metaKey, shiftKey } = event;
      if (key === undefined || altKey || ctrlKey || metaKey || shiftKey) return;
      if (!openingKeys.includes(event.key)) return;
      event.preventDefault();
      openAlone(key);
    },
    onFocus: ({ target }) => {
      const row = rowAround(target);
      const key = keyOfRow(row);
      if (!row || key === undefined) return;
      editor.builder.view.activate(key);
      reached.current = makeAddsReachable(reached.current, row);
    },
  };
};

const Root = memo(() => (
  <>
    <RuleHead partKey={rootKey} word="This rule" />
    <RuleBody partKey={rootKey} depth={0} />
  </>
));

const TypedRuleField = later(async () => (await import("./typed-rule-field.tsx")).TypedRuleField);

/** The field for typed rules, whose grammar loads when the field opens. */
const TypeRule = () => {
  const { typing } = useEditorState();
  return useValue(typing) && <TypedRuleField instead={<div className="typed-rule" />} />;
};

/** The rule itself: its conditions and actions as sentences, and the controls of the edited one. */
export const RuleEditor = () => {
  const editor = useEditorState();
  const { builder } = editor;
  const root = useRef<HTMLDivElement>(null);
  // The wording changes only with the rule's data type.
  usePart(headKey, "head");
  useRowCommands(editor, root);
  useOneInReach(builder);
  const wording = builder.wording();
  const [parts] = useState(builder.draft.size);
  const sentences = useMemo(() => wordingToRead(wording, parts), [wording, parts]);
  return (
    <EditorWording value={wording}>
      <SentenceWording value={sentences}>
        <TypeRule />
        <div
          ref={root}
          className="rule-editor"
          data-rule-editor
          role="region"
          aria-label="Rule"
          {...useRootHandlers(editor)}
        >
          <Root />
          <InWords />
        </div>
      </SentenceWording>
    </EditorWording>
  );
};
