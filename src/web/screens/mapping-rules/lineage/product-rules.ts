import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { MappingRule } from "#contract/mapping-rules.ts";
import type { Workflow } from "#rule-model/workflow.ts";
import type { MappingLine } from "#rules/evaluation-context.ts";
import { mappingRuleList } from "#web/api/mapping-rules.ts";
import { useWorkflow } from "#web/screens/mapping-rules/catalog/workflow-source.ts";
import { loadLines } from "#web/screens/mapping-rules/preview/mapping-lines.ts";
import { mappingSetsUsed } from "#rules/rule-catalogue.ts";
import { findSampleKind } from "#web/screens/mapping-rules/preview/preview-session.ts";

/** An event whose rules run on products, with its rules in the order of the API. */
export interface ProductEvent {
  readonly id: number;
  readonly name: string;
  readonly enabled: readonly MappingRule[];
  readonly disabled: number;
}

const isEnabled = ({ rule }: MappingRule): boolean => Boolean(rule) && rule?.enabled !== false;

/** The events with rules for products, the one with the most enabled rules first. */
const listProductEvents = (
  rules: readonly MappingRule[],
  { metaData }: Workflow,
): readonly ProductEvent[] =>
  [...new Set(rules.map(({ eventId }) => eventId))]
    .filter((id) => findSampleKind(metaData, id) === "product")
    .map((id) => {
      const own = rules.filter(({ eventId }) => eventId === id);
      const enabled = own.filter(isEnabled);
      const name = metaData.events.find((event) => event.id === id)?.name ?? `Event ${id}`;
      return { id, name, enabled, disabled: own.length - enabled.length };
    })
    .toSorted((one, other) => other.enabled.length - one.enabled.length || 0);

type Lines = ReadonlyMap<number, readonly MappingLine[]>;

/** The rules that run on products, and the mapping sets that they look values up in. */
export const useProductRules = () => {
  const list = useQuery(mappingRuleList());
  const state = useWorkflow({ enabled: list.isSuccess });
  const workflow = state.status === "ready" ? state.workflow : undefined;
  const rules = list.data?.value;
  const events = useMemo(
    () => (rules && workflow ? listProductEvents(rules, workflow) : undefined),
    [rules, workflow],
  );
  const [lines, setLines] = useState<Lines>();
  useEffect(() => {
    if (!events || !workflow) return undefined;
    let isShown = true;
    const used = events.flatMap(({ enabled }) =>
      enabled.flatMap((rule) => mappingSetsUsed(rule, workflow.catalogue)),
    );
    void loadLines(used).then((loaded) => isShown && setLines(loaded));
    return () => void (isShown = false);
  }, [events, workflow]);
  return { list, rules, workflow, events, lines };
};
