import { createContext, useCallback, useContext, useMemo, useSyncExternalStore } from "react";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { RuleTest } from "#contract/rule-tests.ts";
import type { Builder } from "#rule-model/builder.ts";
import {
  type DraftStore,
  type HistoryState,
  type KeyedStore,
  sameShape,
} from "#rule-model/draft-store.ts";
import type { Part, PartKey, PartKind } from "#rule-model/part.ts";
import type { TestedRule } from "#rules/rule-tests.ts";
import { createValueStore, type ValueStore } from "#web/base/value-store.ts";
import { createEditorState, type EditorState } from "#web/screens/mapping-rules/rows/shown-rows.ts";
import {
  createPreviewSession,
  type PreviewSession,
} from "#web/screens/mapping-rules/preview/preview-session.ts";
import { reviewsRules } from "#web/api/rule-reviews.ts";

/** Returns one value of a store and renders again when it changes. */
export const useKeyed = <K, V>(
  store: Pick<KeyedStore<K, V>, "get" | "subscribe">,
  key: K,
): V | undefined =>
  useSyncExternalStore(
    useCallback((listener) => store.subscribe(key, listener), [store, key]),
    () => store.get(key),
  );

/** The tests of the open rule, and their results on its draft. */
export interface TestedDraft {
  /** The draft as it was tested. */
  readonly rule: UpdateOrCreateMappingRule;
  readonly tested: TestedRule<RuleTest>;
}

/** An open rule, and the state of its views that outlives them. */
export interface OpenEditor {
  /** The rule's ID; undefined until the API has it. */
  readonly id: number | undefined;
  readonly builder: Builder;
  readonly state: EditorState;
  readonly preview: PreviewSession;
  /** The note with which the rule is sent for review; undefined while it is saved directly. */
  readonly proposal: ValueStore<string | undefined>;
  /** Undefined until its tests have run. */
  readonly tests: ValueStore<TestedDraft | undefined>;
}

export const openEditor = (builder: Builder, id?: number): OpenEditor => ({
  id,
  builder,
  state: createEditorState(builder),
  preview: createPreviewSession(builder),
  proposal: createValueStore<string | undefined>(reviewsRules ? "" : undefined),
  tests: createValueStore<TestedDraft | undefined>(undefined),
});

export const EditorContext = createContext<OpenEditor | undefined>(undefined);

const useOpenEditor = (): OpenEditor => {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error("There is no rule open around this component.");
  return editor;
};

/** The ID of the open rule; undefined for a new one. */
export const useRuleId = (): number | undefined => useOpenEditor().id;

export const useBuilder = (): Builder => useOpenEditor().builder;

/** The state of the editor's commands: the selection, the live region, the open dialog. */
export const useEditorState = (): EditorState => useOpenEditor().state;

export const usePreviewSession = (): PreviewSession => useOpenEditor().preview;

export const useProposal = (): OpenEditor["proposal"] => useOpenEditor().proposal;
/** The results of the rule's tests. */
export const useRuleTests = (): OpenEditor["tests"] => useOpenEditor().tests;

/** One part of the rule; undefined once it is deleted. */
export const usePart = <K extends PartKind>(key: PartKey, kind: K): Part<K> | undefined => {
  const part = useKeyed(useBuilder().draft, key);
  return part?.kind === kind ? (part as Part<K>) : undefined;
};

/** The next undo and redo. Renders on every keystroke; `useHistoryValue` renders less often. */
export const useHistory = (): HistoryState => {
  const { draft } = useBuilder();
  return useSyncExternalStore(draft.subscribeHistory, draft.history);
};

/** One value of the history; the component renders again only when that value changes. */
export const useHistoryValue = <T extends string | number | undefined>(
  read: (history: HistoryState) => T,
): T => {
  const { draft } = useBuilder();
  return useSyncExternalStore(draft.subscribeHistory, () => read(draft.history()));
};

const shapeReader = (draft: Pick<DraftStore, "get">, key: PartKey): (() => Part | undefined) => {
  let held: Part | undefined;
  return () => {
    const now = draft.get(key);
    if (!sameShape(held, now)) held = now;
    return held;
  };
};

/**
 * Returns a part. With `shapeOnly`, the texts of its operands may be out of date: the component does not render for
 * what is typed into them.
 */
export const usePartShape = (key: PartKey, shapeOnly: boolean): Part | undefined => {
  const { draft } = useBuilder();
  const [subscribe, snapshot] = useMemo(
    () => [
      (listener: () => void) => draft.subscribe(key, listener),
      shapeOnly ? shapeReader(draft, key) : () => draft.get(key),
    ],
    [draft, key, shapeOnly],
  );
  return useSyncExternalStore(subscribe, snapshot);
};
