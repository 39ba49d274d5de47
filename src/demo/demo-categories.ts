import type { ResellerCategory } from "#contract/products.ts";
import { iso } from "./demo-time.ts";
import type { Ids } from "./ids.ts";
import { departments } from "./vocabulary/departments.ts";
import type { Leaf, Section } from "./vocabulary/leaf.ts";

/** A leaf with its position in the tree of one channel. */
export interface Shelf {
  section: Section;
  leaf: Leaf;
  department: string;
  categories: Pick<ShelfCategories, "category_one" | "category_two" | "category_three">;
}

interface ShelfCategories {
  category_one: ResellerCategory;
  category_two: ResellerCategory;
  category_three: ResellerCategory;
}

/** The category tree of one reseller channel: each has its own categories (api 2.2). */
export const createShelves = (ids: Ids, channelId: number, insertedAt: number): Shelf[] => {
  const category = (name: string, parentId: number | null): ResellerCategory & { id: number } => ({
    id: ids.next("category"),
    parent_category_id: parentId,
    channel_id: channelId,
    name,
    inserted_at: iso(insertedAt),
    updated_at: iso(insertedAt),
  });
  return departments.flatMap((department) => {
    const one = category(department.name, null);
    return department.sections.flatMap((section) => {
      const two = category(section.name, one.id);
      return section.leaves.map((leaf) => ({
        section,
        leaf,
        department: department.name,
        categories: {
          category_one: one,
          category_two: two,
          category_three: category(leaf.name, two.id),
        },
      }));
    });
  });
};
