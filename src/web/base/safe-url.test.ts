import { expect, test } from "vitest";
import { safeUrl } from "./safe-url.ts";

test.each<[string | null | undefined, string | undefined]>([
  [null, undefined],
  [undefined, undefined],
  ["", undefined],
  ["https://track.example/1?a=b", "https://track.example/1?a=b"],
  ["HTTP://track.example", "http://track.example/"],
  [" https://track.example/ ", "https://track.example/"],
  ["javascript:alert(1)", undefined],
  ["JaVaScRiPt:alert(1)", undefined],
  ["java\nscript:alert(1)", undefined],
  ["java\tscript:alert(1)", undefined],
  ["\u0001javascript:alert(1)", undefined],
  ["data:text/html,<script>alert(1)</script>", undefined],
  ["file:///etc/passwd", undefined],
  ["//evil.example", undefined],
  ["/relative", undefined],
  ["https://a\u0000b.example", undefined],
  ["https://a b.example", undefined],
  ["vbscript:x", undefined],
  ["blob:https://a.example/1", undefined],
])("fault 24: %j", (text, url) => expect(safeUrl(text)).toBe(url));
