import { useRouter } from "@tanstack/react-router";
import { useEffect, useLayoutEffect } from "react";
import { useValue } from "#web/base/value-store.ts";
import { type Editing, type EditingPlan, type EditingState, openEditing } from "./editing.ts";

/** Shows a draft and its save: how it ends is not announced elsewhere. Renders when the save's state changes. */
export const useEditing = <R, D, S>(
  plan: EditingPlan<R, D, S>,
): { editing: Editing<R, D, S>; state: EditingState<R, D, S> } => {
  const { history } = useRouter();
  const editing = openEditing(plan);
  useLayoutEffect(() => editing.follow(plan, history));
  useEffect(() => editing.show(), [editing]);
  return { editing, state: useValue(editing.state) };
};
