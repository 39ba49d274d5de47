import { UnstyledButton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { cutEnd } from "#rule-model/text-changes.ts";
import { nameElement } from "#rules/changed-cells.ts";
import type { Wording } from "#rules/describe-operands.ts";
import { describeAction, describeCondition } from "#rules/describe-rule.ts";
import type { RuleRecord } from "#rules/field-values.ts";
import type { FieldLineage, LineageChange, LineageStep, WhyNot } from "#rules/lineage.ts";
import type { RuleField } from "#rules/rule-catalogue.ts";
import { inSentence, plural } from "#rules/shown-text.ts";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import { ruleName, wordingFor } from "#web/screens/mapping-rules/list/rule-words.ts";
import { DiffValues, valueText } from "#web/screens/mapping-rules/preview/part-mark.tsx";

/** What all fields of one product share. */
export interface LineageSetting {
  readonly record: RuleRecord;
  readonly wording: Wording;
  /** The product in the test of a rule. */
  readonly sample: string;
  readonly channel: string;
  /** The place of a rule among those that run, from 1. */
  readonly placeOf: (rule: MappingRule) => number;
  readonly onField: (field: RuleField) => void;
}

type Lineage = FieldLineage<MappingRule>;

interface PartLinkProps {
  rule: MappingRule;
  /** The part that the editor goes to, “action 12”. */
  part?: string | undefined;
  setting: LineageSetting;
  children: ReactNode;
}

/** Opens a rule at one of its parts, with this product in its test. */
const PartLink = ({ rule, part, setting: { sample, channel }, children }: PartLinkProps) => (
  <Link
    to="/mapping-rules/$id"
    params={{ id: String(rule.id) }}
    search={{ ...(part && { part }), sample, channel }}
    title="Open in rule, with this product in its test"
  >
    {children}
  </Link>
);

const nameSaved = (kind: string, { id }: { id?: number | null | undefined }) =>
  id ? `${kind} ${id}` : undefined;

const longestValue = 240;
const groupsAtOnce = 6;

/** Elements with the same content, which are shown once. */
interface AlikeElements<T> {
  readonly elements: readonly number[];
  readonly content: T;
}

const groupAlike = <T,>(
  list: readonly { readonly element: number; readonly content: T }[],
): AlikeElements<T>[] => {
  const found = new Map<string, { elements: number[]; content: T }>();
  for (const { element, content } of list) {
    const key = JSON.stringify(content) ?? "";
    const known = found.get(key) ?? { elements: [], content };
    known.elements.push(element);
    found.set(key, known);
  }
  return [...found.values()];
};

interface ElementValuesProps<T> {
  list: readonly { readonly element: number; readonly content: T }[];
  lineage: Lineage;
  setting: LineageSetting;
  children: (content: T) => ReactNode;
}

/** As many names of elements are shown. */
const namesAtOnce = 2;

/** “3 variants”, or the names of a few; nothing where the record has just one. */
const whichElements = (
  elements: readonly number[],
  { place, source, field: { objectName } }: Lineage,
  { record }: LineageSetting,
): string => {
  const objectHandle = place === "value" ? undefined : place.field.objectHandle;
  const names = elements.map((element) => nameElement(record, objectHandle, element));
  if (source.length === 1 || names.includes("")) return "";
  const of = plural(inSentence(objectName));
  if (elements.length === source.length) return `All ${formatQuantity(source.length)} ${of}`;
  return names.length > namesAtOnce ? `${formatQuantity(names.length)} ${of}` : names.join(", ");
};

/** Values of the elements of a product, those that are equal once. */
const ElementValues = <T,>({ list, lineage, setting, children }: ElementValuesProps<T>) => {
  const groups = groupAlike(list);
  return (
    <>
      {groups.slice(0, groupsAtOnce).map(({ elements, content }) => {
        const which = whichElements(elements, lineage, setting);
        return (
          <span key={elements.join()} className="lineage__value">
            {which !== "" && <bdi className="faint small">{which}: </bdi>}
            {children(content)}
          </span>
        );
      })}
      {groups.length > groupsAtOnce && (
        <span className="lineage__value faint small">
          And {formatCount(groups.length - groupsAtOnce, "more value")}.
        </span>
      )}
    </>
  );
};

interface PlainValuesProps {
  values: readonly unknown[];
  lineage: Lineage;
  setting: LineageSetting;
}

const PlainValues = ({ values, ...of }: PlainValuesProps) =>
  values.length === 0 ? (
    <span className="faint">None</span>
  ) : (
    <ElementValues list={values.map((content, element) => ({ element, content }))} {...of}>
      {(value) => <bdi>{cutEnd(valueText(value), longestValue)}</bdi>}
    </ElementValues>
  );

/** The names of child rules, as in “Tags › Clearance”, and the group that was met where there are several. */
const whereWords = ({ rules }: LineageChange): string => {
  const holder = rules.at(-1);
  const groups = holder?.groups ?? [];
  const met = groups.findIndex(({ holds }) => holds);
  return [
    ...rules.slice(1).map(({ part }) => part.name || "Unnamed rule"),
    ...(groups.length > 1 && met >= 0 ? [`group ${met + 1}`] : []),
  ].join(" › ");
};

interface OfStep {
  step: LineageStep<MappingRule>;
  lineage: Lineage;
  setting: LineageSetting;
}

const Change = ({ change, step, lineage, setting }: OfStep & { change: LineageChange }) => {
  const { part, changes } = change.action;
  const where = whereWords(change);
  const wording = wordingFor(step.rule, setting.wording);
  return (
    <>
      <div className="lineage__part small">
        {where !== "" && <bdi className="faint">{where}: </bdi>}
        <PartLink rule={step.rule} part={nameSaved("action", part)} setting={setting}>
          <bdi>{describeAction(part, wording)}</bdi>
        </PartLink>
      </div>
      <div className="lineage__values">
        <ElementValues
          list={changes.map(({ element, ...content }) => ({ element, content }))}
          lineage={lineage}
          setting={setting}
        >
          {({ before, after }) => <DiffValues before={before} after={after} />}
        </ElementValues>
      </div>
    </>
  );
};

/** “, 2 more conditions of this group and the other 3 groups aren't met either”. */
const furtherWords = ({ further, groups }: WhyNot): string => {
  const conditions = further > 0 ? formatCount(further, "more condition") : "";
  const others = groups > 1 ? formatCount(groups - 1, "more group") : "";
  const both = [conditions, others].filter(Boolean).join(" and ");
  return both === "" ? "" : ` ${both} not met.`;
};

const Why = ({ why, step, setting }: Omit<OfStep, "lineage"> & { why: WhyNot }) => {
  const { childRules, unmet, action, reason } = why;
  const wording = wordingFor(step.rule, setting.wording);
  const where = childRules.map(({ name }) => name || "Unnamed rule").join(" › ");
  return (
    <div className="lineage__why small">
      {where !== "" && <bdi className="faint">{where}: </bdi>}
      {unmet && (
        <>
          Needs{" "}
          <PartLink rule={step.rule} part={nameSaved("condition", unmet)} setting={setting}>
            <bdi>{describeCondition(unmet, wording)}</bdi>
          </PartLink>
          {". "}
        </>
      )}
      {action && (
        <>
          <PartLink rule={step.rule} part={nameSaved("action", action)} setting={setting}>
            <bdi>{describeAction(action, wording)}</bdi>
          </PartLink>
          {": "}
        </>
      )}
      <span className="faint">
        {reason}
        {furtherWords(why)}
      </span>
    </div>
  );
};

const reasonsAtOnce = 5;

const Step = ({ step, lineage, setting }: OfStep) => {
  const { rule, isChanged, changes, whyNot } = step;
  return (
    <li className="lineage__step" data-changed={isChanged || undefined}>
      <div className="lineage__rule">
        <span className="faint small">{setting.placeOf(rule)}</span>{" "}
        <PartLink rule={rule} setting={setting}>
          <bdi>{ruleName(rule)}</bdi>
        </PartLink>
        {!isChanged && <span className="faint"> doesn't change it</span>}
      </div>
      {changes.map((change, at) => (
        <Change key={at} change={change} step={step} lineage={lineage} setting={setting} />
      ))}
      {whyNot.slice(0, reasonsAtOnce).map((why, at) => (
        <Why key={at} why={why} step={step} setting={setting} />
      ))}
      {whyNot.length > reasonsAtOnce && (
        <p className="faint small">
          And {formatCount(whyNot.length - reasonsAtOnce, "more reason")}. Open the rule to see all.
        </p>
      )}
    </li>
  );
};

/** One field: its value at the source, each rule that can set it in the order in which they run, and the result. */
export const FieldLineageView = ({
  lineage,
  setting,
}: {
  lineage: Lineage;
  setting: LineageSetting;
}) => {
  const { field, source, result, steps, isChanged } = lineage;
  return (
    <section className="lineage__field" aria-label={field.label}>
      <h3>
        <UnstyledButton
          className="lineage__name"
          title={`Rules that use ${field.label}`}
          aria-haspopup="dialog"
          onClick={() => setting.onField(field)}
        >
          {field.label}
        </UnstyledButton>
      </h3>
      <ol className="lineage__steps">
        <li className="lineage__step" data-end>
          <div className="lineage__rule">From the channel</div>
          <div className="lineage__values">
            <PlainValues values={source} lineage={lineage} setting={setting} />
          </div>
        </li>
        {steps.map((step) => (
          <Step key={step.rule.id} step={step} lineage={lineage} setting={setting} />
        ))}
        {isChanged && (
          <li className="lineage__step" data-end>
            <div className="lineage__rule">After all rules</div>
            <div className="lineage__values lineage__result">
              <PlainValues values={result} lineage={lineage} setting={setting} />
            </div>
          </li>
        )}
      </ol>
    </section>
  );
};
