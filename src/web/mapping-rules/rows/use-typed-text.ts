import type { ChangeEvent } from "react";
import { useCallback, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { useBuilder } from "#web/mapping-rules/builder/builder-context.ts";
import type { OperandField, PartOperand } from "#rule-model/workflow/operand-specs.ts";
import type { PartKey } from "#rule-model/draft/part.ts";

/** The properties of every operand control. */
export interface OperandProps {
  partKey: PartKey;
  operand: PartOperand;
  text: string;
  onText: (text: string) => void;
  describedBy: string | undefined;
  invalid: boolean;
}

type Kept = Pick<OperandProps, "partKey" | "operand">;

const useKept = ({ partKey, operand: { field } }: Kept) => {
  const { draft } = useBuilder();
  const now = useCallback(() => {
    const data = draft.get(partKey)?.data as
      | Readonly<Partial<Record<OperandField, string | null>>>
      | undefined;
    return data?.[field] ?? "";
  }, [draft, partKey, field]);
  const follow = useCallback(
    (listener: () => void) => draft.subscribe(partKey, listener),
    [draft, partKey],
  );
  return { now, follow };
};

/**
 * A message about an operand's text; the component renders again only when the message changes, not on every
 * keystroke.
 */
export const useTextMessage = <T extends string | undefined>(
  kept: Kept,
  getMessage: (text: string) => T,
): T => {
  const { now, follow } = useKept(kept);
  return useSyncExternalStore(follow, () => getMessage(now()));
};

/**
 * A field that holds its own text: typing updates the draft, and the draft updates the field where undo, a merge or
 * another control has changed it. React renders nothing on a keystroke.
 */
export const useTypedText = <E extends HTMLInputElement | HTMLTextAreaElement>(
  props: OperandProps,
) => {
  const ref = useRef<E>(null);
  const { now, follow } = useKept(props);
  useLayoutEffect(() => {
    const show = () => {
      if (ref.current && ref.current.value !== now()) ref.current.value = now();
    };
    show();
    return follow(show);
  }, [now, follow]);
  return {
    ref,
    defaultValue: props.text,
    onChange: (event: ChangeEvent<E>) => props.onText(event.target.value),
  };
};
