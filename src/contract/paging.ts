import * as z from "zod/mini";
import { pageSize } from "./limits.ts";

/** An int32 (api 4.2): a page past the end is an empty array, whatever its number. */
const lastPage = 2 ** 31 - 1;

const within = (least: number, most: number) =>
  z.coerce.number<string | number>().check(z.int(), z.gte(least), z.lte(most));

const anyPage = z._default(within(1, lastPage), 1);
const anyPageSize = z._default(within(pageSize.minimum, pageSize.maximum), pageSize.default);

/** The page number, from 1 (api 8). A page past the end is an empty array. */
export const pageNumber = () => anyPage;

/** Entries per page (api 8). */
export const pageSizeQuery = () => anyPageSize;
