import { createContext, useContext } from "react";
import type { Wording } from "#rules/describe-operands.ts";
import { emptyCatalogue } from "#rules/rule-catalogue.ts";

/** The words of the open rule's sentences; another object only when the rule's data type changes. */
export const EditorWording = createContext<Wording>({ catalogue: emptyCatalogue });

export const useEditorWording = (): Wording => useContext(EditorWording);

/** The same for sentences that are read: with marks, except in long rules, where each mark would be an element more. */
export const SentenceWording = createContext<Wording>({ catalogue: emptyCatalogue });

export const useSentenceWording = (): Wording => useContext(SentenceWording);
