import { expect, test } from "vitest";
import { quotePersonId, readPersonSearch } from "./person-search.ts";

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
