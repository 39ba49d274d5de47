import { useMemo } from "react";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import { createBuilder } from "./builder/builder-context.ts";
import { RuleBuilder } from "./builder/rule-builder.tsx";
import { useWorkflow } from "./builder/workflow-source.ts";
import { problemCheckOf } from "./builder/part-problems.ts";
import type { Workflow } from "./builder/workflow.ts";

const Open = ({
  request,
  workflow,
}: {
  request: UpdateOrCreateMappingRule;
  workflow: Workflow;
}) => {
  const builder = useMemo(() => {
    const made = createBuilder(request, workflow);
    problemCheckOf(made);
    return made;
  }, [request, workflow]);
  return <RuleBuilder builder={builder} />;
};

/** A rule in the builder, once it is known what rules are built from. */
export const OpenInBuilder = ({ request }: { request: UpdateOrCreateMappingRule }) => {
  const state = useWorkflow();
  return state.status === "ready" ? <Open request={request} workflow={state.workflow} /> : null;
};
