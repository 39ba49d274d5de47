import { Button, Kbd } from "@mantine/core";
import type { KeyboardEvent, ReactNode } from "react";
import { useLayoutEffect, useRef } from "react";
import { flushSync } from "react-dom";
import type { Part } from "#rule-model/draft/part.ts";
import { placeName } from "#rule-model/describe/describe-parts.ts";
import { addAfter } from "#rule-model/draft/new-parts.ts";
import { useBuilder } from "#web/mapping-rules/builder/builder-context.ts";
import { afterLayout } from "#web/ui/after-layout.ts";
import "./row-form.css";
import { editorAround, focusForm } from "./focus-row.ts";
import { leaveRow } from "./leave-row.ts";

interface RowFormProps {
  part: Part;
  children: ReactNode;
  /** Further buttons at its end. */
  foot?: ReactNode;
}

/** Whether Enter has its own meaning: in a button, and in a list of lines. */
const keepsEnter = (target: EventTarget): boolean =>
  target instanceof Element && target.closest("button, [data-keeps-enter]") !== null;

/** The controls of an edited row. Escape and Enter leave it, with Ctrl another row is added; nothing typed is lost. */
export const RowForm = ({ part, children, foot }: RowFormProps) => {
  const builder = useBuilder();
  const form = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const shown = form.current;
    if (!shown) return undefined;
    focusForm(shown, { preventScroll: true });
    return afterLayout(shown, () => shown.scrollIntoView({ block: "nearest" }));
  }, []);
  const leave = () => leaveRow(builder, form.current && editorAround(form.current));
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
    if (altKey || event.nativeEvent.isComposing) return;
    if (key === "Escape") {
      event.preventDefault();
      leave();
    }
    if (key !== "Enter" || shiftKey) return;
    if (ctrlKey || metaKey) {
      event.preventDefault();
      flushSync(() => addAfter(builder, part.key));
    } else if (!keepsEnter(event.target)) {
      event.preventDefault();
      leave();
    }
  };
  return (
    <div
      ref={form}
      className="row-form"
      role="group"
      aria-label={placeName(builder.draft, part)}
      tabIndex={-1}
      data-part-key={part.key}
      data-part-kind={part.kind}
      data-row-form
      onKeyDown={onKeyDown}
    >
      {children}
      <div className="row-form__foot" data-row-foot>
        <Button size="xs" onClick={leave}>
          Done
        </Button>
        {foot}
        <span className="row-form__keys">
          <Kbd size="xs">Enter</Kbd> done, <Kbd size="xs">Ctrl</Kbd> <Kbd size="xs">Enter</Kbd> add
          another
        </span>
      </div>
    </div>
  );
};
