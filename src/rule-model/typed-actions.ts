import type { OtherFieldScope } from "#contract/handles.ts";
import { maxNesting } from "#contract/limits.ts";
import type { UpdateOrCreateAction } from "#contract/mapping-rule-request.ts";
import { scopeWords } from "#rules/describe-rule.ts";
import { type RuleField, typeOfField } from "#rules/rule-catalogue.ts";
import { actionOperandFields } from "./operand-specs.ts";
import { synonymsOf } from "./synonyms.ts";
import type { FoundField } from "./typed-fields.ts";
import { type ActionForm, fieldFirst, formLabel, verbFirst } from "./typed-forms.ts";
import { operandsIn, type Read, type Sentences } from "./typed-sentence.ts";
import type { Offer } from "./typed-text.ts";

const addTag = "another action, since none adds one tag: “set tags to …” replaces all of them";

/** What can follow an action. */
const endings = [";", ",", ".", ")", "and", "else", "otherwise"];

/** Reads the actions of typed rules. */
export const createActionReader = ({
  inheritedType,
  index,
  fields,
  pickedIds,
  typesOf,
  verbs,
  match,
  connect,
  text,
  skip,
  word,
  anyOf,
  expect,
}: Sentences) => {
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
        { end: from, texts: form.given ?? [], field: undefined },
        specsFor,
        usable,
      );
      const record = found && recordFor(form, found.field);
      if (!found?.field || !record) continue;
      if (form.alone && skip(found.end) < text.length && anyOf(found.end, endings) < 0) continue;
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
      const next = anyOf(end, [
        "; and",
        ", and",
        ", then",
        ";",
        ",",
        "and then",
        "and",
        "then",
        "&&",
        "&",
      ]);
      const more = next < 0 ? undefined : oneAction(next, depth, owner);
      if (!more) {
        connect(end, "“;” and another action", ";");
        return { value, end };
      }
      value.push(more.value);
      ({ end } = more);
    }
  };

  return actions;
};
