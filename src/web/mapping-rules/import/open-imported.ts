import { MappingRule } from "#contract/mapping-rules.ts";
import { readAnswer } from "#contract/read.ts";
import type { ImportEntry } from "#rule-model/files/import-rules.ts";
import { toCreateRequest } from "#rule-model/files/import-rules.ts";
import { storeGivenRule } from "#web/mapping-rules/memory/given-rule.ts";
import { rememberRules } from "#web/mapping-rules/memory/rule-memory.ts";

/**
 * Opens a rule of a file in the builder: under its own id where the upstream cannot read rules, so that saving
 * updates it; else as a new rule.
 */
export const openImported = async (
  entry: ImportEntry,
  from: string,
  answered: MappingRule | undefined,
): Promise<string> => {
  if (entry.blindId) {
    // An answer names the handles of its ids; a request does not.
    const rule = answered ?? readAnswer(MappingRule, entry.request).value;
    await rememberRules([rule], "imported");
    return `/mapping-rules/${entry.blindId}`;
  }
  const key = await storeGivenRule({
    request: toCreateRequest(entry),
    from: `Imported from ${from}.`,
  });
  return `/mapping-rules/new?given=${key}`;
};
