import "./json-view.css";
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
} from "react";
import { countLines } from "#rule-model/json/json-text.ts";
import type { PlacedFinding } from "#rule-model/json/read-rule-text.ts";

/** Access to the text field for the list of findings. */
export interface JsonTextHandle {
  readonly jump: (finding: PlacedFinding) => void;
  /** The current text of the field. */
  readonly text: () => string;
}

interface JsonTextProps {
  ref: Ref<JsonTextHandle>;
  id: string;
  text: string;
  /** Another number puts `text` into the field again, whatever was typed there. */
  round: number;
  findings: readonly PlacedFinding[];
  /** Called on each keystroke, without the text: reading thousands of lines each time would be slow. */
  onType: () => void;
  /**
   * Called before a text is pasted or dropped: one that is too long never reaches the field, where it would block the
   * browser.
   */
  refuse: (length: number) => boolean;
  /** Ctrl+Enter. */
  onApply: () => void;
}

const rowHeight = (area: HTMLTextAreaElement): number =>
  Number.parseFloat(getComputedStyle(area).lineHeight) || 20;

const numbersTo = (lines: number): string =>
  Array.from({ length: lines }, (_, at) => at + 1).join("\n");

/** Text in a monospaced font with line numbers, and marks on the lines that have findings. */
export const JsonText = ({
  ref,
  id,
  text,
  round,
  findings,
  onType,
  refuse,
  onApply,
}: JsonTextProps) => {
  const area = useRef<HTMLTextAreaElement>(null);
  const gutter = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => countLines(text), [text]);
  const numbers = useMemo(() => numbersTo(lines), [lines]);
  // The field holds its own text while the user types; `text` replaces it on undo and on “back to the rule's own”.
  useLayoutEffect(() => {
    if (area.current && area.current.value !== text) area.current.value = text;
  }, [text, round]);
  useImperativeHandle(ref, () => ({
    text: () => area.current?.value ?? text,
    jump: ({ offset, length, line }) => {
      const shown = area.current;
      if (!shown) return;
      shown.focus();
      shown.setSelectionRange(offset, offset + Math.min(length, 200));
      shown.scrollTop = (line - 1) * rowHeight(shown) - shown.clientHeight / 3;
      shown.scrollLeft = 0;
    },
  }));
  const onScroll = () => {
    if (gutter.current && area.current)
      gutter.current.style.transform = `translateY(${-area.current.scrollTop}px)`;
  };
  const onPaste = (event: ClipboardEvent) => {
    if (refuse(event.clipboardData.getData("text").length)) event.preventDefault();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    onApply();
  };
  return (
    <div className="json-view__text">
      <div className="json-view__gutter" aria-hidden="true">
        <div ref={gutter}>
          {findings.map(({ line, offset, kind }) => (
            <span
              key={`${offset} ${kind}`}
              className="json-view__mark"
              data-kind={kind}
              style={{ insetBlockStart: `calc(var(--s2) + var(--row) * ${line - 1})` }}
            />
          ))}
          {numbers}
        </div>
      </div>
      <textarea
        ref={area}
        id={id}
        aria-label="The rule as JSON"
        aria-describedby={`${id}-findings`}
        aria-invalid={findings.some(({ kind }) => kind === "error")}
        aria-keyshortcuts="Control+Enter"
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        wrap="off"
        defaultValue=""
        onChange={onType}
        onScroll={onScroll}
        onPaste={onPaste}
        onDrop={(event) => {
          if (refuse(event.dataTransfer.getData("text").length)) event.preventDefault();
        }}
        onKeyDown={onKeyDown}
      />
    </div>
  );
};
