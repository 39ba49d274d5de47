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
import { longer, shorter } from "./synonyms.ts";

/** The comparators of one value, and those of several. */
const listOf: Partial<Record<string, string>> = {
  string_equal_to: "string_in_list",
  string_not_equal_to: "string_not_in_list",
};

/** More groups than anybody types with parentheses. */
const mostGroups = 100;

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
  compares,
  match,
  connect,
  text,
  skip,
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

  /** “is Oak or Pine”: one of several values, where the comparator takes a single one. */
  const severalFor = (
    { handle, pieces: [words] }: ComparatorForm,
    found: Matched,
    subject: Matched,
    forms: readonly ComparatorForm[],
  ): (Matched & { readonly form: ComparatorForm }) | undefined => {
    const listHandle = listOf[handle];
    const or = listHandle ? anyOf(found.end, [", or", "or"]) : -1;
    if (or < 0 || typeof words !== "string" || begins(or) || continues(or, forms)) return undefined;
    const form = forms.find(({ handle: other }) => other === listHandle);
    const list = form && match([words, 0], 0, subject, () => form.entry.operands, fields.at);
    return list && { ...list, form };
  };

  /** Whether a comparison begins at a place, which is about the field before it. */
  const continues = (at: number, forms: readonly ComparatorForm[]): boolean =>
    anyOf(at, ["when", "if"]) >= 0 || forms.some((form) => starts(form, at));

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
      const listed = severalFor(form, found, subject, forms);
      if (listed) return listed;
      const mayBeNumber = picked && entry.operands.length === 0;
      const isNumber = mayBeNumber && entry.reads === "decimal";
      const asNumber = mayBeNumber ? word(found.end, "as a number") : -1;
      const ago = form.handle === "date_older_than" ? word(found.end, "ago") : -1;
      const end = isNumber ? asNumber : Math.max(found.end, ago);
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

  /** “title length over 80”, “title is longer than 80 characters”. */
  const lengthOf = (matched: Matched): Subject[] => {
    const said = word(matched.end, "length");
    if (said < 0 && anyOf(matched.end, [...longer, ...shorter]) < 0) return [];
    return counters.flatMap(({ record, entry, pieces }) => {
      const resultId = index.dataTypeIds.get(entry.preModifier?.resultType ?? "");
      if (pieces[0] !== "Length of" || resultId === undefined) return [];
      if (!typesOf(matched.field?.field).includes(record.globalDataTypeId ?? 0)) return [];
      const end = Math.max(matched.end, said);
      return [{ matched: { ...matched, end }, typeIds: [resultId], preModifier: record.id }];
    });
  };

  interface Subject {
    readonly matched: Matched;
    readonly typeIds: readonly number[];
    readonly preModifier?: number;
  }
  /** What the last condition was about. */
  let before:
    | (Subject & {
        readonly form: ComparatorForm;
        readonly flags: Partial<UpdateOrCreateCondition>;
      })
    | undefined;

  /** What a condition is about: a field, or what a comparator counts in it. `whose`: the value of a picked entry. */
  const subjects = (
    at: number,
    typeIds: (field: RuleField | undefined) => readonly number[],
    fieldsAt: (at: number) => readonly FoundField[],
  ): Subject[] => {
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
      ...fieldsAt(at).flatMap((field) => lengthOf({ ...start, field, end: field.end })),
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
    const named = [...(prefix ? about(prefix.end) : []), ...about(from)];
    const same = named.length === 0 && !owner ? sameComparison(from) : undefined;
    if (same) return same;
    // “price over 50 and under 100”: the second comparison is about the field before it.
    const found =
      named.length === 0 && !owner && before
        ? [{ ...before, matched: { ...before.matched, end: from } }]
        : named;
    if (named.length === 0) {
      if (word(from, "not") >= 0)
        return expect(from, "a condition that says “is not” or “doesn't contain”");
      expect(from, owner ? "“whose value”" : "a field", fields.offers);
    }
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
      if (!owner)
        before = {
          matched,
          typeIds,
          flags,
          form: read.form,
          ...(preModifier !== undefined && { preModifier }),
        };
      const counted = preModifier === undefined ? -1 : anyOf(read.end, ["characters", "character"]);
      const inner = innerConditions({ ...read, end: Math.max(read.end, counted) }, depth);
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

  /** “title contains oak or pine”: one word more for the comparison before it. Several words could be a mistyped field. */
  const sameComparison = (from: number): Read<readonly UpdateOrCreateCondition[]> | undefined => {
    if (!before || !/contain|starts|ends/.test(before.form.handle)) return undefined;
    const { form, matched, flags } = before;
    if (continues(from, findComparatorForms(workflow, before.typeIds))) return undefined;
    const start = { ...matched, end: from };
    const read = match(form.pieces.slice(1), 0, start, () => form.entry.operands, fields.at);
    if (
      !read ||
      /[\s<>=]/.test(text.slice(skip(from), read.end).replaceAll(/“[^”]*”|"[^"]*"/g, ""))
    )
      return undefined;
    const condition = build(read, { ...flags, workflowDataTypeComparatorId: form.id });
    return { value: [condition], end: read.end };
  };

  /** “without sale or clearance” means neither. */
  const isNeither = (at: number): boolean =>
    before !== undefined &&
    /_not_/.test(before.form.handle) &&
    fields.at(at).length === 0 &&
    sameComparison(at) !== undefined;

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

  /** The groups of which one must be met: “(a or b) and c” is written as a and c, or b and c. */
  type Groups = readonly (readonly UpdateOrCreateCondition[])[];

  const both = (ones: Groups, others: Groups): Groups =>
    ones.flatMap((one) => others.map((other) => [...one, ...other]));

  /** A condition, or several in parentheses. */
  const operand = (
    at: number,
    depth: number,
    onRead: (groups: () => Groups) => void,
  ): Read<Groups> | undefined => {
    const opened = word(at, "(select a field)") >= 0 ? -1 : word(at, "(");
    if (opened < 0) {
      const read = oneCondition(at, 0);
      return read && { value: [read.value], end: read.end };
    }
    if (depth >= maxNesting) return expect(at, "fewer parentheses inside each other");
    const inside = alternatives(opened, depth + 1, onRead);
    const end = inside ? word(inside.end, ")") : -1;
    if (!inside) return undefined;
    return end < 0 ? expect(inside.end, "“)”") : { value: inside.value, end };
  };

  const alternatives = (
    from: number,
    depth: number,
    onRead: (groups: () => Groups) => void,
  ): Read<Groups> | undefined => {
    const done: (readonly UpdateOrCreateCondition[])[] = [];
    let held: Groups = [[]];
    for (let at = from; ;) {
      const earlier = held;
      const read = operand(at, depth, (inner) =>
        onRead(() => [...done, ...both(earlier, inner())]),
      );
      if (!read) return undefined;
      const now = both(earlier, read.value);
      if (now.length > mostGroups) return expect(at, "fewer combinations");
      held = now;
      at = read.end;
      onRead(() => [...done, ...now]);
      connect(at, "“and”, “or” or “:” and what to change", "and", "or", ":");
      const or = anyOf(at, [", or when", ", or if", ", or", "or when", "or if", "or", "||"]);
      const and = anyOf(at, [", and when", ", and", "and when", "and if", "and", "&&", "&"]);
      const comma = word(at, ",");
      const next = [
        or,
        and,
        comma >= 0 && compares(comma) && verbs(comma).length === 0 ? comma : -1,
      ].find((end) => end >= 0);
      if (next === undefined) return { value: [...done, ...now], end: at };
      if (or >= 0 && !isNeither(or)) {
        done.push(...now);
        held = [[]];
      }
      at = next;
    }
  };

  return (
    from: number,
    onRead: (groups: () => readonly UpdateOrCreateGroup[]) => void,
  ): Read<UpdateOrCreateGroup[]> | undefined => {
    before = undefined;
    const toGroups = (groups: Groups) =>
      groups.map((conditions) => ({ conditions: [...conditions] }));
    const read = alternatives(from, 0, (groups) => onRead(() => toGroups(groups())));
    return read && { value: toGroups(read.value), end: read.end };
  };
};
