import { Link } from "@tanstack/react-router";
import type { CatalogLine } from "#contract/catalog.ts";

interface LineProductProps {
  name: string;
  product: CatalogLine | undefined;
}

/** The name of a line; a link to its product if the gateway's catalog has it. */
export const LineProduct = ({ name, product }: LineProductProps) =>
  product ? (
    <Link
      className="line-product"
      to="/products/$id"
      params={{ id: String(product.productId) }}
      search={{ channel: String(product.channelId) }}
    >
      <bdi>{name}</bdi>
    </Link>
  ) : (
    <bdi className="line-product">{name}</bdi>
  );
