import { Button, Kbd } from "@mantine/core";
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from "react";
import { flushSync } from "react-dom";
import type { PartProblem } from "#rule-model/problem.ts";
import { placeName } from "#rule-model/describe-parts.ts";
import { addAfter, isJustAdded } from "#rule-model/edit-draft.ts";
import type { Part, PartKey } from "#rule-model/part.ts";
import { useBuilder } from "#web/screens/mapping-rules/editor/builder-context.ts";
import { focusForm, leaveRow, takeBack } from "./shown-rows.ts";
import { afterLayout } from "#web/base/after-paint.ts";

/** The width of a control; the usual width when left out. */
export type RowInputSize = "short" | "long";

/** A group of boxes or radios in the open row. */
export const rowGroup = (label: string, size?: RowInputSize) => ({
  label,
  className: "row-control",
  wrapperProps: { "data-size": size },
});

export interface RowInput {
  label: string;
  /** The id of the problem shown for it. */
  describedBy?: string | undefined;
  invalid?: boolean | undefined;
}

/** The properties of one Mantine input in the open row. The row's problems appear below all of its controls. */
export const rowInput = ({ label, describedBy, invalid }: RowInput, size?: RowInputSize) => ({
  ...rowGroup(label, size),
  error: invalid === true,
  // The input sets aria-describedby itself and would drop one passed as a plain property.
  ...(describedBy !== undefined && {
    attributes: { input: { "aria-describedby": describedBy } },
  }),
});

/** The id of a row's problems, for the controls that they describe. */
export const problemsId = (key: PartKey): string => `part-${key}-problems`;

export const findWorstKind = (
  problems: readonly PartProblem[] | undefined,
): PartProblem["kind"] | undefined => {
  if (!problems || problems.length === 0) return undefined;
  return problems.some(({ kind }) => kind === "error") ? "error" : "warning";
};

const sources = { check: "", api: "The service reports: " } as const;

/** Ends a message with a period, unless it already ends like a sentence. */
const toSentence = (message: string): string => (/[.!?…]$/.test(message) ? message : `${message}.`);

/** The problems of a row, in words: one message alone is shown as it is, several as sentences. */
export const RowProblems = ({
  partKey,
  problems,
}: {
  partKey: PartKey;
  problems: readonly PartProblem[];
}) => (
  <p className="rule-row__problems" id={problemsId(partKey)} data-kind={findWorstKind(problems)}>
    {problems
      .map(({ message, from }) => `${sources[from]}${message}`)
      .map((message) => (problems.length > 1 ? toSentence(message) : message))
      .join(" ")}
  </p>
);

/** The properties that mark a control as having a problem of its row. */
export const problemProps = (part: Part, problems: readonly PartProblem[], field: string) => {
  const invalid = problems.some((problem) => problem.field === field);
  return { invalid, describedBy: invalid ? problemsId(part.key) : undefined };
};

/** The metadata of a part, which is for programs: saved byte for byte, and shown where there is any. */
export const MetaDataNote = ({ text }: { text: string | null | undefined }) =>
  (text ?? "") === "" ? null : (
    <p className="faint small">
      Contains data from other programs, which is kept unchanged: <code>{text}</code>
    </p>
  );

interface RowFormProps {
  part: Part;
  children: ReactNode;
  foot?: ReactNode;
}

/** Whether Enter has its own meaning: in a button, and in a list of lines. */
const keepsEnter = (target: EventTarget): boolean =>
  target instanceof Element && target.closest("button, [data-keeps-enter]") !== null;

/**
 * The controls of an edited row. Escape and Enter leave it, with Ctrl another row is added; nothing typed is lost. Escape
 * takes back a row that was just added.
 */
export const RowForm = ({ part, children, foot }: RowFormProps) => {
  const builder = useBuilder();
  const form = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const shown = form.current;
    if (!shown) return undefined;
    focusForm(shown, { preventScroll: true });
    return afterLayout(shown, () => shown.scrollIntoView({ block: "nearest" }));
  }, []);
  const leave = () => leaveRow(builder, form.current?.closest("[data-rule-editor]") ?? null);
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
    if (altKey) return;
    if (key === "Escape") {
      event.preventDefault();
      if (isJustAdded(builder, part.key)) takeBack(builder, form.current);
      else leave();
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
        <span className="row-form__keys faint small">
          <Kbd size="xs">Enter</Kbd> done, <Kbd size="xs">Ctrl</Kbd> <Kbd size="xs">Enter</Kbd> add
          another
        </span>
      </div>
    </div>
  );
};
