import { expect, test } from "vitest";
import { isColor } from "./demo-image.ts";
import { departments } from "./products.ts";

const allLeaves = departments.flatMap(({ sections }) => sections.flatMap(({ leaves }) => leaves));

test("the tree has three levels and unique names", () => {
  expect(departments.length).toBeGreaterThanOrEqual(8);
  expect(allLeaves.length).toBeGreaterThanOrEqual(40);
  for (const names of [
    departments.map((department) => department.name),
    allLeaves.map((leaf) => leaf.name),
    allLeaves.map((leaf) => leaf.slug),
  ])
    expect(new Set(names).size).toBe(names.length);
});

const isRange = ([low, high]: readonly [number, number]): boolean => low > 0 && low < high;

test.each(allLeaves.map((leaf) => [leaf.name, leaf] as const))(
  "%s is fully described",
  (_, leaf) => {
    expect(leaf.brands.length).toBeGreaterThanOrEqual(3);
    expect(leaf.lines.length).toBeGreaterThanOrEqual(6);
    expect(leaf.nouns.length).toBeGreaterThanOrEqual(3);
    expect(leaf.materials.length).toBeGreaterThanOrEqual(2);
    expect(leaf.about.length).toBeGreaterThanOrEqual(4);
    expect(leaf.features.length).toBeGreaterThanOrEqual(5);
    expect(Object.keys(leaf.facts).length).toBeGreaterThanOrEqual(3);
    expect([leaf.price, leaf.weight, ...leaf.size].every(isRange)).toBe(true);
    expect(["pound", "ounce"]).toContain(leaf.weightUnit);
    expect(leaf.colors.length).toBeGreaterThan(0);
    for (const [name, values] of Object.entries(leaf.options))
      expect(values.length, name).toBeGreaterThan(1);
    for (const [name, values] of Object.entries(leaf.facts))
      expect(values.length, name).toBeGreaterThan(0);
  },
);

test("every color and finish can be drawn", () => {
  const offered = allLeaves.flatMap(({ colors, options }) => [
    ...colors,
    ...(options["Color"] ?? []),
    ...(options["Finish"] ?? []),
  ]);
  expect(offered.filter((value) => !isColor(value))).toEqual([]);
});

test("every sentence ends with a period, and uses only defined placeholders", () => {
  const sentences = [
    ...allLeaves.flatMap((leaf) => leaf.about),
    ...departments.flatMap((department) => department.sections.flatMap((part) => part.care)),
  ];
  expect(sentences.filter((sentence) => !/[.]$/.test(sentence))).toEqual([]);
  const asked = new Set(sentences.flatMap((sentence) => sentence.match(/\{\w+\}/g) ?? []));
  expect([...asked].toSorted()).toEqual(["{brand}", "{line}", "{material}", "{noun}"]);
});
