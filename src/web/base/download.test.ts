import { expect, test } from "vitest";
import { toFileName } from "./download.ts";

test.each([
  ["products-2026-11-23.csv", "products-2026-11-23.csv"],
  ["Lamps & Söhne.json", "Lamps-S-hne.json"],
  ["\u202Efdp.exe", "-fdp.exe"],
  ["a\u200bb\u0000c\r\nd", "a-b-c-d"],
  ["../../etc/passwd", "..-..-etc-passwd"],
  ["C:\\orders|1?.csv", "C-orders-1-.csv"],
  ["数据", "-"],
])("fault 27: the file name %j becomes %j", (name, expected) => {
  expect(toFileName(name)).toBe(expected);
});
