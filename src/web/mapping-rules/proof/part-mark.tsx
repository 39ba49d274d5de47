import type { PartKey } from "#web/mapping-rules/builder/part.ts";

/** What the sample records say of one row. */
export const PartMark = ({ partKey: _ }: { partKey: PartKey }) => null;
