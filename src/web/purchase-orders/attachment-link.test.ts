import { expect, test } from "vitest";
import { attachmentLink } from "./attachment-link.ts";

test.each([
  ["https://files.example/label.pdf", "https://files.example/label.pdf"],
  ["http://127.0.0.1:4201/label.svg", "http://127.0.0.1:4201/label.svg"],
  ["http://[::1]:4201/label.svg", "http://[::1]:4201/label.svg"],
  ["http://files.example/label.pdf", undefined],
  ["http://127.0.0.1.evil.example/x", undefined],
  ["javascript:alert(1)", undefined],
  ["data:text/html,x", undefined],
  ["file:///etc/passwd", undefined],
  ["//files.example/x", undefined],
  ["java\nscript:alert(1)", undefined],
  ["", undefined],
  [null, undefined],
  [undefined, undefined],
])("%j may be opened as %j", (text, link) => {
  expect(attachmentLink(text)).toBe(link);
});
