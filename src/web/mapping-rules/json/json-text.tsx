import "./json-view.css";
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type Ref,
  useImperativeHandle,
  useMemo,
  useRef,
} from "react";
import { lineCount } from "./json-places.ts";
import type { PlacedFinding } from "./read-rule-text.ts";

/** How the list of findings leads into the text. */
export interface JsonTextHandle {
  readonly jump: (finding: PlacedFinding) => void;
}

interface JsonTextProps {
  ref: Ref<JsonTextHandle>;
  id: string;
  text: string;
  findings: readonly PlacedFinding[];
  onChange: (text: string) => void;
  /** Asked before a text is pasted or dropped: one that is too long never reaches the field, where it would hold up the browser. */
  refuse: (length: number) => boolean;
  /** Ctrl+Enter. */
  onApply: () => void;
}

const rowHeight = (area: HTMLTextAreaElement): number =>
  Number.parseFloat(getComputedStyle(area).lineHeight) || 20;

const numbersTo = (lines: number): string =>
  Array.from({ length: lines }, (_, at) => at + 1).join("\n");

/** Text in a code face with the numbers of its lines, and marks on those that something is said of. */
export const JsonText = ({ ref, id, text, findings, onChange, refuse, onApply }: JsonTextProps) => {
  const area = useRef<HTMLTextAreaElement>(null);
  const gutter = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => lineCount(text), [text]);
  const numbers = useMemo(() => numbersTo(lines), [lines]);
  useImperativeHandle(ref, () => ({
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
        value={text}
        onChange={(event) => onChange(event.target.value)}
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
