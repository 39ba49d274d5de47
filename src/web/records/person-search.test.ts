import { expect, test } from "vitest";
import { auditOperations } from "#contract/audit.ts";
import { peopleOperations } from "#contract/signed-in-people.ts";
import {
  isPersonTooLong,
  maxPersonSearch,
  maxPersonText,
  quotePersonId,
  readPersonSearch,
} from "./person-search.ts";

test.each([
  [undefined, { person: undefined }],
  ["ada", { person: "ada" }],
  ["Ada Admin (ada)", { person: "Ada Admin (ada)" }],
  ['"ada"', { personId: "ada" }],
  ["“ada”", { personId: "ada" }],
  ["”ada”", { personId: "ada" }],
  ['"ada', { person: '"ada' }],
  ['Ada "Countess"', { person: 'Ada "Countess"' }],
  ['"', { person: '"' }],
  ['""', { person: '""' }],
])("%j finds %j", (typed, filter) => expect(readPersonSearch(typed)).toEqual(filter));

test.each(["ada", "auth0|6123", 'a"b', '"ada"', "Zoë (x) & 100%", "a\nb"])(
  "the quoted ID %j is read as that ID",
  (id) => expect(readPersonSearch(quotePersonId(id))).toEqual({ personId: id }),
);

test.each([
  ["ada", false],
  ["a".repeat(maxPersonText), false],
  ["a".repeat(maxPersonText + 1), true],
  [quotePersonId("a".repeat(maxPersonSearch - 2)), false],
  [quotePersonId("a".repeat(maxPersonSearch - 1)), true],
  [undefined, false],
])("%.30j is too long: %s, as the gateway says", (typed, isTooLong) => {
  expect(isPersonTooLong(typed)).toBe(isTooLong);
  const { query } = auditOperations.listChanges;
  expect(query.safeParse(readPersonSearch(typed)).success).toBe(!isTooLong);
});

test("people are searched for by a text of the same length", () => {
  const { query } = peopleOperations.listSignedInPeople;
  const accepts = (length: number) => query.safeParse({ search: "a".repeat(length) }).success;
  expect([accepts(maxPersonText), accepts(maxPersonText + 1)]).toEqual([true, false]);
});
