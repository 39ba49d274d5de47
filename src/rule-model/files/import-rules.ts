import { maxNesting, maxRuleNodes } from "#contract/limits.ts";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import { beyondBounds, maxFileLength } from "#rule-model/json/json-bounds.ts";
import { fileMarker, fileVersion } from "./export-rules.ts";
import { withoutIds } from "#rule-model/draft/map-tree.ts";
import { mapNames } from "#rule-model/clipboard/portable-names.ts";
import {
  embeddedNames,
  isJsonObject,
  kindOfJson,
  readNames,
  readTree,
} from "#rule-model/clipboard/read-tree.ts";
import type { Workflow } from "#rule-model/workflow/workflow.ts";

/** Enough for a hundred rules of full size. */
const bounds = { levels: maxNesting + 4, most: maxRuleNodes * 2_400, longest: maxFileLength };

/** One rule from a file. */
export interface ImportedRule {
  readonly request: UpdateOrCreateMappingRule;
  /** The names that the workflow here does not have, in words. */
  readonly notes: readonly string[];
}

/** An entry of a file that is not a rule. */
export interface RefusedRule {
  /** Its place in the file, from 1. */
  readonly place: number;
  readonly why: string;
}

export type ImportedRules =
  | { readonly rules: readonly ImportedRule[]; readonly refused: readonly RefusedRule[] }
  | { readonly why: string };

interface Options {
  /** Keeps the server's ids, to update the rules they name: only for a file from this very workflow. */
  readonly keepIds?: boolean;
}

const entriesOf = (json: unknown): readonly unknown[] | undefined => {
  if (Array.isArray(json)) return json;
  if (!isJsonObject(json)) return undefined;
  if (json["supercargo"] !== fileMarker) return kindOfJson(json) === "head" ? [json] : undefined;
  return json["version"] === fileVersion && Array.isArray(json["rules"])
    ? json["rules"]
    : undefined;
};

const parsed = (text: string): { readonly json: unknown } | { readonly why: string } => {
  if (text.trim() === "") return { why: "This file is empty." };
  const beyond = beyondBounds(text, bounds);
  if (beyond) return { why: beyond.message };
  try {
    return { json: JSON.parse(text) as unknown };
  } catch (error) {
    return { why: `This isn't JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
};

const readRule = (entry: unknown): { request: UpdateOrCreateMappingRule } | { why: string } => {
  if (kindOfJson(entry) !== "head")
    return { why: "This isn't a mapping rule: rule, eventId and globalDataTypeId are missing." };
  const read = readTree(entry, "head");
  return "why" in read ? read : { request: read.tree as UpdateOrCreateMappingRule };
};

/** Reads rules from a file: an exported one, or JSON as the API has it. Never throws; notes what does not fit. */
export const importRules = (
  text: string,
  workflow: Workflow,
  { keepIds = false }: Options = {},
): ImportedRules => {
  const file = parsed(text);
  if ("why" in file) return file;
  const entries = entriesOf(file.json);
  if (!entries) return { why: "This file has no mapping rules." };
  if (entries.length === 0) return { why: "The list of rules in this file is empty." };
  const names = isJsonObject(file.json) ? readNames(file.json["names"]) : {};
  const rules: ImportedRule[] = [];
  const refused: RefusedRule[] = [];
  for (const [at, entry] of entries.entries()) {
    const read = readRule(entry);
    if ("why" in read) {
      refused.push({ place: at + 1, why: read.why });
      continue;
    }
    const request = keepIds ? read.request : withoutIds(read.request, "head");
    const own = Object.keys(names).length > 0 ? names : embeddedNames(entry);
    const { trees, notes } = mapNames([{ kind: "head", tree: request }], own, workflow);
    const [mapped] = trees;
    if (mapped) rules.push({ request: mapped.tree as UpdateOrCreateMappingRule, notes });
  }
  return { rules, refused };
};
