import * as z from "zod/mini";
import { maxNesting, maxRuleNodes } from "#contract/limits.ts";
import { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import { MappingRule } from "#contract/mapping-rules.ts";
import { readAnswer } from "#contract/read.ts";
import { RuleTestContent } from "#contract/rule-tests.ts";
import { WorkflowMetaData } from "#contract/workflow-meta-data.ts";
import {
  type LockedMappingRuleField,
  lockedMappingRuleFields,
  whyMappingRuleFieldLocked,
} from "#contract/mapping-rule-guards.ts";
import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";
import { isRecord } from "#rules/read-value.ts";
import { createCatalogue, emptyCatalogue } from "#rules/rule-catalogue.ts";
import { listRuleParts } from "#rules/rule-parts.ts";
import type { TestSetting } from "#rules/rule-tests.ts";
import { formatCount } from "#rules/shown-text.ts";
import { parseWithin, maxFileLength } from "./rule-text.ts";
import { withoutIds } from "./draft-rule.ts";
import { mapNames, fileMarker, fileVersion } from "./portable-names.ts";
import { embeddedNames, detectPartKind, readNames, readTree } from "./clipboard.ts";
import type { Workflow, WorkflowSource } from "./workflow.ts";
import { createWorkflow, collectWorkflow, mergeWorkflows } from "./workflow.ts";
import { sameRule } from "./flat-rule.ts";
import { sendable } from "./put-request.ts";

/** Enough for a hundred rules of full size. */
const bounds = { levels: maxNesting + 4, most: maxRuleNodes * 2_400, longest: maxFileLength };

/** One rule from a file. */
export interface ImportedRule {
  readonly request: UpdateOrCreateMappingRule;
  /** The names that the workflow here does not have, in words. */
  readonly notes: readonly string[];
  /** Absent if the file has none. */
  readonly tests?: readonly RuleTestContent[];
}

/** An entry of a file that is not a rule. */
export interface RefusedRule {
  /** Its place in the file, from 1. */
  readonly place: number;
  readonly why: string;
}

type ImportedRules =
  | { readonly rules: readonly ImportedRule[]; readonly refused: readonly RefusedRule[] }
  | { readonly why: string };

const readEntries = (json: unknown): readonly unknown[] | undefined => {
  if (Array.isArray(json)) return json;
  if (!isRecord(json)) return undefined;
  if (json["supercargo"] !== fileMarker)
    return detectPartKind(json) === "head" ? [json] : undefined;
  return json["version"] === fileVersion && Array.isArray(json["rules"])
    ? json["rules"]
    : undefined;
};

type EntryRead =
  | {
      readonly request: UpdateOrCreateMappingRule;
      readonly tests: readonly RuleTestContent[];
      /** How many of its tests are none. */
      readonly unreadTests: number;
    }
  | { readonly why: string };

const readEntry = (entry: unknown): EntryRead => {
  if (!isRecord(entry) || detectPartKind(entry) !== "head")
    return { why: "This isn't a mapping rule: rule, eventId and globalDataTypeId are missing." };
  const { tests: listed, ...rule } = entry;
  const read = readTree(rule, "head");
  if ("why" in read) return read;
  const given: readonly unknown[] = Array.isArray(listed) ? listed : [];
  const tests = given.flatMap((one) => z.safeParse(RuleTestContent, one).data ?? []);
  const request = read.tree as UpdateOrCreateMappingRule;
  return { request, tests, unreadTests: given.length - tests.length };
};

/** The rules of an exported file with their tests, and what these need; for a run without a server. */
export interface TestedFile {
  readonly rules: readonly {
    readonly request: UpdateOrCreateMappingRule;
    readonly tests: readonly RuleTestContent[];
  }[];
  readonly setting: TestSetting;
}

const FileSetting = z.object({
  catalog: WorkflowMetaData,
  mappingSets: z.record(z.string(), z.array(z.object({ from: z.string(), to: z.string() }))),
});

const readFile = (text: string) => {
  const file = parseWithin(text, bounds, {
    empty: "This file is empty.",
    invalid: (message) => `This isn't JSON: ${message}`,
  });
  if ("why" in file) return file;
  const entries = readEntries(file.json);
  return entries ? { json: file.json, entries } : { why: "This file has no mapping rules." };
};

/** Reads an exported file for a run of its tests. All of its tests must be readable. */
export const readTestedFile = (text: string): TestedFile | { readonly why: string } => {
  const file = readFile(text);
  if ("why" in file) return file;
  const { json, entries } = file;
  const rules: TestedFile["rules"][number][] = [];
  for (const [at, entry] of entries.entries()) {
    const read = readEntry(entry);
    if ("why" in read) return { why: `Entry ${at + 1}: ${read.why}` };
    if (read.unreadTests > 0)
      return { why: `Entry ${at + 1}: ${describeUnread(read.unreadTests)}` };
    rules.push(read);
  }
  const setting = z.safeParse(FileSetting, json).data;
  const isTested = rules.some(({ tests }) => tests.length > 0);
  if (isTested && !setting)
    return {
      why: "This file lacks the fields and mapping sets that its tests need. Export it again.",
    };
  const { catalog, mappingSets = {} } = setting ?? {};
  return {
    rules,
    setting: {
      catalogue: catalog ? createCatalogue(catalog) : emptyCatalogue,
      mappingSets: new Map(Object.entries(mappingSets).map(([id, lines]) => [Number(id), lines])),
    },
  };
};

const describeUnread = (count: number): string =>
  `${formatCount(count, "test")} of this rule can't be read.`;

/** Reads rules from a file: an exported one, or JSON as the API has it. Never throws; notes what does not fit. */
const importRules = (text: string, workflow: Workflow): ImportedRules => {
  const file = readFile(text);
  if ("why" in file) return file;
  const { json, entries } = file;
  if (entries.length === 0) return { why: "The list of rules in this file is empty." };
  const names = isRecord(json) ? readNames(json["names"]) : {};
  const rules: ImportedRule[] = [];
  const refused: RefusedRule[] = [];
  for (const [at, entry] of entries.entries()) {
    const read = readEntry(entry);
    if ("why" in read) {
      refused.push({ place: at + 1, why: read.why });
      continue;
    }
    const own = Object.keys(names).length > 0 ? names : embeddedNames(entry);
    const { trees, notes } = mapNames([{ kind: "head", tree: read.request }], own, workflow);
    const [mapped] = trees;
    if (!mapped) continue;
    const unread = read.unreadTests > 0 ? [describeUnread(read.unreadTests)] : [];
    rules.push({
      request: mapped.tree as UpdateOrCreateMappingRule,
      notes: [...notes, ...unread],
      ...(read.tests.length > 0 && { tests: read.tests }),
    });
  }
  return { rules, refused };
};

/** The content of a file, and the workflow that its rules are described with. */
export interface RuleFileRead {
  readonly read: ImportedRules;
  readonly workflow: Workflow;
  /** Its rules in the API's answer format, where the file has them so. */
  readonly answered: readonly MappingRule[];
}

/** The rules of a file as answers; an invalid entry is skipped alone. */
const answersIn = (json: unknown): MappingRule[] =>
  (Array.isArray(json) ? json : [json]).flatMap((entry: unknown) => {
    try {
      return isRecord(entry) && "rule" in entry ? [readAnswer(MappingRule, entry).value] : [];
    } catch {
      return [];
    }
  });

/** The rules of an exported file without the names beside them. */
const withoutNames = (json: unknown): unknown =>
  isRecord(json) && Array.isArray(json["rules"]) ? json["rules"] : json;

/**
 * Reads a file of rules. Where no catalogue is known, names cannot be resolved: then the ids of the file are taken as
 * ids of this upstream, and the records inside its rules supply the names.
 */
export const readRuleFile = (
  text: string,
  { workflow, source }: { readonly workflow: Workflow; readonly source: WorkflowSource },
): RuleFileRead => {
  const read = importRules(text, workflow);
  if (source.kind !== "rules" || "why" in read) return { read, workflow, answered: [] };
  const rules = withoutNames(JSON.parse(text) as unknown);
  const answered = answersIn(rules);
  const joined = createWorkflow(
    mergeWorkflows(workflow.metaData, collectWorkflow(answered)),
    workflow.mappingSetNames,
    workflow.hasMoreSets,
  );
  return {
    read: importRules(JSON.stringify(rules), joined),
    workflow: joined,
    answered,
  };
};

export type ImportChoice = "create" | "update" | "skip";

/** One rule of a file, and the rule here that it could replace. */
export interface ImportEntry extends ImportedRule {
  /** Its place in the file, from 0. */
  readonly at: number;
  /** The rule here that it could replace. */
  readonly target: MappingRule | undefined;
  /** True where nothing but the id says that the target is the same rule: another account's ids can be equal. */
  readonly idOnly: boolean;
  /** Its own id, where the upstream cannot be asked whether it has such a rule. */
  readonly blindId: number | undefined;
  /** True where the target already is what replacing it would make of it. */
  readonly identical: boolean;
  /** The name of another rule of the file that is for the same rule here. */
  readonly takenBy: string | undefined;
  /** True where it cannot be sent as it is: something is not chosen yet. */
  readonly incomplete: boolean;
}

const sameLockedFields = (request: UpdateOrCreateMappingRule, rule: MappingRule): boolean =>
  lockedMappingRuleFields.every(
    (field: LockedMappingRuleField) => (request[field] ?? undefined) === (rule[field] ?? undefined),
  );

/** The conditions and actions of a rule that have ids, each as a text that is equal only for the same part. */
const partNames = ({ rule }: UpdateOrCreateMappingRule): string[] =>
  listRuleParts(rule).flatMap(({ kind, part }) => {
    if (kind !== "condition" && kind !== "action") return [];
    const { id, globalObjectFieldId } = part;
    const how =
      kind === "condition" ? part.workflowDataTypeComparatorId : part.workflowDataTypeActionId;
    return id ? [`${kind} ${id} ${globalObjectFieldId} ${how}`] : [];
  });

/** Unnamed rules have nothing in common. */
const sameName = (request: UpdateOrCreateMappingRule, { name }: MappingRule): boolean =>
  request.name !== "" && request.name === name;

/** Whether two rules with the same id are one: another account's ids can be equal, with other names and parts. */
const isSameRule = (request: UpdateOrCreateMappingRule, rule: MappingRule): boolean => {
  if (sameName(request, rule)) return true;
  const saved = toMappingRuleRequest(rule);
  const known = new Set(saved && partNames(saved));
  return partNames(request).some((name) => known.has(name));
};

const isIdentical = (request: UpdateOrCreateMappingRule, rule: MappingRule): boolean => {
  const saved = toMappingRuleRequest(rule);
  return saved !== undefined && sameRule(saved, toReplaceRequest({ request }, rule));
};

/**
 * The rule with that id, if its name or a part is the same too; else the only one with that name; else the one with
 * that id. Never one whose locked fields differ (api 4.6).
 */
const findTarget = (
  request: UpdateOrCreateMappingRule,
  rules: readonly MappingRule[],
): Pick<ImportEntry, "target" | "idOnly" | "identical"> => {
  const possible = rules.filter((rule) => rule.rule && sameLockedFields(request, rule));
  const byId = possible.find(({ id }) => id === request.id);
  const findFor = () => {
    if (byId && isSameRule(request, byId)) return { target: byId, idOnly: false };
    const [named, another] = possible.filter((rule) => sameName(request, rule));
    if (named && !another) return { target: named, idOnly: false };
    return { target: byId, idOnly: byId !== undefined };
  };
  const found = findFor();
  return { ...found, identical: found.target !== undefined && isIdentical(request, found.target) };
};

/** The name of a rule of a file. */
export const entryName = ({ request, at }: Pick<ImportEntry, "request" | "at">): string =>
  request.name || `Rule ${at + 1}`;

const targetId = ({ target, blindId }: Pick<ImportEntry, "target" | "blindId">) =>
  target?.id ?? blindId;

/**
 * Leaves each rule here to one rule of the file, because the second would overwrite the first: to the first one, but to
 * one that matches by more than its id before one that doesn't.
 */
const shareTargets = (entries: readonly Omit<ImportEntry, "takenBy">[]): ImportEntry[] => {
  const owners = new Map<number, (typeof entries)[number]>();
  for (const idOnly of [false, true])
    for (const entry of entries) {
      const id = targetId(entry);
      if (id !== undefined && !owners.has(id) && !entry.incomplete && entry.idOnly === idOnly)
        owners.set(id, entry);
    }
  return entries.map((entry) => {
    const owner = owners.get(targetId(entry) ?? Number.NaN) ?? entry;
    return owner === entry
      ? { ...entry, takenBy: undefined }
      : {
          ...entry,
          target: undefined,
          identical: false,
          blindId: undefined,
          takenBy: entryName(owner),
        };
  });
};

/** The possible imports of each rule of a file; `rules` is undefined where the upstream lists none. */
export const planImport = (
  imported: readonly ImportedRule[],
  rules: readonly MappingRule[] | undefined,
): ImportEntry[] =>
  shareTargets(
    imported.map((one, at) => ({
      ...one,
      ...findTarget(one.request, rules ?? []),
      at,
      blindId: rules ? undefined : (one.request.id ?? undefined),
      incomplete: !z.safeParse(UpdateOrCreateMappingRule, one.request).success,
    })),
  );

export const choicesFor = ({ target, blindId, incomplete }: ImportEntry): ImportChoice[] => {
  if (incomplete) return ["skip"];
  return target || blindId ? ["create", "update", "skip"] : ["create", "skip"];
};

/** The import of a rule until a person chooses another: a rule that is here already is not created twice. */
export const proposedChoice = (entry: ImportEntry): ImportChoice =>
  entry.identical ? "skip" : (choicesFor(entry)[0] ?? "skip");

/**
 * What a choice for all rules of a file means for one. A rule that only has the id of another is never overwritten by
 * it: a person compares the two first, and chooses it for this rule.
 */
export const choiceAmongAll = (entry: ImportEntry, choice: ImportChoice): ImportChoice => {
  // Created, it would be a second one of the rule that another rule of the file replaces.
  if (choice === "update" && entry.takenBy !== undefined && !entry.idOnly) return "skip";
  const [usual = "skip", ...others] = choicesFor(entry);
  const offered = others.includes(choice) && !(choice === "update" && entry.idOnly);
  return offered ? choice : usual;
};

/** The request that creates it as a new rule. */
export const toCreateRequest = ({ request }: ImportEntry): UpdateOrCreateMappingRule =>
  withoutIds(request, "head");

/** The request that replaces a rule: parts with ids of that rule are updated, all others created. */
export const toReplaceRequest = (
  { request }: Pick<ImportEntry, "request">,
  target: MappingRule,
): UpdateOrCreateMappingRule => {
  const saved = toMappingRuleRequest(target);
  const { id, updatedAt } = saved?.rule ?? {};
  return sendable({ ...request, id: target.id, rule: { ...request.rule, id, updatedAt } }, saved);
};

/** The open rule with the content of a rule that was pasted as JSON: its parts keep their ids, all others are new. */
export const readReplacement = (
  text: string,
  own: UpdateOrCreateMappingRule,
  workflow: Workflow,
): ImportedRule | { readonly why: string } => {
  const read = importRules(text, workflow);
  if ("why" in read) return read;
  const [refused] = read.refused;
  if (refused) return refused;
  const [rule, another] = read.rules;
  if (!rule || another) return { why: "This has several rules. Paste one." };
  const locked = lockedMappingRuleFields.find(
    (field) => own.id && (rule.request[field] ?? null) !== (own[field] ?? null),
  );
  if (locked) return { why: whyMappingRuleFieldLocked(own, locked) ?? "" };
  const { id, updatedAt } = own.rule;
  const request = { ...rule.request, id: own.id, rule: { ...rule.request.rule, id, updatedAt } };
  return { request: sendable(request, own), notes: rule.notes };
};
