import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Address } from "#contract/address.ts";
import { readAnswer } from "#contract/read.ts";
import { AddressBlock, TrackingNumber } from "./shipping.tsx";

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

const code = (text: string) => `<bdi class="code">${text}</bdi>`;
const link = (text: string) => expect.stringMatching(`^<a href="https://ups.test/1Z9".*>${text}<`);

test.each([
  ["a number without a URL", "1Z9", null, code("1Z9")],
  ["a number with a safe URL", "1Z9", "https://ups.test/1Z9", link(code("1Z9"))],
  ["a number with a URL without a scheme", "1Z9", "ups.test/1Z9", code("1Z9")],
  ["a safe URL without a number", null, "https://ups.test/1Z9", link(code("Track shipment"))],
  ["a URL without a scheme or a number", "", "ups.test/1Z9", "<bdi>ups.test/1Z9</bdi>"],
  ["neither", undefined, undefined, "–"],
])("%s", (_, number, url, markup) =>
  expect(renderToStaticMarkup(<TrackingNumber number={number} url={url} />)).toEqual(markup),
);
