import { MappingRule } from "#contract/mapping-rules.ts";
import { readAnswer } from "#contract/read.ts";
import { giveRule } from "#web/mapping-rules/memory/given-rule.ts";
import { rememberRules } from "#web/mapping-rules/memory/rule-memory.ts";
import { asNew, type ImportEntry } from "./import-plan.ts";

/**
 * The way into the builder for a rule of a file: under its own id where the upstream reads none, so that saving updates
 * it; else as a new rule.
 */
export const openImported = async (
  entry: ImportEntry,
  from: string,
  answered: MappingRule | undefined,
): Promise<string> => {
  if (entry.blindId) {
    // An answer says with its ids what their handles are; a request does not.
    const rule = answered ?? readAnswer(MappingRule, entry.request).value;
    await rememberRules([rule], "imported");
    return `/mapping-rules/${entry.blindId}`;
  }
  const key = await giveRule({ request: asNew(entry), from: `Imported from ${from}.` });
  return `/mapping-rules/new?given=${key}`;
};
