import { expect, test } from "vitest";
import { attachmentLink } from "./order-model.ts";

test.each([
  ["https://files.example/label.pdf", "https://files.example/label.pdf"],
  ["http://127.0.0.1:4201/label.svg", "http://127.0.0.1:4201/label.svg"],
  ["http://127.0.0.1:4200/api/x", undefined],
  ["http://127.0.0.1/label.svg", undefined],
  ["http://[::1]:4201/label.svg", undefined],
  ["http://localhost:4201/label.svg", undefined],
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
  expect(attachmentLink(text, "http://127.0.0.1:4201")).toBe(link);
});

test.each([
  ["http://api.example", "http://api.example/label.pdf"],
  ["no address", "http://127.0.0.1:4201/label.svg"],
  [undefined, "http://127.0.0.1:4201/label.svg"],
])("with the service at %j, %j is not opened", (apiUrl, text) => {
  expect(attachmentLink(text, apiUrl)).toBeUndefined();
});
