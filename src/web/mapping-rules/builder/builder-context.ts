import { createContext, useContext, useSyncExternalStore } from "react";
import type { Builder } from "#rule-model/draft/builder.ts";
import type { HistoryState } from "#rule-model/draft/draft-store.ts";
import type { Part, PartKey, PartKind } from "#rule-model/draft/part.ts";
import { useKeyed } from "./use-keyed.ts";

export const BuilderContext = createContext<Builder | undefined>(undefined);

export const useBuilder = (): Builder => {
  const builder = useContext(BuilderContext);
  if (!builder) throw new Error("There is no rule open around this component.");
  return builder;
};

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
