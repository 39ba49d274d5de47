import type { ChangeEvent } from "react";
import { useCallback, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { useBuilder } from "#web/mapping-rules/builder/builder-context.ts";
import type { OperandField } from "#web/mapping-rules/builder/operand-specs.ts";
import type { OperandProps } from "./operand-controls.tsx";

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

/** What is said of an operand's text; the component renders again when that changes, and not with every key. */
export const useSaidOfText = <T extends string | undefined>(
  kept: Kept,
  say: (text: string) => T,
): T => {
  const { now, follow } = useKept(kept);
  return useSyncExternalStore(follow, () => say(now()));
};

/**
 * A field that holds its own text: typing goes from it to the draft, and from the draft to it where undo, a merge or
 * another control has written there. React renders nothing for a key.
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
