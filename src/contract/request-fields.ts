import * as z from "zod/mini";
import { maxAmount, maxNameLength, maxTextLength, pageSize } from "./limits.ts";

/** An int32 (api 4.2): a page past the end is an empty array, whatever its number. */
const lastPage = 2 ** 31 - 1;

const within = (least: number, most: number) =>
  z.coerce.number<string | number>().check(z.int(), z.gte(least), z.lte(most));

const anyPage = z._default(within(1, lastPage), 1);
const anyPageSize = z._default(within(pageSize.minimum, pageSize.maximum), pageSize.default);

/** The page number, from 1 (api 8). A page past the end is an empty array. */
export const pageNumber = () => anyPage;

/** Entries per page (api 8). */
export const pageSizeQuery = () => anyPageSize;

/*
 * Fields of requests with the limits of limits.ts. The messages appear in the console beside the field.
 */

// Messages are written when they are needed: the first formatted number takes a phone a tenth of a second.
const english = (value: number): string => value.toLocaleString("en-US");

const atMost = (length: number) =>
  z.maxLength(length, { error: () => `Enter at most ${english(length)} characters` });

/** The name of a record. */
export const requestName = () => z.string().check(atMost(maxNameLength));

const anyRequestText = z.string().check(atMost(maxTextLength));

/** A text of any other kind. */
export const requestText = () => anyRequestText;

const outOfRange = {
  error: () => `Enter an amount from -${english(maxAmount)} to ${english(maxAmount)}`,
};

// Stricter than multipleOf(0.01), which accepts 0.1 + 0.2.
const isInCents = (value: number): boolean => Math.round(value * 100) / 100 === value;

const anyRequestAmount = z
  .number()
  .check(
    z.describe("At most two decimals"),
    z.refine(isInCents, "Enter an amount with at most two decimals"),
    z.gte(-maxAmount, outOfRange),
    z.lte(maxAmount, outOfRange),
  );

/** An amount of money in whole cents. */
export const requestAmount = () => anyRequestAmount;
