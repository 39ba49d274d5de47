import * as z from "zod/mini";
import { operation, tokenMatrix } from "./operation.ts";
import {
  GlobalDataType,
  WorkflowDataTypeAction,
  WorkflowDataTypeComparator,
  WorkflowRuleType,
} from "./mapping-rule-tree.ts";
import { flag, int64, list, record, requiredInt64, requiredText, text } from "./primitives.ts";

/**
 * An event in a workflow at which rules run (api 2.15, eventId). It determines the objects whose fields a rule may use.
 */
export const WorkflowEvent = record(
  {
    id: requiredInt64(),
    name: requiredText(),
    handle: text(),
    description: text(),
    globalObjectIds: list(z.int(), "The objects whose fields rules of this event may use"),
  },
  "WorkflowEvent",
);
export type WorkflowEvent = z.infer<typeof WorkflowEvent>;

/** A kind of record that rules read and change. */
export const GlobalObject = record(
  {
    id: requiredInt64(),
    name: requiredText(),
    handle: requiredText(),
    collection: flag("A run can contain several of these (a product's variants, an order's lines)"),
  },
  "GlobalObject",
);
export type GlobalObject = z.infer<typeof GlobalObject>;

/** One possible value of an option field. */
const GlobalObjectFieldOption = record(
  { value: requiredText(), name: text() },
  "GlobalObjectFieldOption",
);
type GlobalObjectFieldOption = z.infer<typeof GlobalObjectFieldOption>;

/** A field of an object. Its handle is the path of the value in the object's data; dots separate nested records. */
export const GlobalObjectField = record(
  {
    id: requiredInt64(),
    globalObjectId: requiredInt64(),
    globalDataTypeId: requiredInt64(),
    globalDataTypeFilterId: int64(
      "Restricts the actions allowed for the field (globalDataTypeFilterIds)",
    ),
    name: requiredText(),
    handle: requiredText(),
    description: text(),
    options: list(GlobalObjectFieldOption, "What an option field can hold"),
  },
  "GlobalObjectField",
);
export type GlobalObjectField = z.infer<typeof GlobalObjectField>;

/** All parts from which rules are built, with their ids (neighbours). */
export const WorkflowMetaData = record(
  {
    dataTypes: list(GlobalDataType),
    comparators: list(WorkflowDataTypeComparator),
    actions: list(WorkflowDataTypeAction),
    ruleTypes: list(WorkflowRuleType),
    events: list(WorkflowEvent),
    globalObjects: list(GlobalObject),
    globalObjectFields: list(GlobalObjectField),
  },
  "WorkflowMetaData",
);
export type WorkflowMetaData = z.infer<typeof WorkflowMetaData>;

export const workflowMetaDataOperations = {
  getWorkflowMetaData: operation({
    method: "GET",
    path: "/workflow/meta-data",
    summary: "Read the building blocks of mapping rules",
    description:
      "Data types, comparators, actions, rule types, events, objects and their fields, with the ids that rules use.",
    section: "neighbours",
    response: WorkflowMetaData,
    tokens: tokenMatrix.workflow,
    changesState: false,
    role: "viewer",
    extension: true,
  }),
};
