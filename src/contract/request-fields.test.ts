import { expect, test } from "vitest";
import * as z from "zod/mini";
import { requestAmount, requestName, requestText } from "./request-fields.ts";

const messages = (schema: z.ZodMiniType, value: unknown) =>
  z.safeParse(schema, value).error?.issues.map(({ message }) => message) ?? [];

const decimals = "Enter an amount with at most two decimals";
const range = "Enter an amount from -999,999,999,999.99 to 999,999,999,999.99";

test.each([
  [0, []],
  [-0, []],
  [0.1, []],
  [1.1, []],
  [4.35, []],
  [-19.99, []],
  [0.29, []],
  [999_999_999_999.99, []],
  [-999_999_999_999.99, []],
  [1.005, [decimals]],
  [-3.333, [decimals]],
  [1e-7, [decimals]],
  [0.1 + 0.2, [decimals]],
  [1_000_000_000_000, [range]],
  [-1e15, [range]],
])("an amount of %j: %j", (value, expected) => {
  expect(messages(requestAmount(), value)).toEqual(expected);
});

test.each([
  [requestName(), 255, "Enter at most 255 characters"],
  [requestText(), 10_000, "Enter at most 10,000 characters"],
])("a text that is too long is refused", (schema, length, message) => {
  expect(messages(schema, "é".repeat(length))).toEqual([]);
  expect(messages(schema, "é".repeat(length + 1))).toEqual([message]);
});
