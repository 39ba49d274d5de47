import type { FocusEvent, KeyboardEvent, MouseEvent, RefObject } from "react";
import { memo, useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Builder } from "#rule-model/draft/builder.ts";
import { partsInOrder } from "#rule-model/draft/draft-rule.ts";
import type { PartKey } from "#rule-model/draft/part.ts";
import { headKey, rootKey } from "#rule-model/draft/part.ts";
import { isSentence } from "#rule-model/describe/describe-parts.ts";
import { openRow } from "#rule-model/draft/new-parts.ts";
import { useBuilder, usePart } from "#web/mapping-rules/builder/builder-context.ts";
import { useRowCommands } from "#web/mapping-rules/row-commands/use-row-commands.ts";
import "./rule-editor.css";
import { makeAddsReachable } from "./add-button.tsx";
import { EditorWording, SentenceWording } from "./editor-wording.ts";
import { InWords } from "./in-words.tsx";
import { wordingToRead } from "./marked-words.ts";
import { RuleBody } from "./rule-body.tsx";
import { RuleHead } from "./rule-head.tsx";

const keyOf = (row: Element | null): PartKey | undefined => {
  const text = row instanceof HTMLElement ? row.dataset["partKey"] : undefined;
  return text === undefined ? undefined : Number(text);
};

const rowAround = (target: EventTarget): Element | null =>
  target instanceof Element ? target.closest("[data-part-key]") : null;

/** The key of a row that is not being edited. */
const idleRow = (target: EventTarget): PartKey | undefined => {
  const row = rowAround(target);
  return row?.hasAttribute("data-row-form") ? undefined : keyOf(row);
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

const useRootHandlers = (builder: Builder, reached: RefObject<readonly HTMLElement[]>) => ({
  onClick: (event: MouseEvent) => {
    const key = idleRow(event.target);
    if (key === undefined || event.defaultPrevented || isSelectingText()) return;
    flushSync(() => openRow(builder, key));
  },
  onKeyDown: (event: KeyboardEvent) => {
    const key = keyOf(event.target instanceof Element ? event.target : null);
    const { altKey, ctrlKey, metaKey, shiftKey } = event;
    if (key === undefined || altKey || ctrlKey || metaKey || shiftKey) return;
    if (!openingKeys.includes(event.key) || idleRow(event.target) === undefined) return;
    event.preventDefault();
    flushSync(() => openRow(builder, key));
  },
  onFocus: (event: FocusEvent) => {
    const row = rowAround(event.target);
    const key = keyOf(row);
    if (!row || key === undefined) return;
    builder.view.activate(key);
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
  const builder = useBuilder();
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
          {...useRootHandlers(builder, reached)}
        >
          <Root />
          <InWords />
        </div>
      </SentenceWording>
    </EditorWording>
  );
};
