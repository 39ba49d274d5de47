import { userInfo } from "node:os";
import { expect, test } from "vitest";
import { readAddresses } from "./connect.ts";

const unchecked = { rejectUnauthorized: false };

test.each<[string, object[]]>([
  [
    "postgres://me:s%40fe@db:5433/records",
    [{ user: "me", password: "s@fe", host: "db", port: 5433, database: "records" }],
  ],
  ["postgresql://db/records", [{ host: "db", database: "records" }]],
  ["postgres://[::1]:5433/records", [{ host: "::1", port: 5433 }]],
  ["postgres:///records?host=/run/pg&port=5433", [{ host: "/run/pg", port: 5433, ssl: false }]],
  ["postgres://%2Frun%2Fpg:5433/records", [{ host: "/run/pg", port: 5433, ssl: false }]],
  ["postgres://db/records?sslmode=disable", [{ ssl: false }]],
  ["postgres://db/records?sslmode=allow", [{ ssl: false }, { ssl: unchecked }]],
  ["postgres://db/records?sslmode=prefer", [{ ssl: unchecked }, { ssl: false }]],
  ["postgres://db/records?sslmode=require", [{ ssl: unchecked }]],
  ["postgres://db/records?sslmode=verify-full", [{ ssl: {} }]],
  ["postgres://db/records?sslmode=require&uselibpqcompat=true", [{ ssl: unchecked }]],
  [
    "postgres://me:safe@one:5433,two,[::1]:5434/records?sslmode=disable",
    [
      { user: "me", password: "safe", host: "one", port: 5433, database: "records", ssl: false },
      { user: "me", password: "safe", host: "two", database: "records", ssl: false },
      { host: "::1", port: 5434 },
    ],
  ],
  [
    "postgres://db/records?application_name=mine&options=-c%20search_path%3Dours",
    [{ application_name: "mine", options: "-c search_path=ours" }],
  ],
])("%s", (url, addresses) => {
  const read = readAddresses(url);
  expect(read).toMatchObject(addresses);
  expect(read).toHaveLength(addresses.length);
});

test("without a user it is the one who runs the program", () => {
  expect(readAddresses("postgres://db/records")).toMatchObject([{ user: userInfo().username }]);
});

test("verification is not turned off unless the mode says so", () => {
  const [address] = readAddresses("postgres://db/records?sslmode=verify-full");
  expect(address?.ssl).not.toHaveProperty("rejectUnauthorized");
});
