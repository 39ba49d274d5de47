import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { MappingRule } from "#contract/mapping-rules.ts";
import {
  type ImportChoice,
  type ImportEntry,
  toCreateRequest,
  toReplaceRequest,
} from "#rule-model/files/import-rules.ts";
import { type WorkEnd, runOneByOne } from "#web/screens/mapping-rules/list/run-one-by-one.ts";

/** The outcome of one rule of a file. */
export type ImportOutcome =
  | { readonly kind: "done"; readonly how: "created" | "updated"; readonly rule: MappingRule }
  /** The rule to be replaced was changed by another user after it was shown here. */
  | { readonly kind: "changed" }
  | WorkEnd;

/** One rule of a file with the chosen import. */
export interface ChosenEntry {
  readonly entry: ImportEntry;
  readonly choice: Exclude<ImportChoice, "skip">;
}

interface Ways {
  readonly read: (id: number) => Promise<MappingRule>;
  readonly save: (request: UpdateOrCreateMappingRule) => Promise<MappingRule>;
}

interface Work extends Ways {
  readonly chosen: readonly ChosenEntry[];
  readonly signal: AbortSignal;
  readonly report: (at: number, outcome: ImportOutcome) => void;
}

const sendOne = async (
  { entry, choice }: ChosenEntry,
  { read, save }: Ways,
): Promise<ImportOutcome> => {
  if (choice === "create")
    return { kind: "done", how: "created", rule: await save(toCreateRequest(entry)) };
  const { target, request } = entry;
  if (!target) return { kind: "done", how: "updated", rule: await save(request) };
  const now = await read(target.id);
  if (now.updatedAt !== target.updatedAt) return { kind: "changed" };
  return { kind: "done", how: "updated", rule: await save(toReplaceRequest(entry, now)) };
};

/**
 * Sends the chosen rules of a file, one after the other, none twice; a rule that was changed since it was shown is
 * skipped.
 */
export const sendImport = ({ chosen, signal, report, ...requests }: Work): Promise<void> =>
  runOneByOne({
    items: chosen,
    signal,
    run: (one) => sendOne(one, requests),
    report: ({ entry }, outcome) => report(entry.at, outcome),
  });
