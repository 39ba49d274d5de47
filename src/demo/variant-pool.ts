import type { DemoProduct } from "./demo-products.ts";
import type { Random } from "./random.ts";

/** The data of a variant that an order line needs. */
export interface PooledVariant {
  id: number;
  sku: string;
  title: string;
  upc: string | null;
  mpn: string | null;
  /** The customer's price and the source's cost, in cents. */
  price: number;
  cost: number;
  weight: number | null;
  length: number | null;
  width: number | null;
  height: number | null;
  weightUnit: "pound" | "ounce" | "gram" | "kilogram" | null;
  dimensionUnit: "inch" | "centimeter" | null;
  department: string;
  licensed: boolean;
}

/** The variants for orders and returns: a fair sample of each department, however many products there are. */
export interface VariantPool {
  add(product: DemoProduct): void;
  /**
   * A variant of one of these departments (none named: of any). Licensed goods are included only if `licensed` is true.
   */
  pick(random: Random, departments: readonly string[], licensed: boolean): PooledVariant;
}

/** The sample size of each department, and of licensed variants. */
const sampleSize = 500;

interface Sample {
  seen: number;
  kept: PooledVariant[];
}

const fill = (random: Random, sample: Sample, variant: PooledVariant): void => {
  sample.seen += 1;
  if (sample.kept.length < sampleSize) {
    sample.kept.push(variant);
    return;
  }
  const at = random.int(0, sample.seen - 1);
  if (at < sampleSize) sample.kept[at] = variant;
};

const pooled = ({ parent, shelf }: DemoProduct): PooledVariant[] =>
  parent.variants.map((variant) => {
    const price = Math.round(variant.price * 100);
    return {
      id: variant.id,
      sku: variant.sku,
      title: variant.title,
      upc: variant.upc,
      mpn: variant.mpn,
      price,
      cost: Math.round(price * (0.48 + (variant.id % 19) / 100)),
      weight: variant.weight,
      length: variant.length,
      width: variant.width,
      height: variant.height,
      weightUnit: variant.weight_unit,
      dimensionUnit: variant.dimension_unit,
      department: shelf.department,
      licensed: shelf.leaf.licensed,
    };
  });

const licensedKey = "licensed";

export const createVariantPool = (random: Random): VariantPool => {
  const samples = new Map<string, Sample>();
  const findSample = (key: string): Sample => {
    const sample = samples.get(key) ?? { seen: 0, kept: [] };
    samples.set(key, sample);
    return sample;
  };
  const listKept = (key: string): readonly PooledVariant[] => samples.get(key)?.kept ?? [];
  return {
    add: (product) => {
      for (const variant of pooled(product)) {
        fill(random, findSample(variant.licensed ? licensedKey : variant.department), variant);
      }
    },
    pick: (chooser, departments, licensed) => {
      if (licensed && listKept(licensedKey).length > 0) return chooser.pick(listKept(licensedKey));
      const all = [...samples.keys()].filter((key) => key !== licensedKey);
      const stocked = departments.filter((key) => listKept(key).length > 0);
      const fallback = all.length > 0 ? all : [licensedKey];
      return chooser.pick(listKept(chooser.pick(stocked.length > 0 ? stocked : fallback)));
    },
  };
};
