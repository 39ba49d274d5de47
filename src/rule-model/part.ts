import type {
  UpdateOrCreateAction,
  UpdateOrCreateCondition,
  UpdateOrCreateGroup,
  UpdateOrCreateMappingRule,
  UpdateOrCreateWorkflowRule,
} from "#contract/mapping-rule-request.ts";

/*
 * A rule while it is edited: its parts by key. A part never changes; an edit puts another object under the same key.
 * An unedited part is therefore the same object, which makes evaluation, comparing and undo cheap.
 */

/** The id of a part in this browser; server ids are in the part's data, and new parts have none. */
export type PartKey = number;

/** The mapping rule's own fields, and the rule at the top of its tree. */
export const headKey: PartKey = 0;
export const rootKey: PartKey = 1;

/** A part's own data: the fields of the request (api 4.6) without the parts inside it. Id 0: not chosen yet. */
export interface PartData {
  readonly head: Readonly<Omit<UpdateOrCreateMappingRule, "rule">>;
  readonly rule: Readonly<Omit<UpdateOrCreateWorkflowRule, "groups" | "actions" | "childRules">>;
  readonly group: Readonly<Omit<UpdateOrCreateGroup, "conditions">>;
  readonly condition: Readonly<Omit<UpdateOrCreateCondition, "childConditions">>;
  readonly action: Readonly<Omit<UpdateOrCreateAction, "childActions">>;
}
export type PartKind = keyof PartData;

/** The lists that hold parts, by the API's names. */
export type Slot =
  | "rule"
  | "groups"
  | "actions"
  | "childRules"
  | "conditions"
  | "childConditions"
  | "childActions";

/** The lists a part of each kind has, in the order they are shown. */
export const slotsByKind = {
  head: ["rule"],
  rule: ["groups", "actions", "childRules"],
  group: ["conditions"],
  condition: ["childConditions"],
  action: ["childActions"],
} as const satisfies Record<PartKind, readonly Slot[]>;

/** The kind of part that a list holds. */
export const kindIn = {
  rule: "rule",
  groups: "group",
  actions: "action",
  childRules: "rule",
  conditions: "condition",
  childConditions: "condition",
  childActions: "action",
} as const satisfies Record<Slot, PartKind>;

/** One part and its parent. Its place among its siblings is its index in the parent's list. */
export type Part<K extends PartKind = PartKind> = {
  readonly [P in K]: {
    readonly key: PartKey;
    readonly kind: P;
    /** The part around it, and the list there; only the head has none. */
    readonly parent: PartKey | undefined;
    readonly slot: Slot | undefined;
    readonly data: PartData[P];
    readonly children: Readonly<Partial<Record<Slot, readonly PartKey[]>>>;
  };
}[K];

const noKeys: readonly PartKey[] = [];

/** The keys in one list of a part; the same array as long as the list does not change. */
export const childrenIn = (part: Part | undefined, slot: Slot): readonly PartKey[] =>
  part?.children[slot] ?? noKeys;

/** The keys of all parts directly inside a part, in the order they are shown. */
export const listChildKeys = (part: Part): readonly PartKey[] =>
  slotsByKind[part.kind].flatMap((slot) => childrenIn(part, slot));

/** The name of each kind of part in undo steps and announcements. */
export const kindNames: Readonly<Record<PartKind, string>> = {
  head: "mapping rule",
  rule: "rule",
  group: "group",
  condition: "condition",
  action: "action",
};

/** The results of the sample records for one part. Absent: nothing has been run yet, or the part cannot be run. */
export interface PartPreview {
  /** For the selected record: whether the part held, and why, in words. */
  readonly verdict?: { readonly holds: boolean; readonly reason: string };
  /** The number of sample records that a condition holds for, or that an action changes. */
  readonly matches?: number;
  readonly of?: number;
  /** For a group: how many of these no single element (a variant, say) meets alone. */
  readonly scattered?: { readonly count: number; readonly one: string };
  /** For an action and the selected record: the field before and after, or why the action did nothing. */
  readonly change?:
    | { readonly before: unknown; readonly after: unknown }
    | { readonly nothing: string };
}

/** A change that settles a finding, as one step of undo. */
export type PartMend = { readonly label: string } & (
  | { readonly kind: "remove"; readonly key: PartKey }
  /** The first operand of a condition, while it is still what it was. */
  | {
      readonly kind: "operand";
      readonly key: PartKey;
      readonly from: string;
      readonly text: string;
    }
  | { readonly kind: "moveBefore"; readonly key: PartKey; readonly before: PartKey }
);

/** Something about a part that is probably not meant. */
export interface PartFinding {
  readonly message: string;
  /** A sample record that shows it. */
  readonly sample?: { readonly key: string; readonly name: string } | undefined;
  /** That no sample record shows it, in words. */
  readonly noSample?: string | undefined;
  readonly mend?: PartMend | undefined;
}

/** A test of the rule that fails because of a part. */
export interface PartFailure {
  readonly testId: number;
  /** The record of the test. */
  readonly name: string;
  readonly message: string;
}

/** Reads the parts of a draft. */
export interface PartReader {
  readonly get: (key: PartKey) => Part | undefined;
  /** The part when it is of that kind. */
  readonly part: <K extends PartKind>(key: PartKey, kind: K) => Part<K> | undefined;
}
