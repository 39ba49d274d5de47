import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Address } from "#contract/address.ts";
import { readAnswer } from "#contract/read.ts";
import { AddressBlock } from "./address-block.tsx";

test.each([
  [{ city: "Austin", stateCode: "TX", postal: "78788" }, "Austin, TX 78788"],
  [{ city: "Austin", state: "Texas", postal: "78788" }, "Austin, Texas 78788"],
  [{ city: "Austin", stateCode: "TX" }, "Austin, TX"],
  [{ city: "Berlin", postal: "10115" }, "Berlin 10115"],
  [{ city: "Austin", stateCode: "", postal: null }, "Austin"],
  [{ stateCode: "TX", postal: "78788" }, "TX 78788"],
  [{ postal: "78788" }, "78788"],
  [{}, "–"],
])("%j is written as %s", (parts, line) => {
  const { value } = readAnswer(Address, parts);
  const text = renderToStaticMarkup(<AddressBlock address={value} />).replaceAll(/<[^>]+>/g, "");
  expect(text).toBe(line);
});
