import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { TrackingNumber } from "./tracking-number.tsx";

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
