import { createContext, useContext, useEffect, useEffectEvent } from "react";
import { sameRule } from "#rule-model/flat-rule.ts";
import { useValue } from "#web/base/value-store.ts";
import { isWaiting } from "#web/editing/editing-plan.ts";
import { useOpenEditing } from "#web/editing/use-editing.ts";
import { createRulePlan, type RuleEditing, type RuleOpening, toAnswer } from "./rule-plan.ts";

/** Opens a rule, or goes on with it. Where both changed the same part since its draft was stored, it begins with that. */
export const useOpenRule = (opening: RuleOpening): RuleEditing => {
  const editing = useOpenEditing(createRulePlan(opening)) as RuleEditing;
  const { rule, request } = opening;
  const onOpen = useEffectEvent(({ document, startConflict }: RuleEditing) => {
    if (document.opened === "contested" && !sameRule(document.get().base, request))
      startConflict(rule, toAnswer(rule));
  });
  useEffect(() => onOpen(editing), [editing]);
  // The cached rule is shown first; the answer that follows may be newer.
  useEffect(() => {
    if (rule) editing.document.refresh(request);
  }, [editing, rule, request]);
  return editing;
};

export const RuleEditingContext = createContext<RuleEditing | undefined>(undefined);

export const useRuleEditing = (): RuleEditing => {
  const editing = useContext(RuleEditingContext);
  if (!editing) throw new Error("There is no rule open around this component.");
  return editing;
};

/** The state of the open rule's save, and whether there is something to save. */
export const useSavingState = (): ReturnType<RuleEditing["state"]["get"]> & { dirty: boolean } => {
  const { document, state } = useRuleEditing();
  const dirty = useValue(document.dirty);
  return { ...useValue(state), dirty };
};

/** Shows the changes, which the person confirms. */
export const reviewChanges = ({ document, review }: RuleEditing): void => {
  document.updateDirty();
  document.editor.builder.check.revealProblems();
  review();
};

/** Replaces the rule by its base, as a step that undo reverts. */
export const discardChanges = ({ document, state, back }: RuleEditing): void => {
  if (isWaiting(state.get().phase)) return;
  const { base } = document.get();
  document.change({ base, mine: base });
  back();
};
