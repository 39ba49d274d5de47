import {
  type FocusEvent,
  type KeyboardEvent,
  memo,
  type MouseEvent,
  type RefObject,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import type { UpdateOrCreateWorkflowRule } from "#contract/mapping-rule-request.ts";
import { describeRule, ruleParagraph } from "#rules/describe-rule.ts";
import { isSentence } from "#rule-model/describe/describe-parts.ts";
import type { Builder } from "#rule-model/draft/builder.ts";
import { partsInOrder } from "#rule-model/draft/draft-rule.ts";
import { openRow } from "#rule-model/draft/new-parts.ts";
import { headKey, type PartKey, rootKey } from "#rule-model/draft/part.ts";
import {
  useBuilder,
  useEditorState,
  useHistory,
  usePart,
} from "#web/screens/mapping-rules/editor/builder-context.ts";
import { RuleBody } from "#web/screens/mapping-rules/groups/rule-body.tsx";
import { makeAddsReachable } from "#web/screens/mapping-rules/groups/rule-step.tsx";
import { RuleHead } from "#web/screens/mapping-rules/head/rule-head.tsx";
import {
  EditorWording,
  SentenceWording,
  useEditorWording,
  wordingToRead,
} from "#web/screens/mapping-rules/sentence/sentence-wording.tsx";
import { clearSelection } from "./edit-commands.ts";
import type { EditorState } from "./editor-state.ts";
import { useRowCommands } from "./use-row-commands.ts";
import "./rule-editor.css";

/** The rule as one paragraph, updated in a deferred render, so that typing never waits for it. */
const Paragraph = () => {
  const { trees } = useBuilder();
  const { version } = useHistory();
  const wording = useEditorWording();
  const settled = useDeferredValue(version);
  const tree = settled >= 0 ? (trees.buildTree(rootKey) as UpdateOrCreateWorkflowRule) : undefined;
  return <p>{tree && ruleParagraph(describeRule(tree, wording))}</p>;
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

const readKey = (row: Element | null): PartKey | undefined => {
  const text = row instanceof HTMLElement ? row.dataset["partKey"] : undefined;
  return text === undefined ? undefined : Number(text);
};

const rowAround = (target: EventTarget): Element | null =>
  target instanceof Element ? target.closest("[data-part-key]") : null;

/** The key of a row that is not being edited. */
const idleRow = (target: EventTarget): PartKey | undefined => {
  const row = rowAround(target);
  return row?.hasAttribute("data-row-form") ? undefined : readKey(row);
};

/** Whether the pointer selects text, which is not a click on a row. */
const isSelectingText = (): boolean => {
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed && selection.toString() !== "";
};

const openingKeys = ["Enter", "F2", " "];

/** Keeps one row reachable by Tab: the first, until the user visits another. */
const keepOneInReach = ({ draft, view }: Builder): void => {
  const active = view.active();
  if (active !== undefined && draft.get(active)) return;
  for (const part of partsInOrder(draft))
    if (isSentence(part)) {
      view.activate(part.key);
      return;
    }
  view.activate(rootKey);
};

const useOneInReach = (builder: Builder): void =>
  useEffect(() => {
    keepOneInReach(builder);
    return builder.draft.watch(() => keepOneInReach(builder));
  }, [builder]);

/** Opens a row or folds it: work continues with that row alone. */
const openAlone = (editor: EditorState, key: PartKey): void => {
  clearSelection(editor);
  flushSync(() => openRow(editor.builder, key));
};

const useRootHandlers = (editor: EditorState, reached: RefObject<readonly HTMLElement[]>) => ({
  onClick: (event: MouseEvent) => {
    const key = idleRow(event.target);
    if (key === undefined || event.defaultPrevented || isSelectingText()) return;
    openAlone(editor, key);
  },
  onKeyDown: (event: KeyboardEvent) => {
    const key = readKey(event.target instanceof Element ? event.target : null);
    const { altKey, ctrlKey, metaKey, shiftKey } = event;
    if (key === undefined || altKey || ctrlKey || metaKey || shiftKey) return;
    if (!openingKeys.includes(event.key) || idleRow(event.target) === undefined) return;
    event.preventDefault();
    openAlone(editor, key);
  },
  onFocus: (event: FocusEvent) => {
    const row = rowAround(event.target);
    const key = readKey(row);
    if (!row || key === undefined) return;
    editor.builder.view.activate(key);
    reached.current = makeAddsReachable(reached.current, row);
  },
});

const Root = memo(() => (
  <>
    <RuleHead partKey={rootKey} word="This rule" />
    <RuleBody partKey={rootKey} depth={0} />
  </>
));

const useWordings = (builder: Builder) => {
  const wording = builder.wording();
  const [parts] = useState(builder.draft.size);
  const sentences = useMemo(() => wordingToRead(wording, parts), [wording, parts]);
  return { wording, sentences };
};

/** The rule itself: its conditions and actions as sentences, and the controls of the edited one. */
export const RuleEditor = () => {
  const editor = useEditorState();
  const { builder } = editor;
  const root = useRef<HTMLDivElement>(null);
  const reached = useRef<readonly HTMLElement[]>([]);
  // The wording changes only with the rule's data type.
  usePart(headKey, "head");
  useRowCommands(root);
  useOneInReach(builder);
  const { wording, sentences } = useWordings(builder);
  return (
    <EditorWording value={wording}>
      <SentenceWording value={sentences}>
        <div
          ref={root}
          className="rule-editor"
          data-rule-editor
          role="region"
          aria-label="Rule"
          {...useRootHandlers(editor, reached)}
        >
          <Root />
          <InWords />
        </div>
      </SentenceWording>
    </EditorWording>
  );
};
