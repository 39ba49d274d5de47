import * as z from "zod/mini";
import { operation, tokenMatrix, tokenTypes } from "./operation.ts";
import { pageNumber, requestName, requestText } from "./request-fields.ts";
import {
  body,
  int64,
  integer,
  openEnum,
  pathId,
  record,
  requiredInt64,
  requiredText,
  text,
  titled,
} from "./primitives.ts";

/** The product field by which an exclusion list selects products (api 2.13). */
export const exclusionTypes = ["sku", "brand", "category"] as const;

/** A table that maps one value to another, or a list that excludes products of a source (api 2.13). */
export const MappingSet = record(
  {
    id: int64(),
    accountId: int64(),
    createdByUserId: int64(),
    createdAt: text(),
    name: requiredText(),
    description: text(),
    totalItems: integer(),
    exclusionListForSourceId: int64("When present, exclusionType is required"),
    exclusionType: openEnum(exclusionTypes),
  },
  "MappingSet",
);
export type MappingSet = z.infer<typeof MappingSet>;

/** One line of a mapping set (neighbours). */
export const MappingSetItem = record(
  {
    id: requiredInt64(),
    mappingSetId: int64(),
    fromValue: requiredText(),
    toValue: text(),
    createdAt: text(),
    updatedAt: text(),
  },
  "MappingSetItem",
);
export type MappingSetItem = z.infer<typeof MappingSetItem>;

/** Why a mapping set cannot be saved (api 2.13), or undefined when it can. */
export const whyExclusionTypeMissing = (
  set: Partial<Pick<MappingSet, "exclusionListForSourceId" | "exclusionType">>,
): string | undefined =>
  (set.exclusionListForSourceId ?? null) !== null && (set.exclusionType ?? null) === null
    ? `An exclusion list for a source requires an exclusion type: ${exclusionTypes.join(", ")}.`
    : undefined;

/**
 * A mapping set to create or update (api 4.7: the body is a MappingSet, name is required). The generated fields (id,
 * accountId, createdByUserId, createdAt, totalItems) are accepted, so that a set can be sent back as it was read, and
 * ignored.
 */
export const MappingSetSave = titled(
  body({
    id: z.nullish(z.int()),
    accountId: z.nullish(z.int()),
    createdByUserId: z.nullish(z.int()),
    createdAt: z.nullish(z.string()),
    name: requestName().check(z.trim(), z.minLength(1)),
    description: z.nullish(requestText()),
    totalItems: z.nullish(z.int()),
    exclusionListForSourceId: z.nullish(z.int().check(z.gte(1))),
    exclusionType: z.nullish(z.enum(exclusionTypes)),
  }).check(
    z.superRefine((set, context) => {
      const message = whyExclusionTypeMissing(set);
      if (message !== undefined)
        context.addIssue({ code: "custom", path: ["exclusionType"], message, input: set });
    }),
  ),
  "MappingSetSave",
);
export type MappingSetSave = z.infer<typeof MappingSetSave>;

/** An item to save (neighbours): with an id it replaces that item's values, without one it is added. */
export const MappingSetItemSave = body(
  {
    id: z.nullish(z.int().check(z.gte(1))),
    fromValue: requestText(),
    toValue: z.nullish(requestText()),
  },
  "MappingSetItemSave",
);
export type MappingSetItemSave = z.infer<typeof MappingSetItemSave>;

export const mappingSetOperations = {
  listMappingSets: operation({
    method: "GET",
    path: "/mapping-sets",
    summary: "List mapping sets, 100 a page",
    section: "neighbours",
    query: z.object({ page: pageNumber() }),
    response: z.array(MappingSet),
    tokens: tokenMatrix.workflow,
    changesState: false,
    role: "viewer",
    extension: true,
  }),
  getMappingSet: operation({
    method: "GET",
    path: "/mapping-set/{id}",
    summary: "Read one mapping set",
    section: "neighbours",
    params: z.object({ id: pathId() }),
    response: MappingSet,
    tokens: tokenMatrix.workflow,
    changesState: false,
    role: "viewer",
    extension: true,
  }),
  createMappingSet: operation({
    method: "POST",
    path: "/mapping-set",
    summary: "Create a mapping set",
    section: "neighbours",
    body: MappingSetSave,
    response: MappingSet,
    tokens: tokenMatrix.workflow,
    changesState: true,
    role: "editor",
    act: "create mapping sets",
    extension: true,
  }),
  updateMappingSet: operation({
    method: "PATCH",
    path: "/mapping-set/{id}",
    summary: "Update a mapping set",
    description:
      "name is required. Omitted fields are unchanged; null clears description, exclusionListForSourceId and exclusionType.",
    section: "api 4.7",
    params: z.object({ id: pathId() }),
    body: MappingSetSave,
    response: MappingSet,
    tokens: tokenTypes,
    changesState: true,
    role: "editor",
    act: "change mapping sets",
    extension: false,
  }),
  listMappingSetItems: operation({
    method: "GET",
    path: "/mapping-set/{id}/item",
    summary: "List a mapping set's items",
    section: "neighbours",
    params: z.object({ id: pathId() }),
    response: z.array(MappingSetItem),
    tokens: tokenMatrix.workflow,
    changesState: false,
    role: "viewer",
    extension: true,
  }),
  saveMappingSetItems: operation({
    method: "POST",
    path: "/mapping-set/{id}/item",
    summary: "Add and update items of a mapping set",
    description:
      "Items with an id are updated, items without an id are added, and items that are not listed are unchanged. Saves all items or none, and returns the saved items in the order sent.",
    section: "neighbours",
    params: z.object({ id: pathId() }),
    body: z.array(MappingSetItemSave),
    response: z.array(MappingSetItem),
    tokens: tokenMatrix.workflow,
    changesState: true,
    role: "editor",
    act: "change the items of mapping sets",
    extension: true,
  }),
};
