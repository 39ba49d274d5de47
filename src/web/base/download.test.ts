// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";
import { download } from "./download.ts";

test.each([
  ["products-2026-11-23.csv", "products-2026-11-23.csv"],
  ["Lamps & Söhne.json", "Lamps-S-hne.json"],
  ["\u202Efdp.exe", "-fdp.exe"],
  ["a\u200bb\u0000c\r\nd", "a-b-c-d"],
  ["../../etc/passwd", "..-..-etc-passwd"],
  ["C:\\orders|1?.csv", "C-orders-1-.csv"],
  ["数据", "-"],
])("fault 27: the file name %j becomes %j", (name, expected) => {
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  download(name, "text/csv", "a");
  expect(names).toEqual([expected]);
});
