import * as z from "zod/mini";
import { pageSize } from "./limits.ts";

/** The page to answer, from 1 (api 8). A page past the end is an empty array. */
export const pageNumber = () =>
  z._default(z.coerce.number<string | number>().check(z.int(), z.gte(1), z.lte(1_000_000)), 1);

/** Entries per page (api 8). */
export const pageSizeQuery = () =>
  z._default(
    z.coerce
      .number<string | number>()
      .check(z.int(), z.gte(pageSize.minimum), z.lte(pageSize.maximum)),
    pageSize.default,
  );
