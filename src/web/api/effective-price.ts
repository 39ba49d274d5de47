import type { ResellerProductVariant } from "#contract/products.ts";

/** The price that a buyer pays: the sale price if there is one, else the price. A sale price of zero is no sale. */
export const effectivePrice = ({
  price,
  sale_price: sale,
}: ResellerProductVariant): number | null | undefined =>
  sale !== null && sale !== undefined && sale > 0 ? sale : price;

/** Whether a variant is offered for less than its minimum advertised price (api 2.3, map). */
export const isBelowMap = (variant: ResellerProductVariant): boolean => {
  const price = effectivePrice(variant);
  const { map } = variant;
  return price !== null && price !== undefined && map !== null && map !== undefined && price < map;
};
