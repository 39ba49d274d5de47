import { ActionIcon, TextInput } from "@mantine/core";
import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import {
  type KeyboardEvent,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { formatCount } from "#web/base/format.ts";
import {
  useBuilder,
  useHistoryValue,
  useEditorState,
} from "#web/screens/mapping-rules/editor/builder-context.ts";
import type { PartKey } from "#rule-model/draft/part.ts";
import { createPartSearch } from "#rule-model/draft/search-parts.ts";
import { goToRow, showRow } from "./shown-rows.ts";

/** The results, updated in the rule's and the search's deferred renders; `now` does not wait. */
const useFound = (text: string) => {
  const builder = useBuilder();
  const search = useMemo(() => createPartSearch(builder), [builder]);
  const wanted = useDeferredValue(text);
  const version = useHistoryValue((history) => (wanted.trim() === "" ? 0 : history.version));
  const settled = useDeferredValue(version);
  const found = useMemo(
    () => (settled < 0 || wanted.trim() === "" ? [] : search(wanted)),
    [search, wanted, settled],
  );
  useEffect(() => () => builder.view.find([]), [builder]);
  const now = (): readonly PartKey[] => (wanted === text ? found : search(text));
  return { found, now };
};

/** More marks than this are no help, and each one renders a row again. */
const mostMarked = 300;

/** Marks the rows that are found; of too many, only the current one. */
const useMarks = (found: readonly PartKey[], last: PartKey | undefined): void => {
  const { view } = useBuilder();
  const gone = found.length > mostMarked ? last : undefined;
  const marked = useMemo(
    () => (found.length <= mostMarked ? found : gone === undefined ? [] : [gone]),
    [found, gone],
  );
  useEffect(() => view.find(marked), [view, marked]);
};

const countWords = (text: string, found: number, at: number): string => {
  if (text.trim() === "") return "";
  if (found === 0) return "No matches";
  return at > 0 ? `${at} of ${found}` : formatCount(found, "match", "matches");
};

/** Searches the sentences, handles and operands of a rule; marks the rows and goes from one to the next. */
export const RuleSearch = () => {
  const editor = useEditorState();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [last, setLast] = useState<PartKey>();
  const { found, now } = useFound(text);
  useMarks(found, last);
  const at = last === undefined ? 0 : found.indexOf(last) + 1;

  useEffect(() => {
    editor.searchField.set(field.current ?? undefined);
    return () => editor.searchField.set(undefined);
  }, [editor]);

  const step = (by: 1 | -1) => {
    const keys = now();
    if (keys.length === 0) return;
    const from = at === 0 ? (by > 0 ? -1 : 0) : at - 1;
    const next = keys[(from + by + keys.length) % keys.length];
    if (next === undefined) return;
    setLast(next);
    showRow(editor, next);
  };

  const leave = () => {
    const key = last ?? editor.builder.view.active();
    setText("");
    setLast(undefined);
    if (key !== undefined) goToRow(editor, key);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const actions: Readonly<Record<string, () => void>> = {
      Enter: () => step(event.shiftKey ? -1 : 1),
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      Escape: leave,
    };
    const act = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
    if (!act) return;
    event.preventDefault();
    act();
  };

  return (
    <div className="rule-toolbar__search" role="search" aria-label="In this rule">
      <TextInput
        ref={field}
        className="rule-toolbar__field"
        id={id}
        type="search"
        aria-label="Search in this rule"
        aria-keyshortcuts="/"
        placeholder="Search in this rule"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setLast(undefined);
        }}
        onKeyDown={onKeyDown}
      />
      <output className="rule-toolbar__count" htmlFor={id}>
        {countWords(text, found.length, at)}
      </output>
      {found.length > 0 && (
        <>
          <ActionIcon
            size="xs"
            aria-label="Previous match"
            title="Previous (Shift+Enter)"
            onClick={() => step(-1)}
          >
            <IconChevronUp aria-hidden="true" />
          </ActionIcon>
          <ActionIcon
            size="xs"
            aria-label="Next match"
            title="Next (Enter)"
            onClick={() => step(1)}
          >
            <IconChevronDown aria-hidden="true" />
          </ActionIcon>
        </>
      )}
    </div>
  );
};
