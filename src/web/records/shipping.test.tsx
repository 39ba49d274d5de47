import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Address } from "#contract/address.ts";
import { readAnswer } from "#contract/read.ts";
import { AddressBlock, formatPhone, TrackingNumber } from "./shipping.tsx";

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
const copied = expect.stringMatching(
  `^<button .*aria-label="Copy tracking number 1Z9">${code("1Z9")}`,
);
const beside = (text: string) => `<span class="code-link">${text}</span>`;
const link = (text: string) =>
  expect.stringMatching(`^<span class="code-link"><a href="https://ups.test/1Z9".*>${text}<`);

test.each([
  ["a number without a URL", "1Z9", null, copied],
  ["a number with a safe URL", "1Z9", "https://ups.test/1Z9", link(code("1Z9"))],
  ["a number with a URL without a scheme", "1Z9", "ups.test/1Z9", copied],
  ["a safe URL without a number", null, "https://ups.test/1Z9", link(code("Track shipment"))],
  ["a URL without a scheme or a number", "", "ups.test/1Z9", beside("<bdi>ups.test/1Z9</bdi>")],
  ["neither", undefined, undefined, beside("–")],
])("%s", (_, number, url, markup) =>
  expect(renderToStaticMarkup(<TrackingNumber number={number} url={url} />)).toEqual(markup),
);

test.each([
  ["+19136430967", "(913) 643-0967"],
  ["724-693-8133", "(724) 693-8133"],
  ["(724) 693-8133", "(724) 693-8133"],
  ["1 724 693 8133", "(724) 693-8133"],
  ["+493012345678", "+493012345678"],
  ["+4930123456", "+4930123456"],
  ["724 693 8133 ext. 2", "724 693 8133 ext. 2"],
  ["call the desk", "call the desk"],
])("the phone number %s is written as %s", (phone, written) =>
  expect(formatPhone(phone)).toBe(written),
);

test("an address is written to and called by its links", () => {
  const { value } = readAnswer(Address, { email: "a+b@x.test", phone: "+1 913 643 0967" });
  const text = renderToStaticMarkup(<AddressBlock address={value} />);
  expect(text).toContain('href="mailto:a%2Bb@x.test"');
  expect(text).toContain('href="tel:+19136430967"');
});
