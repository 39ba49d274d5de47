import * as z from "zod/mini";
import { pageSize } from "./limits.ts";

/** An int32 (api 4.2): a page past the end is an empty array, whatever its number. */
const lastPage = 2 ** 31 - 1;

/** The page number, from 1 (api 8). A page past the end is an empty array. */
export const pageNumber = () =>
  z._default(z.coerce.number<string | number>().check(z.int(), z.gte(1), z.lte(lastPage)), 1);

/** Entries per page (api 8). */
export const pageSizeQuery = () =>
  z._default(
    z.coerce
      .number<string | number>()
      .check(z.int(), z.gte(pageSize.minimum), z.lte(pageSize.maximum)),
    pageSize.default,
  );
