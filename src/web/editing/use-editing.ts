import { useRouter } from "@tanstack/react-router";
import { useCallback, useEffect, useLayoutEffect, useState } from "react";
import { useValue } from "#web/base/value-store.ts";
import { readDraft, writeDraft } from "./drafts.ts";
import { type Editing, openEditing } from "./editing.ts";
import { type EditingPlan, type EditingState } from "./editing-plan.ts";

/** Shows a draft and its save: how it ends is not announced elsewhere. */
export const useOpenEditing = <R, D, S>(plan: EditingPlan<R, D, S>): Editing<R, D, S> => {
  const { history } = useRouter();
  const editing = openEditing(plan);
  useLayoutEffect(() => editing.follow(plan, history));
  useEffect(() => editing.show(), [editing]);
  return editing;
};

/** Shows a draft and its save, and renders when the save's state changes. */
export const useEditing = <R, D, S>(
  plan: EditingPlan<R, D, S>,
): { editing: Editing<R, D, S>; state: EditingState<R, D, S> } => {
  const editing = useOpenEditing(plan);
  return { editing, state: useValue(editing.state) };
};

/** A text of a form that isn't edited otherwise: it survives a reload, until it is cleared with `undefined`. */
export const useDraft = (key: string): [string | undefined, (text: string | undefined) => void] => {
  const [text, setText] = useState(() => readDraft<string>(key)?.draft);
  const store = useCallback(
    (next: string | undefined) => {
      writeDraft(key, "browser", next === undefined ? next : { draft: next, at: Date.now() });
      setText(next);
    },
    [key],
  );
  return [text, store];
};
