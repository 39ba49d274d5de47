import { createContext, useContext, useSyncExternalStore } from "react";
import type { Builder } from "#rule-model/draft/builder.ts";
import type { HistoryState } from "#rule-model/draft/draft-store.ts";
import type { Part, PartKey, PartKind } from "#rule-model/draft/part.ts";
import type { TypedJson } from "#web/mapping-rules/json/typed-json.ts";
import {
  createPreviewSession,
  type PreviewSession,
} from "#web/mapping-rules/preview/preview-session.ts";
import {
  createEditorState,
  type EditorState,
} from "#web/mapping-rules/row-commands/editor-state.ts";
import { createValueStore, type ValueStore } from "#web/ui/value-store.ts";
import { useKeyed } from "./use-keyed.ts";

/** An open rule, and the state of its views that outlives them. */
export interface OpenEditor {
  readonly builder: Builder;
  readonly state: EditorState;
  readonly preview: PreviewSession;
  /** The text in the JSON view; closing it to look at the rows loses nothing. */
  readonly typedJson: ValueStore<TypedJson | undefined>;
}

export const openEditor = (builder: Builder): OpenEditor => ({
  builder,
  state: createEditorState(builder),
  preview: createPreviewSession(builder),
  typedJson: createValueStore<TypedJson | undefined>(undefined),
});

export const EditorContext = createContext<OpenEditor | undefined>(undefined);

const useOpenEditor = (): OpenEditor => {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error("There is no rule open around this component.");
  return editor;
};

export const useBuilder = (): Builder => useOpenEditor().builder;

/** The state of the editor's commands: the selection, the live region, the open dialog. */
export const useEditorState = (): EditorState => useOpenEditor().state;

/** The state of the rule's test. */
export const usePreviewSession = (): PreviewSession => useOpenEditor().preview;

export const useTypedJson = (): OpenEditor["typedJson"] => useOpenEditor().typedJson;

/** One part of the rule; undefined once it is deleted. */
export const usePart = <K extends PartKind>(key: PartKey, kind: K): Part<K> | undefined => {
  const part = useKeyed(useBuilder().draft, key);
  return part?.kind === kind ? (part as Part<K>) : undefined;
};

/** The next undo and redo. Renders on every keystroke; `useHistoryOf` renders less often. */
export const useHistory = (): HistoryState => {
  const { draft } = useBuilder();
  return useSyncExternalStore(draft.subscribeHistory, draft.history);
};

/** One value of the history; the component renders again only when that value changes. */
export const useHistoryOf = <T extends string | number | undefined>(
  read: (history: HistoryState) => T,
): T => {
  const { draft } = useBuilder();
  return useSyncExternalStore(draft.subscribeHistory, () => read(draft.history()));
};
