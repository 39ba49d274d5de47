import type { DataTypeHandle, OtherFieldScope } from "#contract/handles.ts";
import { maxNesting } from "#contract/limits.ts";
import type {
  UpdateOrCreateAction,
  UpdateOrCreateCondition,
  UpdateOrCreateGroup,
  UpdateOrCreateWorkflowRule,
} from "#contract/mapping-rule-request.ts";
import { givenName, leads, scopeWords } from "#rules/describe-rule.ts";
import { parseTime } from "#rules/iso-time.ts";
import type { OperandSpec } from "#rules/operands.ts";
import { findEntry, type RuleField, typeOfField } from "#rules/rule-catalogue.ts";
import type { Comparator } from "#rules/comparator.ts";
import { comparators } from "#rules/comparators.ts";
import { ruleTypeId } from "./edit-draft.ts";
import { actionOperandFields, conditionOperandFields, pickedTypes } from "./operand-specs.ts";
import { synonymsOf } from "./synonyms.ts";
import { createTypedFields, type FoundField } from "./typed-fields.ts";
import {
  type ActionForm,
  allActionForms,
  type ComparatorForm,
  fieldPlace,
  findComparatorForms,
  type Form,
  formLabel,
  splitSentence,
} from "./typed-forms.ts";
import { createOperandReader } from "./typed-operands.ts";
import { findOffers, groupedBy, type Offer, readTyped, type TypedText } from "./typed-text.ts";
import { workflowIndex, type Workflow } from "./workflow.ts";

/*
 * A rule from one typed line, by recursive descent over the sentences of the tables: what `ruleParagraph` writes, and what
 * people type. A choice is made at each place once; only fields and sentences that begin alike are tried in turn.
 */

/** What a typed rule depends on: the workflow, and the event and the type of its mapping rule. */
export interface TypedScope {
  readonly workflow: Workflow;
  readonly eventId: number;
  readonly inheritedType: DataTypeHandle | undefined;
}

export type TypedRule =
  | { readonly rule: UpdateOrCreateWorkflowRule }
  | {
      readonly failsAt: number;
      readonly expected: string;
      /** The conditions and actions that were read before. */
      readonly soFar: UpdateOrCreateWorkflowRule;
    };

interface Read<T> {
  readonly value: T;
  readonly end: number;
}

interface Matched {
  readonly end: number;
  readonly texts: readonly (string | undefined)[];
  readonly field: FoundField | undefined;
}

const longest = 100_000;

const addTag =
  "another action, since the API has none that adds one tag: “set tags to …” replaces all of them";

const operandsIn = <F extends string>(
  names: readonly F[],
  texts: readonly (string | undefined)[],
): Partial<Record<F, string>> =>
  Object.fromEntries(
    names.flatMap((name, at) => (texts[at] === undefined ? [] : [[name, texts[at]]])),
  ) as Partial<Record<F, string>>;

const createParser = (typed: TypedText, { workflow, eventId, inheritedType }: TypedScope) => {
  const { text, skip, word, anyOf, expect } = typed;
  const index = workflowIndex(workflow);
  const fields = createTypedFields(typed, workflow, eventId);
  const pickedIds = pickedTypes.flatMap((handle) => index.dataTypeIds.get(handle) ?? []);
  const allTypes = [...index.comparatorsByType.keys()];

  const typesOf = (field: RuleField | undefined): readonly number[] => {
    const type = typeOfField(field, inheritedType);
    const id = type === undefined ? undefined : index.dataTypeIds.get(type);
    return id === undefined ? allTypes : [id];
  };

  const starts = (form: Form<unknown>, at: number): boolean => {
    const [first] = form.pieces;
    return typeof first === "string" && word(at, first) >= 0;
  };

  /** Whether a condition or an action begins here: a field with words of a comparison or of an action, or a verb. */
  const begins = (at: number): boolean => {
    if (verbs(at).length > 0) return true;
    return fields
      .at(at)
      .some(
        ({ field, end }) =>
          findComparatorForms(workflow, typesOf(field)).some((form) => starts(form, end)) ||
          fieldFirst.some(
            ({ pieces: [, sign] }) => typeof sign === "string" && word(end, sign) >= 0,
          ),
      );
  };
  const operands = createOperandReader({ typed, workflow, fields, begins });

  /** Reads the pieces of a sentence from one on; the field's names are tried in turn. */
  const match = (
    pieces: Form<unknown>["pieces"],
    from: number,
    start: Matched,
    specsFor: (field: RuleField | undefined) => readonly OperandSpec[],
    fieldsAt: (at: number) => readonly FoundField[],
  ): Matched | undefined => {
    let now = start;
    for (let place = from; place < pieces.length; place += 1) {
      const piece = pieces[place];
      if (typeof piece === "string") {
        const end = word(now.end, piece);
        if (end < 0) return expect(now.end, `“${piece}”`);
        now = { ...now, end };
      } else if (piece === fieldPlace) {
        const found = fieldsAt(now.end);
        if (found.length === 0) return expect(now.end, "a field", fields.offers);
        for (const field of found) {
          const rest = { ...now, field, end: field.end };
          const done = match(pieces, place + 1, rest, specsFor, fieldsAt);
          if (done) return done;
        }
        return undefined;
      } else {
        const at = piece ?? 0;
        const spec = specsFor(now.field?.field)[at];
        if (!spec) return undefined;
        const next = pieces[place + 1];
        const stop = typeof next === "string" ? next : undefined;
        const read = operands.read(spec, now.end, { field: now.field?.field, stop });
        if (!read || (now.texts[at] !== undefined && now.texts[at] !== read.text)) return undefined;
        const texts = [...now.texts];
        texts[at] = read.text;
        if (read.unit !== undefined) texts[at + 1] = read.unit;
        now = { ...now, end: read.end, texts };
      }
    }
    return now;
  };

  // Conditions.

  const offerForms = (forms: readonly ComparatorForm[]) => (): readonly Offer[] => {
    const words = new Map<number, Set<string>>();
    for (const { id, pieces } of forms)
      if (typeof pieces[0] === "string")
        words.set(id, (words.get(id) ?? new Set<string>()).add(pieces[0]));
    return forms
      .filter(({ exact, all, date }) => exact && !all && !date)
      .toSorted((one, other) => one.rank - other.rank)
      .map((form) => ({
        label: formLabel(form),
        insert: String(form.pieces[0]),
        also: [...(words.get(form.id) ?? [])],
      }));
  };

  const predicate = (
    subject: Matched,
    typeIds: readonly number[],
    picked: boolean,
  ): (Matched & { readonly form: ComparatorForm }) | undefined => {
    const forms = findComparatorForms(workflow, typeIds);
    expect(subject.end, "a comparison, such as “is” or “contains”", offerForms(forms));
    for (const form of forms) {
      if (!starts(form, subject.end)) continue;
      const { entry } = form;
      const found = match(form.pieces, 0, subject, () => entry.operands, fields.at);
      if (!found || (form.date && parseTime(found.texts[0]) === undefined)) continue;
      const mayBeNumber = picked && entry.operands.length === 0;
      const isNumber = mayBeNumber && entry.reads === "decimal";
      const asNumber = mayBeNumber ? word(found.end, "as a number") : -1;
      const end = isNumber ? asNumber : found.end;
      if (end >= 0 && (isNumber || asNumber < 0)) return { ...found, end, form };
    }
    return undefined;
  };

  /** The comparators that count something: “Length of …”. */
  const counters = [...index.comparators.values()].flatMap((record) => {
    const entry = findEntry<Comparator>(comparators, record.handle);
    const pieces = splitSentence(entry?.preModifier?.sentence ?? "");
    const [first] = pieces;
    return entry && typeof first === "string"
      ? [{ record, entry, pieces: [first, ...pieces.slice(1)] as const }]
      : [];
  });

  /** What a condition is about: a field, or what a comparator counts in it. `whose`: the value of a picked entry. */
  const subjects = (
    at: number,
    typeIds: (field: RuleField | undefined) => readonly number[],
    fieldsAt: (at: number) => readonly FoundField[],
  ): {
    readonly matched: Matched;
    readonly typeIds: readonly number[];
    readonly preModifier?: number;
  }[] => {
    const start: Matched = { end: at, texts: [], field: undefined };
    const counted = counters.flatMap(({ record, entry, pieces }) => {
      if (word(at, pieces[0]) < 0) return [];
      const matched = match(pieces, 0, start, () => entry.operands, fieldsAt);
      const typeId = record.globalDataTypeId ?? 0;
      if (!matched || !typeIds(matched.field?.field).includes(typeId)) return [];
      const resultId = index.dataTypeIds.get(entry.preModifier?.resultType ?? "");
      return [
        { matched, typeIds: resultId === undefined ? [] : [resultId], preModifier: record.id },
      ];
    });
    return [
      ...counted,
      ...fieldsAt(at).map((field) => ({
        matched: { ...start, field, end: field.end },
        typeIds: typeIds(field.field),
      })),
    ];
  };

  const build = (
    { field, texts }: Matched,
    more: Partial<UpdateOrCreateCondition>,
  ): UpdateOrCreateCondition => ({
    globalObjectFieldId: field?.id ?? 0,
    workflowDataTypeComparatorId: 0,
    ...operandsIn(conditionOperandFields, texts),
    ...more,
    childConditions: more.childConditions ?? [],
  });

  const incomplete = (at: number, inside: boolean): Read<UpdateOrCreateCondition> | undefined => {
    const onValue = word(at, "an incomplete condition on its value");
    const end = inside || onValue >= 0 ? onValue : word(at, "an incomplete condition");
    return end < 0 ? undefined : { end, value: build({ end, texts: [], field: undefined }, {}) };
  };

  /** A condition on a field, or on the value of the entry that the condition around it picks. */
  const oneCondition = (
    from: number,
    depth: number,
    owner?: FoundField,
  ): Read<readonly UpdateOrCreateCondition[]> | undefined => {
    const none = incomplete(from, owner !== undefined);
    if (none) return { end: none.end, value: [none.value] };
    if (depth > maxNesting) return expect(from, "fewer conditions inside each other");
    const everyEnd = owner ? -1 : word(from, "every");
    let every = everyEnd >= 0;
    const whose = (at: number): readonly FoundField[] => {
      if (!owner) return fields.at(at);
      const all = word(at, "whose every value");
      every ||= all >= 0;
      const end = all >= 0 ? all : word(at, "whose value");
      return end < 0 ? [] : [{ ...owner, end }];
    };
    const about = (at: number) => subjects(at, owner ? () => pickedIds : typesOf, whose);
    const found = [...(everyEnd >= 0 ? about(everyEnd) : []), ...about(from)];
    if (found.length === 0) return expect(from, owner ? "“whose value”" : "a field", fields.offers);
    for (const { matched, typeIds, preModifier } of found) {
      if (everyEnd >= 0 && matched.end <= everyEnd) every = false;
      const flags = {
        ...(preModifier !== undefined && { preModifierDataTypeComparatorId: preModifier }),
        ...(every && { fieldArrayMustMatchAll: true }),
      };
      const unchosen = word(matched.end, "… (select a condition)");
      if (unchosen >= 0) return { end: unchosen, value: [build(matched, flags)] };
      const read = predicate(matched, typeIds, owner !== undefined);
      if (!read) {
        const both = between(matched, typeIds, flags);
        if (both) return both;
        continue;
      }
      const inner = innerConditions(read, depth);
      const condition = build(read, {
        ...flags,
        workflowDataTypeComparatorId: read.form.id,
        ...(read.form.all && { conditionArrayMustMatchAll: true }),
        childConditions: [...inner.value],
      });
      return { end: inner.end, value: [condition] };
    }
    return undefined;
  };

  /** “between 10 and 20”, which the API has no comparator for: two conditions. */
  const between = (
    subject: Matched,
    typeIds: readonly number[],
    flags: Partial<UpdateOrCreateCondition>,
  ): Read<readonly UpdateOrCreateCondition[]> | undefined => {
    const start = anyOf(subject.end, ["is between", "between"]);
    if (start < 0) return undefined;
    const forms = findComparatorForms(workflow, typeIds);
    const ends = [
      ["greater_than_equal_to", "date_greater_than_equals"],
      ["less_than_equal_to", "date_older_than_equals"],
    ].map((handles) => forms.find(({ handle }) => handles.includes(handle)));
    const [low, high] = ends;
    if (!low || !high) return undefined;
    const first = match(
      [0, "and"],
      0,
      { ...subject, end: start },
      () => low.entry.operands,
      fields.at,
    );
    const second =
      first && match([0], 0, { ...subject, end: first.end }, () => high.entry.operands, fields.at);
    return (
      second && {
        end: second.end,
        value: [
          build(first, { ...flags, workflowDataTypeComparatorId: low.id }),
          build(second, { ...flags, workflowDataTypeComparatorId: high.id }),
        ],
      }
    );
  };

  const innerConditions = (
    { form, field, end }: Matched & { readonly form: ComparatorForm },
    depth: number,
  ): Read<readonly UpdateOrCreateCondition[]> => {
    const value: UpdateOrCreateCondition[] = [];
    if (!form.entry.pick) {
      let at = word(end, "(and");
      if (at < 0) return { value, end };
      for (;;) {
        const read = oneCondition(at, depth + 1);
        if (!read) return { value: [], end };
        value.push(...read.value);
        const close = word(read.end, ")");
        if (close >= 0) return { value, end: close };
        at = word(read.end, "and");
        if (at < 0) {
          expect(read.end, "“)”");
          return { value: [], end };
        }
      }
    }
    const comma = word(end, ",");
    let at = comma >= 0 ? comma : end;
    let last = end;
    for (;;) {
      const opened = word(at, "(");
      const read = oneCondition(opened >= 0 ? opened : at, depth + 1, field);
      const close = opened >= 0 && read ? word(read.end, ")") : read?.end;
      if (!read || close === undefined || close < 0) return { value, end: last };
      value.push(...read.value);
      last = close;
      at = word(last, "and");
      if (at < 0) return { value, end: last };
    }
  };
  const connect = (at: number, words: string, ...insert: readonly string[]) =>
    expect(at, words, () => insert.map((label) => ({ label, insert: label })));

  // What was read of the outermost rule.
  let groupsSoFar = (): readonly UpdateOrCreateGroup[] => [];
  let actionsSoFar: readonly UpdateOrCreateAction[] = [];

  const conditions = (from: number, depth: number): Read<UpdateOrCreateGroup[]> | undefined => {
    const groups: UpdateOrCreateGroup[] = [];
    let held: UpdateOrCreateCondition[] = [];
    let at = from;
    for (;;) {
      const read = oneCondition(at, 0);
      if (!read) return undefined;
      held.push(...read.value);
      at = read.end;
      if (depth === 0)
        groupsSoFar = () => (held.length > 0 ? [...groups, { conditions: held }] : groups);
      connect(at, "“and”, “or” or “:” and what to change", "and", "or", ":");
      const or = anyOf(at, [", or when", ", or if", ", or", "or when", "or if", "or"]);
      const and = anyOf(at, [", and when", ", and", "and when", "and if", "and", "&"]);
      const comma = word(at, ",");
      const next = [
        or,
        and,
        comma >= 0 && begins(comma) && verbs(comma).length === 0 ? comma : -1,
      ].find((end) => end >= 0);
      if (or >= 0 || next === undefined) {
        groups.push({ conditions: held });
        held = [];
      }
      if (next === undefined) return { value: groups, end: at };
      at = next;
    }
  };

  // Actions.

  const fieldFirst = allActionForms.filter(({ pieces }) => pieces[0] === fieldPlace);
  const verbFirst = allActionForms.filter(({ pieces }) => typeof pieces[0] === "string");
  const verbsByLetter = groupedBy(verbFirst, ({ pieces }) =>
    String(pieces[0]).charAt(0).toLowerCase(),
  );
  const verbs = (at: number): readonly ActionForm[] =>
    (verbsByLetter.get(text.charAt(skip(at)).toLowerCase()) ?? []).filter((form) =>
      starts(form, at),
    );
  const offerActions = (): readonly Offer[] =>
    verbFirst
      .filter(({ exact, picks, dataType }) => exact && !picks && dataType === undefined)
      .toSorted((one, other) => one.rank - other.rank)
      .map((form) => ({
        label: formLabel(form),
        insert: String(form.pieces[0]),
        also: [form.entry.label, ...synonymsOf(form.handle)],
      }));

  const actionRecord = (handle: string, typeIds: readonly number[], filterId?: number | null) =>
    [...typeIds, 0]
      .flatMap((typeId) => index.actionsByType.get(typeId) ?? [])
      .find(
        (record) =>
          record.handle === handle &&
          (record.globalDataTypeFilterIds.length === 0 ||
            (filterId !== null &&
              filterId !== undefined &&
              record.globalDataTypeFilterIds.includes(filterId))),
      );

  const ownAction = (
    from: number,
    owner?: FoundField,
  ):
    | (Read<UpdateOrCreateAction> & { readonly form?: ActionForm; readonly field?: FoundField })
    | undefined => {
    const none = word(from, owner ? "Incomplete action on it" : "Incomplete action");
    const empty = { globalObjectFieldId: 0, workflowDataTypeActionId: 0, childActions: [] };
    if (none >= 0) return { end: none, value: empty };
    const fieldsAt = (at: number): readonly FoundField[] => {
      if (!owner) return fields.at(at);
      const end = anyOf(at, ["its value", "it"]);
      return end < 0 ? [] : [{ ...owner, end }];
    };
    const unchosen = word(from, "Change");
    for (const field of unchosen < 0 ? [] : fieldsAt(unchosen)) {
      const end = word(field.end, "… (select an action)");
      if (end >= 0) return { end, value: { ...empty, globalObjectFieldId: field.id } };
    }
    const typeHandle = (field: RuleField | undefined) =>
      owner ? "string" : typeOfField(field, inheritedType);
    const recordFor = ({ handle, dataType }: ActionForm, field: FoundField | undefined) => {
      if (dataType !== undefined && dataType !== typeHandle(field?.field)) return undefined;
      const filterId = index.fields.get(field?.id ?? 0)?.globalDataTypeFilterId;
      if (!owner && field?.field === undefined)
        return [...index.actions.values()].find((record) => record.handle === handle);
      return actionRecord(handle, owner ? pickedIds : typesOf(field?.field), filterId);
    };
    const subjectFields = fieldsAt(from);
    const candidates = [
      ...verbs(from),
      ...fieldFirst.filter(({ pieces: [, sign] }) =>
        subjectFields.some(({ end }) => typeof sign === "string" && word(end, sign) >= 0),
      ),
    ];
    const tag = anyOf(from, ["add tag", "add the tag"]);
    if (tag >= 0) return expect(tag, addTag);
    if (candidates.length === 0 && subjectFields[0])
      expect(subjectFields[0].end, "“x”, “+”, “-” or “=”");
    if (!owner) {
      expect(from, "an action, such as “set”", offerActions);
      expect(from, "a field", fields.offers);
    }
    for (const form of candidates) {
      const usable = (at: number) => {
        const all = fieldsAt(at);
        const fit = all.filter((field) => recordFor(form, field));
        if (fit.length === 0 && all[0]) expect(at, `a field that “${form.entry.label}” can change`);
        return fit;
      };
      const specsFor = (field: RuleField | undefined) => {
        const type = typeHandle(field);
        return (type && form.entry.operandsByType?.[type]) || form.entry.operands;
      };
      const found = match(
        form.pieces,
        0,
        { end: from, texts: [], field: undefined },
        specsFor,
        usable,
      );
      const record = found && recordFor(form, found.field);
      if (!found?.field || !record) continue;
      const texts = form.negative
        ? [found.texts[0]?.startsWith("-") ? found.texts[0].slice(1) : `-${found.texts[0]}`]
        : found.texts;
      const value = {
        globalObjectFieldId: found.field.id,
        workflowDataTypeActionId: record.id,
        ...operandsIn(actionOperandFields, texts),
        childActions: [],
      };
      return { end: found.end, value, form, field: found.field };
    }
    return undefined;
  };

  const scopes = Object.entries(scopeWords) as [OtherFieldScope, string][];

  const oneAction = (
    from: number,
    depth: number,
    owner?: FoundField,
  ): Read<UpdateOrCreateAction> | undefined => {
    const own = ownAction(from, owner);
    if (!own) return undefined;
    let { end, value } = own;
    for (const [usesOtherFieldScope, words] of scopes) {
      const scoped = word(end, `, ${words}`);
      if (scoped < 0) continue;
      value = { ...value, usesOtherFieldScope };
      end = scoped;
    }
    const matched = word(end, ", only where the conditions are met");
    if (matched >= 0) {
      value = { ...value, applyToMatchedOnly: true };
      end = matched;
    }
    const inside = anyOf(end, [", then with its value:", "then with its value:"]);
    if (inside < 0 || !own.form?.entry.picksEntry || depth >= maxNesting)
      return own.form?.picks ? expect(end, "“, then with its value:”") : { end, value };
    const children = actions(inside, depth + 1, own.field);
    return children && { end: children.end, value: { ...value, childActions: children.value } };
  };

  const actions = (
    from: number,
    depth = 0,
    owner?: FoundField,
  ): Read<UpdateOrCreateAction[]> | undefined => {
    const first = oneAction(from, depth, owner);
    if (!first) return undefined;
    const value = [first.value];
    let { end } = first;
    for (;;) {
      const next = anyOf(end, ["; and", ", and", ";", ",", "and"]);
      const more = next < 0 ? undefined : oneAction(next, depth, owner);
      if (!more) {
        connect(end, "“;” and another action", ";");
        return { value, end };
      }
      value.push(more.value);
      ({ end } = more);
    }
  };

  // Rules.

  const empty = (more: Partial<UpdateOrCreateWorkflowRule>): UpdateOrCreateWorkflowRule => ({
    name: "",
    workflowRuleTypeId: ruleTypeId(workflow, "conditional"),
    alwaysRun: false,
    enabled: true,
    groups: [],
    actions: [],
    childRules: [],
    ...more,
  });

  interface Lead {
    readonly tiers: boolean;
    readonly end: number;
  }
  const lead = (
    at: number,
    { tiers, all }: { readonly tiers: string; readonly all: string },
  ): Lead | undefined => {
    const [first, every] = [word(at, tiers), word(at, all)];
    if (first >= 0) return { tiers: true, end: first };
    return every < 0 ? undefined : { tiers: false, end: every };
  };

  const withChildren = (
    rule: UpdateOrCreateWorkflowRule,
    { tiers, end }: Lead,
    depth: number,
  ): Read<UpdateOrCreateWorkflowRule> | undefined => {
    const childRules: UpdateOrCreateWorkflowRule[] = [];
    let at = end;
    const opened = depth === 0 ? -1 : word(at, "(");
    if (depth > 0 && opened < 0) return expect(at, "“(”");
    at = opened < 0 ? at : opened;
    do {
      const label = skip(at);
      const named =
        text[label] === "“"
          ? operands.read({ kind: "text", label: "name" }, label, {
              field: undefined,
              stop: undefined,
            })
          : undefined;
      const colon = named ? word(named.end, ":") : at;
      if (colon < 0) return expect(named?.end ?? at, "“:”");
      const name = named?.text ?? givenName(tiers, childRules.length);
      const read = oneRule(colon, depth + 1);
      if (!read) return undefined;
      childRules.push({ ...read.value, name });
      at = read.end;
    } while (skip(at) < text.length && (depth === 0 || word(at, ")") < 0));
    const close = depth === 0 ? at : word(at, ")");
    if (close < 0) return expect(at, "“)”");
    const workflowRuleTypeId = ruleTypeId(workflow, tiers ? "tier" : "conditional");
    return { value: { ...rule, workflowRuleTypeId, childRules }, end: close };
  };

  /** The actions after the conditions, and the child rules after them. */
  const ending = (
    rule: UpdateOrCreateWorkflowRule,
    from: number,
    depth: number,
  ): Read<UpdateOrCreateWorkflowRule> | undefined => {
    const nothing = word(from, "nothing is changed");
    const read = nothing >= 0 ? { value: [], end: nothing } : actions(from);
    if (depth === 0 && read) actionsSoFar = read.value;
    if (!read) return undefined;
    const value = { ...rule, actions: read.value };
    const stop = word(read.end, ".");
    const more = stop < 0 ? undefined : lead(stop, leads.actions);
    if (more) return withChildren(value, more, depth);
    return { value, end: Math.max(stop, read.end) };
  };

  const oneRule = (from: number, depth: number): Read<UpdateOrCreateWorkflowRule> | undefined => {
    if (depth > maxNesting) return expect(from, "fewer rules inside each other");
    const off = word(from, "Disabled.");
    const [at, enabled] = off >= 0 ? [off, false] : [from, true];
    const alone = lead(at, leads.alone);
    if (alone) return withChildren(empty({ enabled, alwaysRun: true }), alone, depth);
    const never = word(at, "Never (no conditions)");
    const fixed = never >= 0 ? never : word(at, "always");
    if (fixed >= 0) {
      const colon = word(fixed, ":");
      const rule = empty({ enabled, alwaysRun: never < 0 });
      return ending(rule, colon >= 0 ? colon : fixed, depth);
    }
    const when = anyOf(at, ["when", "if"]);
    const groups = conditions(when >= 0 ? when : at, depth);
    if (groups) {
      const rule = empty({ enabled, groups: groups.value });
      const inside = lead(groups.end, leads.condition);
      if (inside) return withChildren(rule, inside, depth);
      const then = anyOf(groups.end, [": then", ":", ", then", "then", "→", "->", "=>"]);
      if (then >= 0) return ending(rule, then, depth);
      const stop = word(groups.end, ".");
      const end = Math.max(stop, groups.end);
      if (depth === 0 && skip(end) >= text.length) return { value: rule, end };
      connect(at, "a condition", "when", "always:");
    }
    if (when >= 0 || depth > 0) return undefined;
    connect(at, "a condition", "when", "always:");
    return ending(empty({ enabled }), at, depth);
  };

  return (): TypedRule => {
    if (text.length >= longest)
      return { failsAt: longest, expected: "a shorter text", soFar: empty({}) };
    const read = oneRule(0, 0);
    if (read && skip(read.end) >= text.length) return { rule: read.value };
    if (read) expect(read.end, "the end of the rule");
    const soFar = empty({ groups: [...groupsSoFar()], actions: [...actionsSoFar] });
    return { ...typed.failure(), soFar };
  };
};

/** Reads a typed rule. Never throws. */
export const parseTypedRule = (text: string, scope: TypedScope): TypedRule =>
  createParser(readTyped(text.slice(0, longest)), scope)();

/** What could be typed at the end of a text, and from where on it replaces the text. */
export const completeTypedRule = (
  text: string,
  scope: TypedScope,
): readonly (Offer & { readonly from: number })[] => {
  const typed = readTyped(text.slice(0, longest));
  createParser(typed, scope)();
  return findOffers(typed);
};
