import { maxNesting } from "#contract/limits.ts";
import type {
  UpdateOrCreateCondition,
  UpdateOrCreateGroup,
} from "#contract/mapping-rule-request.ts";
import type { Comparator } from "#rules/comparator.ts";
import { comparators } from "#rules/comparators.ts";
import { parseTime } from "#rules/iso-time.ts";
import { findEntry, type RuleField } from "#rules/rule-catalogue.ts";
import { conditionOperandFields } from "./operand-specs.ts";
import type { FoundField } from "./typed-fields.ts";
import {
  type ComparatorForm,
  findComparatorForms,
  formLabel,
  splitSentence,
} from "./typed-forms.ts";
import { type Matched, operandsIn, type Read, type Sentences } from "./typed-sentence.ts";
import type { Offer } from "./typed-text.ts";

/** Reads the conditions of typed rules; `onRead` learns of the groups after each condition. */
export const createConditionReader = ({
  workflow,
  index,
  fields,
  pickedIds,
  typesOf,
  starts,
  verbs,
  begins,
  match,
  connect,
  word,
  anyOf,
  expect,
}: Sentences) => {
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

  const objectNames = workflow.metaData.globalObjects
    .filter(({ collection }) => collection)
    .map(({ name }) => name);

  /** “every”, “any”, “any variant's”: the longest that is there. */
  const prefixes = (at: number): readonly { readonly every: boolean; readonly end: number }[] =>
    [true, false].flatMap((every) => {
      const end = word(at, every ? "every" : "any");
      if (end < 0) return [];
      const owned = objectNames.map((name) => word(end, `${name}'s`)).filter((to) => to >= 0);
      return [{ every, end: Math.max(end, ...owned) }];
    });

  /** A condition on a field, or on the value of the entry that the condition around it picks. */
  const oneCondition = (
    from: number,
    depth: number,
    owner?: FoundField,
  ): Read<readonly UpdateOrCreateCondition[]> | undefined => {
    const none = incomplete(from, owner !== undefined);
    if (none) return { end: none.end, value: [none.value] };
    if (depth > maxNesting) return expect(from, "fewer conditions inside each other");
    const [prefix] = owner ? [] : prefixes(from);
    let every = prefix?.every ?? false;
    const whose = (at: number): readonly FoundField[] => {
      if (!owner) return fields.at(at);
      const all = word(at, "whose every value");
      every ||= all >= 0;
      const end = all >= 0 ? all : word(at, "whose value");
      return end < 0 ? [] : [{ ...owner, end }];
    };
    const about = (at: number) => subjects(at, owner ? () => pickedIds : typesOf, whose);
    const found = [...(prefix ? about(prefix.end) : []), ...about(from)];
    if (found.length === 0) return expect(from, owner ? "“whose value”" : "a field", fields.offers);
    for (const { matched, typeIds, preModifier } of found) {
      if (prefix && matched.end <= prefix.end) every = false;
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

  return (
    from: number,
    onRead: (groups: () => readonly UpdateOrCreateGroup[]) => void,
  ): Read<UpdateOrCreateGroup[]> | undefined => {
    const groups: UpdateOrCreateGroup[] = [];
    let held: UpdateOrCreateCondition[] = [];
    let at = from;
    for (;;) {
      const read = oneCondition(at, 0);
      if (!read) return undefined;
      held.push(...read.value);
      at = read.end;
      onRead(() => (held.length > 0 ? [...groups, { conditions: held }] : groups));
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
};
