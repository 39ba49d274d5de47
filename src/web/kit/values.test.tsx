import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Code, ExternalLink, Text } from "./values.tsx";

const rightToLeft = "\u202E5 \u05D0\u05D1";

test.each([
  ["a text", <Text key="a" value={rightToLeft} />, `<bdi>${rightToLeft}</bdi>`],
  ["a code", <Code key="b" value={rightToLeft} />, `<bdi class="code">${rightToLeft}</bdi>`],
  [
    "an address that is no link",
    <ExternalLink key="c" href={`javascript:${rightToLeft}`} />,
    `<bdi>javascript:${rightToLeft}</bdi>`,
  ],
])("fault 27: %s can't change the direction of what is beside it", (_, value, markup) => {
  expect(renderToStaticMarkup(<p>{value} of 10</p>)).toBe(`<p>${markup} of 10</p>`);
});

test("fault 27: an address is isolated within its link", () => {
  const href = `https://a.test/${rightToLeft}`;
  expect(renderToStaticMarkup(<ExternalLink href={href} />)).toContain(`<bdi>${href}</bdi>`);
});
