import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { RuleTestContent } from "#contract/rule-tests.ts";
import { actions } from "#rules/actions.ts";
import { comparators } from "#rules/comparators.ts";
import type { MappingLine } from "#rules/evaluation-context.ts";
import { findEntry } from "#rules/rule-catalogue.ts";
import { mapTree, type Tree } from "./draft-rule.ts";
import type { PartKind } from "./part.ts";
import { type Workflow, workflowIndex } from "./workflow.ts";

/*
 * Ids are valid in one workflow only. Copied and exported parts carry names beside them: handles where the API has
 * handles, `object.field` for fields, the name for mapping sets.
 */

/** Names by id, as text: JSON has no other keys. */
export type Names = Readonly<Record<string, string>>;

/** The kinds of ids that have names. */
const nameKinds = [
  "fields",
  "comparators",
  "actions",
  "ruleTypes",
  "events",
  "dataTypes",
  "mappingSets",
] as const;
type NameKind = (typeof nameKinds)[number];

/** The names of everything that parts refer to, by kind. */
export type PortableNames = { readonly [K in NameKind]: Names };

type AnyPart = Readonly<Record<string, unknown>>;

/** One id in a part: its field, and the kind of record it names. Operands hold ids as text. */
interface Reference {
  readonly kind: NameKind;
  readonly field: string;
  readonly id: number;
  readonly asText: boolean;
}

const idFields: Readonly<Record<PartKind, readonly (readonly [field: string, kind: NameKind])[]>> =
  {
    head: [
      ["eventId", "events"],
      ["globalObjectFieldId", "fields"],
      ["globalDataTypeId", "dataTypes"],
    ],
    rule: [["workflowRuleTypeId", "ruleTypes"]],
    group: [],
    condition: [
      ["globalObjectFieldId", "fields"],
      ["workflowDataTypeComparatorId", "comparators"],
      ["preModifierDataTypeComparatorId", "comparators"],
    ],
    action: [
      ["globalObjectFieldId", "fields"],
      ["workflowDataTypeActionId", "actions"],
    ],
  };

/** The handle of a comparator or an action: the name is the handle and the type it is for, `set/number`. */
const handleOfName = (name: string | undefined): string => name?.split("/")[0] ?? "";

const makeEntry = (kind: PartKind, name: string | undefined) => {
  const table: Readonly<
    Record<string, { usesOtherField?: true; operands: readonly { kind: string }[] }>
  > = kind === "condition" ? comparators : actions;
  return findEntry(table, handleOfName(name));
};

/** The primary operand, where it is an id: of another field, or of a mapping set. */
const operandReference = (
  part: AnyPart,
  kind: PartKind,
  findName: (kind: NameKind, id: number) => string | undefined,
): Reference[] => {
  if (kind !== "condition" && kind !== "action") return [];
  const [idField, field] =
    kind === "condition"
      ? ["workflowDataTypeComparatorId", "condition"]
      : ["workflowDataTypeActionId", "value"];
  const chosen = Number(part[idField] ?? 0);
  const entry = makeEntry(kind, findName(kind === "condition" ? "comparators" : "actions", chosen));
  const operand = part[field];
  const text = typeof operand === "string" ? operand.trim() : "";
  const id = Number(text);
  if (text === "" || !Number.isSafeInteger(id) || !entry) return [];
  const mapped = entry.operands[0]?.kind === "mappingSet";
  if (!entry.usesOtherField && !mapped) return [];
  return [{ kind: mapped ? "mappingSets" : "fields", field, id, asText: true }];
};

const listReferences = (
  part: AnyPart,
  kind: PartKind,
  findName: (kind: NameKind, id: number) => string | undefined,
): Reference[] => [
  ...idFields[kind].flatMap(([field, of]): Reference[] => {
    const id = part[field];
    return typeof id === "number" && id !== 0 ? [{ kind: of, field, id, asText: false }] : [];
  }),
  ...operandReference(part, kind, findName),
];

/** The names of a workflow's ids. */
const namesIn = (workflow: Workflow) => {
  const index = workflowIndex(workflow);
  const typed = (
    record:
      | { readonly handle: string; readonly globalDataTypeId?: number | null | undefined }
      | undefined,
  ) => {
    const type = index.dataTypes.get(record?.globalDataTypeId ?? 0)?.handle;
    return record && (type === undefined ? record.handle : `${record.handle}/${type}`);
  };
  const names: { readonly [K in NameKind]: (id: number) => string | null | undefined } = {
    fields: (id) => workflow.catalogue.fields.get(id)?.reference,
    comparators: (id) => typed(index.comparators.get(id)),
    actions: (id) => typed(index.actions.get(id)),
    ruleTypes: (id) => index.ruleTypes.get(id)?.handle,
    events: (id) => index.events.get(id)?.handle,
    dataTypes: (id) => index.dataTypes.get(id)?.handle,
    mappingSets: (id) => workflow.mappingSetNames.get(id),
  };
  return (kind: NameKind, id: number): string | undefined => names[kind](id) ?? undefined;
};

/** The names of everything that trees refer to. */
export const namesUsed = (
  trees: readonly { readonly kind: PartKind; readonly tree: Tree }[],
  workflow: Workflow,
): PortableNames => {
  const findName = namesIn(workflow);
  const found = new Map<NameKind, Map<string, string>>(nameKinds.map((kind) => [kind, new Map()]));
  for (const { kind, tree } of trees)
    mapTree(tree, kind, (part, own) => {
      for (const reference of listReferences(part, own, findName)) {
        const name = findName(reference.kind, reference.id);
        if (name !== undefined) found.get(reference.kind)?.set(String(reference.id), name);
      }
      return part;
    });
  const named = [...found].map(([kind, names]) => [kind, Object.fromEntries(names)]);
  return Object.fromEntries(named) as PortableNames;
};

/** Fields that may be left out; all others have to be chosen, and are 0 until then. */
const mayBeAbsent = ({ kind, field }: Reference, of: PartKind): boolean =>
  field === "preModifierDataTypeComparatorId" || (of === "head" && kind === "fields");

const nouns: Readonly<Record<NameKind, string>> = {
  fields: "field",
  comparators: "comparator",
  actions: "action",
  ruleTypes: "rule type",
  events: "event",
  dataTypes: "data type",
  mappingSets: "mapping set",
};

/** Finds the ids of names in a workflow. A comparator for a type that is not here is found by its handle alone. */
const idsIn = (workflow: Workflow) => {
  const findName = namesIn(workflow);
  const { metaData, mappingSetNames } = workflow;
  const ids = new Map<string, number>();
  const put = (kind: NameKind, name: string | undefined, id: number) => {
    const key = `${kind} ${name}`;
    if (name !== undefined && !ids.has(key)) ids.set(key, id);
  };
  const lists: { readonly [K in NameKind]: Iterable<number> } = {
    fields: workflow.catalogue.fields.keys(),
    comparators: metaData.comparators.map(({ id }) => id),
    actions: metaData.actions.map(({ id }) => id),
    ruleTypes: metaData.ruleTypes.map(({ id }) => id),
    events: metaData.events.map(({ id }) => id),
    dataTypes: metaData.dataTypes.map(({ id }) => id),
    mappingSets: mappingSetNames.keys(),
  };
  for (const kind of nameKinds)
    for (const id of lists[kind]) {
      const name = findName(kind, id);
      put(kind, name, id);
      if (kind === "comparators" || kind === "actions") put(kind, handleOfName(name), id);
    }
  return (kind: NameKind, name: string): number | undefined =>
    ids.get(`${kind} ${name}`) ??
    (kind === "comparators" || kind === "actions"
      ? ids.get(`${kind} ${handleOfName(name)}`)
      : undefined);
};

const sameName = (name: string, own: string | undefined): boolean =>
  own === name || (!name.includes("/") && handleOfName(own) === name);

/** Trees with the ids of this workflow, and notes on the names it does not have. */
export interface MappedTrees<T> {
  readonly trees: readonly T[];
  readonly notes: readonly string[];
}

/**
 * Converts trees from another workflow to the ids that their names have in this one. Ids whose names are unknown here
 * become unset.
 */
export const mapNames = <T extends { readonly kind: PartKind; readonly tree: Tree }>(
  trees: readonly T[],
  names: Partial<PortableNames>,
  workflow: Workflow,
): MappedTrees<T> => {
  const findName = (kind: NameKind, id: number): string | undefined => {
    const own = names[kind] ?? {};
    return Object.hasOwn(own, String(id)) ? own[String(id)] : undefined;
  };
  const [here, idOf] = [namesIn(workflow), idsIn(workflow)];
  const notes = new Set<string>();
  const mapped = (reference: Reference, of: PartKind): readonly [string, unknown] => {
    const { kind, field, id, asText } = reference;
    const name = findName(kind, id);
    // An id without a name is used as it is; the check reports it if it is unknown.
    const own = name === undefined || sameName(name, here(kind, id)) ? id : idOf(kind, name);
    if (own === undefined)
      notes.add(`The ${nouns[kind]} “${name}” is unknown here. Select another where it was used.`);
    if (own === undefined) return [field, asText || mayBeAbsent(reference, of) ? null : 0];
    return [field, asText ? String(own) : own];
  };
  const change = (part: AnyPart, kind: PartKind): AnyPart => ({
    ...part,
    ...Object.fromEntries(
      listReferences(part, kind, (of, id) => findName(of, id) ?? here(of, id)).map((reference) =>
        mapped(reference, kind),
      ),
    ),
  });
  return {
    trees: trees.map((one) => ({ ...one, tree: mapTree(one.tree, one.kind, change) })),
    notes: [...notes],
  };
};

/** Marks a file of rules, to distinguish it from other JSON. */
export const fileMarker = "mapping-rules";
export const fileVersion = 1;

/** What tests need beside their rules. */
export interface ExportedTests {
  /** By the ID of the rule. */
  readonly tests: ReadonlyMap<number, readonly RuleTestContent[]>;
  /** The lines of the mapping sets in which tested rules look values up. */
  readonly mappingSets: ReadonlyMap<number, readonly MappingLine[]>;
}

/**
 * Mapping rules as the text of a file: for backup, and for another workflow, whose ids differ. With tests, it has all that
 * they need to run without a server.
 */
export const exportRules = (
  rules: readonly UpdateOrCreateMappingRule[],
  workflow: Workflow,
  kept?: ExportedTests,
): string => {
  const parts = rules.map((tree) => ({ kind: "head", tree }) as const);
  const names = namesUsed(parts, workflow);
  const testsOf = ({ id }: UpdateOrCreateMappingRule) => kept?.tests.get(id ?? 0) ?? [];
  const isTested = rules.some((rule) => testsOf(rule).length > 0);
  const file = {
    supercargo: fileMarker,
    version: fileVersion,
    names,
    rules: rules.map((rule) =>
      testsOf(rule).length > 0 ? { ...rule, tests: testsOf(rule) } : rule,
    ),
    ...(isTested && {
      catalog: workflow.metaData,
      mappingSets: Object.fromEntries(kept?.mappingSets ?? []),
    }),
  };
  return JSON.stringify(file, null, 2);
};
