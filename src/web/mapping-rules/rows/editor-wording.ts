import { createContext, useContext } from "react";
import type { Wording } from "#rules/describe-operands.ts";
import { emptyCatalogue } from "#rules/rule-catalogue.ts";

/** The wording of the open rule's sentences; another object only when the rule's data type changes. */
export const EditorWording = createContext<Wording>({ catalogue: emptyCatalogue });

export const useEditorWording = (): Wording => useContext(EditorWording);

/**
 * The wording of sentences that are only read: with marks, except in long rules, where each mark would add an
 * element.
 */
export const SentenceWording = createContext<Wording>({ catalogue: emptyCatalogue });

export const useSentenceWording = (): Wording => useContext(SentenceWording);
