import { type ReactNode, useMemo, useState } from "react";
import { mappingRuleOperations } from "#contract/mapping-rules.ts";
import type { ResellerProductParent } from "#contract/products.ts";
import { inRankOrder } from "#contract/rank-order.ts";
import type { Workflow } from "#rule-model/workflow.ts";
import { collectFieldUse } from "#rules/field-use.ts";
import { traceLineage } from "#rules/lineage.ts";
import type { RuleField } from "#rules/rule-catalogue.ts";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import { useServed } from "#web/base/served.ts";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { Sheet } from "#web/kit/screen.tsx";
import { SearchableSelect } from "#web/kit/select.tsx";
import { absentFields } from "#web/screens/mapping-rules/preview/absent-fields.ts";
import { sampleOfProduct } from "#web/screens/mapping-rules/preview/preview-session.ts";
import { FieldLineageView } from "./field-lineage.tsx";
import { FieldUseDialog } from "./field-use-dialog.tsx";
import { type ProductEvent, useProductRules } from "./product-rules.ts";
import "#web/screens/mapping-rules/preview/preview-panel.css";
import "./lineage.css";

interface EventLineageProps {
  product: ResellerProductParent;
  event: ProductEvent;
  workflow: Workflow;
  lines: NonNullable<ReturnType<typeof useProductRules>["lines"]>;
  onField: (field: RuleField) => void;
}

/** The rules in the order in which they run. */
const inRunOrder = ({ enabled }: ProductEvent) =>
  inRankOrder(enabled.map((rule) => ({ rule, rank: rule.rule?.rank }))).map(({ rule }) => rule);

const EventLineage = ({ product, event, workflow, lines, onField }: EventLineageProps) => {
  const { catalogue, mappingSetNames } = workflow;
  const [now] = useState(Date.now);
  const found = useMemo(() => {
    const sample = sampleOfProduct(product);
    const rules = inRunOrder(event);
    const lineage = traceLineage(rules, sample.record, { catalogue, now, mappingSets: lines });
    const reads = new Set(rules.flatMap((rule) => [...collectFieldUse(rule, catalogue).reads]));
    return { sample, rules, lineage, absent: absentFields(reads, [sample], catalogue) };
  }, [product, event, catalogue, now, lines]);
  const { sample, rules, lineage, absent } = found;
  const [changed, others] = [true, false].map((is) =>
    lineage.filter(({ isChanged }) => isChanged === is),
  );
  const changing = new Set(
    lineage.flatMap(({ steps }) => steps.flatMap((step) => (step.isChanged ? step.rule : []))),
  );
  const setting = {
    record: sample.record,
    wording: { catalogue, mappingSetNames },
    sample: sample.key,
    channel: String(product.channel_id),
    placeOf: (rule: (typeof rules)[number]) => rules.indexOf(rule) + 1,
    onField,
  };
  return (
    <>
      <div className="lineage__intro">
        <p>
          <strong>
            {formatQuantity(changing.size)} of {formatCount(rules.length, "enabled rule")}
          </strong>{" "}
          {changing.size === 1 ? "changes" : "change"} {formatCount(changed?.length ?? 0, "field")}{" "}
          of this product. Each rule runs on the result of the one before it. Nothing is saved.
        </p>
        <p className="faint small">
          {event.disabled > 0 && `${formatCount(event.disabled, "disabled rule")} left out. `}
          {absent.length > 0 &&
            `The service doesn't send ${absent.map(({ label }) => label).join(", ")}, so rules find no value there.`}
        </p>
      </div>
      {changed?.map((field) => (
        <FieldLineageView key={field.field.id} lineage={field} setting={setting} />
      ))}
      {others && others.length > 0 && (
        <details className="lineage__others" open={changed?.length === 0}>
          <summary>
            {formatCount(others.length, "field")} that rules can set{" "}
            {others.length === 1 ? "stays" : "stay"} unchanged
          </summary>
          {others.map((field) => (
            <FieldLineageView key={field.field.id} lineage={field} setting={setting} />
          ))}
        </details>
      )}
    </>
  );
};

/** How the rules of an event change a product, field by field. */
export const ProductLineage = ({
  product,
  waiting,
}: {
  product: ResellerProductParent;
  waiting: ReactNode;
}) => {
  const { list, rules, workflow, events, lines } = useProductRules();
  const isServed = useServed(mappingRuleOperations.listMappingRules);
  const [chosen, choose] = useState<number>();
  const [field, ask] = useState<RuleField>();
  const event = events?.find(({ id }) => id === chosen) ?? events?.[0];
  if (!isServed)
    return (
      <Sheet title="Field by field">
        <p className="faint">
          The service doesn't list mapping rules, so their effect can't be shown.
        </p>
      </Sheet>
    );
  if (list.isError) return <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />;
  if (!rules || !workflow || !events || !lines) return waiting;
  return (
    <Sheet
      title="Field by field"
      note={
        event &&
        events.length > 1 && (
          <SearchableSelect
            className="lineage__event"
            aria-label="Event"
            value={String(event.id)}
            onChoose={(id) => choose(Number(id))}
            choices={events.map(({ id, name, enabled }) => ({
              value: String(id),
              label: `${name} (${formatCount(enabled.length, "rule")})`,
            }))}
          />
        )
      }
      flush
    >
      {event ? (
        <EventLineage {...{ product, event, workflow, lines }} onField={ask} />
      ) : (
        <p className="lineage__intro faint">No rule runs on products.</p>
      )}
      {field && (
        <FieldUseDialog
          field={field}
          rules={rules}
          workflow={workflow}
          onClose={() => ask(undefined)}
        />
      )}
    </Sheet>
  );
};
