import type { People } from "./people.ts";
import type { DemoProduct } from "./products.ts";
import type { Ids, Random } from "./random.ts";

/** The data that all generators of orders and returns use. */
export interface OrderWorld {
  random: Random;
  ids: Ids;
  people: People;
  pool: ReturnType<typeof createVariantPool>;
  now: number;
}

const createPooled = ({ shelf }: DemoProduct, variant: Variant) => ({
  ...variant,
  /** What the source asks for it, in cents. */
  cost: Math.round(Math.round(variant.price * 100) * (0.48 + (variant.id % 19) / 100)),
  department: shelf.department,
  licensed: shelf.leaf.licensed,
});

/** A variant as an order line needs it. */
export type PooledVariant = ReturnType<typeof createPooled>;
type Variant = DemoProduct["parent"]["variants"][number];

/** The sample size of each department, and of licensed variants. */
const sampleSize = 500;

const licensedKey = "licensed";

/** The variants for orders and returns: a fair sample of each department, however many products there are. */
export const createVariantPool = (random: Random) => {
  const samples = new Map<string, { seen: number; kept: PooledVariant[] }>();
  const listKept = (key: string): readonly PooledVariant[] => samples.get(key)?.kept ?? [];
  return {
    add: (product: DemoProduct) => {
      const { leaf, department } = product.shelf;
      const key = leaf.licensed ? licensedKey : department;
      const sample = samples.get(key) ?? { seen: 0, kept: [] };
      samples.set(key, sample);
      for (const variant of product.parent.variants) {
        sample.seen += 1;
        const { seen, kept } = sample;
        const at = kept.length < sampleSize ? kept.length : random.int(0, seen - 1);
        if (at < sampleSize) kept[at] = createPooled(product, variant);
      }
    },
    /** A variant of one of these departments (none named: of any). Licensed goods only if `licensed` is true. */
    pick: (chooser: Random, departments: readonly string[], licensed: boolean): PooledVariant => {
      if (licensed && listKept(licensedKey).length > 0) return chooser.pick(listKept(licensedKey));
      const all = [...samples.keys()].filter((key) => key !== licensedKey);
      const stocked = departments.filter((key) => listKept(key).length > 0);
      const fallback = all.length > 0 ? all : [licensedKey];
      return chooser.pick(listKept(chooser.pick(stocked.length > 0 ? stocked : fallback)));
    },
  };
};
