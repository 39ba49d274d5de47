import type { Random } from "./random.ts";
import { isColor, type ColorName } from "./vocabulary/colors.ts";
import type { Leaf, LeafOption } from "./vocabulary/leaf.ts";

/** One variant's choices: a value for each option of its product. */
export interface Choice {
  values: readonly string[];
  color: ColorName;
  /** Its size rank above the smallest: 0, 1, 2 … */
  step: number;
}

/** Options whose later values are larger and more expensive. Clothes cost the same in every size. */
const growing = new Set([
  "Diameter",
  "Size",
  "Length",
  "Capacity",
  "Height",
  "Set",
  "Magnification",
  "Width",
  "Head",
]);
const clothesSize = /^(XS|S|M|L|XL|XXL|Short|Regular|Long)$/;

/** The largest number of variants of one product. */
const mostVariants = 12;

const grows = (option: LeafOption): boolean =>
  growing.has(option.name) && !option.values.some((value) => clothesSize.test(value));

/** The options of a product: two to four values of each, in their order. */
export const pickOptions = (random: Random, leaf: Leaf): LeafOption[] =>
  random.chance(0.12)
    ? []
    : leaf.options.map(({ name, values }) => ({
        name,
        values: random.some(values, random.int(2, 4)),
      }));

const withOption = (choices: readonly Choice[], option: LeafOption): Choice[] =>
  choices.flatMap((choice) =>
    option.values.map((value, index) => ({
      values: [...choice.values, value],
      color: isColor(value) ? value : choice.color,
      step: choice.step + (grows(option) ? index : 0),
    })),
  );

/** Every combination of the options once; one plain variant when there are none. */
export const combineOptions = (
  random: Random,
  leaf: Leaf,
  options: readonly LeafOption[],
): Choice[] => {
  const firstColor = leaf.options.flatMap((option) => option.values).find(isColor);
  const plain: Choice = { values: [], color: firstColor ?? random.pick(leaf.colors), step: 0 };
  return options.reduce(withOption, [plain]).slice(0, mostVariants);
};
