import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { type WorkEnd, workThrough } from "#web/mapping-rules/bulk/work-through.ts";
import { asNew, type ImportChoice, type ImportEntry, inPlaceOf } from "./import-plan.ts";

/** What became of one rule of a file. */
export type ImportOutcome =
  | { readonly kind: "done"; readonly how: "created" | "updated"; readonly rule: MappingRule }
  /** Somebody changed the rule that it was to replace, after that was shown here. */
  | { readonly kind: "changed" }
  | WorkEnd;

/** One rule of a file with what is to become of it. */
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
  readonly tell: (at: number, outcome: ImportOutcome) => void;
}

const sendOne = async (
  { entry, choice }: ChosenEntry,
  { read, save }: Ways,
): Promise<ImportOutcome> => {
  if (choice === "create") return { kind: "done", how: "created", rule: await save(asNew(entry)) };
  const { target, request } = entry;
  if (!target) return { kind: "done", how: "updated", rule: await save(request) };
  const now = await read(target.id);
  if (now.updatedAt !== target.updatedAt) return { kind: "changed" };
  return { kind: "done", how: "updated", rule: await save(inPlaceOf(entry, now)) };
};

/** Sends the chosen rules of a file, one after the other, none twice; a rule that was changed meanwhile is left alone. */
export const sendImport = ({ chosen, signal, tell, ...ways }: Work): Promise<void> =>
  workThrough({
    items: chosen,
    signal,
    act: (one) => sendOne(one, ways),
    tell: ({ entry }, outcome) => tell(entry.at, outcome),
  });
