import "./mapping-rule.css";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { RowLink } from "#web/records/row-link.tsx";
import { InReview } from "#web/screens/mapping-rules/review/reviewed-rules.tsx";
import { MarkedSentence, withMarks } from "#web/screens/mapping-rules/rows/sentence-wording.tsx";
import { ruleFacts } from "./rule-facts.ts";
import { ruleInWords, ruleName, type RuleWording, whyNotUsable } from "./rule-words.ts";

export const RuleName = ({ rule }: { rule: MappingRule }) => (
  <span className="rule-cell">
    <RowLink kind="mapping-rules" id={rule.id}>
      {ruleName(rule)}
    </RowLink>
    <span className="rule-cell__more">
      <span className="faint" title={rule.description ?? undefined}>
        <bdi>{rule.description}</bdi>
      </span>
      {/* At the end, so that the description stays where it is when this is known. */}
      <InReview id={rule.id} />
    </span>
  </span>
);

export const RuleInWords = ({ rule, wording }: { rule: MappingRule; wording: RuleWording }) => {
  const problem = whyNotUsable(rule);
  const words = ruleInWords(rule, wording);
  return (
    <span className="rule-cell__words" title={words}>
      {problem && <strong>{problem} </strong>}
      {/* Another element when names replace ids, since moving pieces of the same element would count as a layout shift. */}
      <bdi key={words}>
        <MarkedSentence text={ruleInWords(rule, withMarks(wording)) || "–"} />
      </bdi>
    </span>
  );
};

/** The names of the fields that a rule tests, changes or calculates with. */
export const listFieldsUsed = (rule: MappingRule, wording: RuleWording): string =>
  [...ruleFacts(rule, wording).fieldIds]
    .map((id) => wording.catalogue.fields.get(id)?.label ?? `Field ${id}`)
    .join(", ");
