import * as z from "zod/mini";
import { isLargeId } from "./exact-json.ts";

/*
 * The building blocks of the records (api 2). Reading tolerates what the API's document leaves open: unknown fields
 * stay, unknown enumeration values stay, and null equals an absent optional or array. Fields that the API marks "req"
 * use the `required…` blocks. Writing schemas are built in each resource's file with `body(...)`, which refuses unknown
 * fields.
 */

/** The notes on a field in the OpenAPI document. */
interface FieldNotes {
  description?: string;
  deprecated?: true;
  format?: string;
}

const noted = <S extends z.ZodMiniType>(schema: S, notes: FieldNotes): S =>
  Object.keys(notes).length === 0 ? schema : schema.check(z.meta({ ...notes }));

const describing = (description: string | undefined): FieldNotes =>
  description === undefined ? {} : { description };

/*
 * Fields without notes share one schema: a phone creates the hundreds of a record's file before it shows anything.
 */
const anyText = z.nullish(z.string());
const presentText = z.string();
const anyInteger = z.nullish(z.int());
const presentInteger = z.int();

/**
 * A 64-bit ID. Beyond 2^53 it is the text of its digits (`parseJsonExactly`), although its type is number: IDs are only
 * compared, shown and sent on.
 */
const presentId = z
  .unknown()
  .check(({ value, issues }) => {
    if (Number.isSafeInteger(value) || isLargeId(value)) return;
    for (const issue of z.safeParse(presentInteger, value).error?.issues ?? [])
      issues.push({ ...issue, input: value } as z.core.$ZodRawIssue);
  })
  .check(z.meta({ type: "integer", format: "int64" })) as unknown as typeof presentInteger;
const anyId = z.nullish(presentId);
const anyNumber = z.nullish(z.number());
const anyFlag = z.nullish(z.boolean());
const presentFlag = z.boolean();
const anyTimestamp = noted(anyText, { format: "date-time" });

/** An optional string field. */
export const text = (description?: string) => noted(anyText, describing(description));

/** A string field that the API marks "req". */
export const requiredText = (description?: string) => noted(presentText, describing(description));

/** An optional ID of a record (int32 or int64). */
export const int64 = (description?: string) => noted(anyId, describing(description));

/** An ID that the API marks "req". */
export const requiredInt64 = (description?: string) => noted(presentId, describing(description));

/** An optional integer field, within the safe range of a double. */
export const integer = (description?: string) => noted(anyInteger, describing(description));

/** An integer field that the API marks "req". */
export const requiredInteger = (description?: string) =>
  noted(presentInteger, describing(description));

/** An optional number field: money in the account's currency, weights and lengths in the unit field beside it. */
export const decimal = (description?: string) => noted(anyNumber, describing(description));

/** An optional boolean field. */
export const flag = (description?: string) => noted(anyFlag, describing(description));

/** A boolean field that the API marks "req". */
export const requiredFlag = (description?: string) => noted(presentFlag, describing(description));

/** An optional ISO 8601 date-time string. Any string is accepted on reading: an invalid date is shown, not refused. */
export const timestamp = (description?: string) => noted(anyTimestamp, describing(description));

/** A field that is deprecated in favor of `replacement`, if the API names one (api 9). */
export const deprecated = <S extends z.ZodMiniType>(schema: S, replacement?: string): S =>
  noted(schema, {
    deprecated: true,
    description: replacement === undefined ? "Deprecated." : `Deprecated: use ${replacement}.`,
  });

/** An optional nested record. */
export const maybe = <S extends z.ZodMiniType>(schema: S, description?: string) =>
  noted(z.nullish(schema), describing(description));

/** An array field: absent or null becomes an empty array. */
export const list = <S extends z.ZodMiniType>(item: S, description?: string) =>
  noted(
    z.pipe(
      z.nullish(z.array(item)),
      z.transform((items) => items ?? []),
    ),
    describing(description),
  );

/** One of the documented values, or a string that the API may add later: the type names the known ones. */
export type Open<Known extends string> = Known | (string & {});

/** An enumeration for reading: known values are listed, unknown ones tolerated. */
export const openEnum = <const V extends readonly [string, ...string[]]>(
  values: V,
  description?: string,
) =>
  noted(
    z.nullish(z.union([z.enum(values), z.string()])) as unknown as z.ZodMiniOptional<
      z.ZodMiniNullable<z.ZodMiniType<Open<V[number]>>>
    >,
    describing(description),
  );

/** An enumeration of required values, with the same tolerance. */
export const requiredOpenEnum = <const V extends readonly [string, ...string[]]>(
  values: V,
  description?: string,
) =>
  noted(
    z.union([z.enum(values), z.string()]) as unknown as z.ZodMiniType<Open<V[number]>>,
    describing(description),
  );

/** Names a schema for the OpenAPI document. Refinements come first: a refined copy of a schema has no name. */
export const titled = <S extends z.ZodMiniType>(schema: S, title: string | undefined): S => {
  if (title !== undefined) z.globalRegistry.add(schema, { id: title });
  return schema;
};

/** A record in responses: unknown fields are kept at run time, though the type does not name them. */
export const record = <S extends z.core.$ZodLooseShape>(shape: S, title?: string) =>
  titled(z.looseObject(shape) as unknown as z.ZodMiniObject<S, z.core.$strip>, title);

/** A request body: every field is checked and unknown fields are refused. */
export const body = <S extends z.core.$ZodLooseShape>(shape: S, title?: string) =>
  titled(z.strictObject(shape), title);

const positiveInteger = z.coerce.number<string | number>().check(z.int(), z.gte(1));
const anyQueryTimestamp = noted(
  z.union([z.iso.datetime({ offset: true, local: true }), z.iso.date()]),
  { format: "date-time" },
);

/** An identifier in a path: a positive integer of at most 19 digits. The gateway checks the text first. */
export const pathId = () => positiveInteger;

/** The format of an identifier in a path; any other text never reaches the upstream. */
export const pathIdPattern = /^[1-9]\d{0,18}$/;

/** A positive integer in a query string. */
export const queryInteger = (description?: string) =>
  noted(positiveInteger, describing(description));

/** A boolean in a query string (`true`, `false`, `1`, `0`). */
export const queryFlag = (description?: string) =>
  noted(z._default(z.union([z.boolean(), z.stringbool()]), false), describing(description));

/** A date-time in a query string; with or without a zone, or a date without a time (UTC). */
export const queryTimestamp = (description?: string) =>
  noted(anyQueryTimestamp, describing(description));
