import type { MappingSet } from "#contract/mapping-sets.ts";
import type { Column } from "#web/kit/data-table-model.ts";
import { formatQuantity } from "#web/base/format.ts";
import { RowLink } from "#web/records/row-link.tsx";
import { Code, Moment, Text } from "#web/kit/values.tsx";
import { exclusionInWords } from "./exclusion.ts";

/** A set's name, or a name from its id. */
export const mappingSetName = (set: MappingSet): string => set.name || `Mapping set ${set.id}`;

/** The list's columns; a source has its name where names are known. */
export const mappingSetColumns = (
  sourceName: (id: number) => string,
): readonly Column<MappingSet>[] => [
  {
    id: "name",
    header: "Mapping set",
    width: 250,
    grow: true,
    main: true,
    value: mappingSetName,
    cell: (set) => (
      <RowLink kind="mapping-sets" id={set.id}>
        {mappingSetName(set)}
      </RowLink>
    ),
  },
  {
    id: "use",
    header: "Purpose",
    width: 240,
    grow: true,
    wide: "line",
    value: (set) => exclusionInWords(set, sourceName),
    cell: (set) => (
      <bdi key={exclusionInWords(set, sourceName)}>{exclusionInWords(set, sourceName)}</bdi>
    ),
  },
  {
    id: "totalItems",
    header: "Items",
    width: 76,
    align: "end",
    value: (set) => set.totalItems,
    cell: (set) => formatQuantity(set.totalItems),
  },
  {
    id: "description",
    header: "Description",
    width: 270,
    grow: true,
    wide: "line",
    value: (set) => set.description,
    cell: (set) => <Text value={set.description} />,
  },
  {
    id: "createdAt",
    header: "Created",
    width: 120,
    value: (set) => set.createdAt,
    cell: (set) => <Moment at={set.createdAt} />,
  },
  {
    id: "createdByUserId",
    header: "Created by user",
    width: 130,
    optional: true,
    value: (set) => set.createdByUserId,
    cell: (set) => <Code value={set.createdByUserId} />,
  },
  {
    id: "id",
    header: "ID",
    width: 80,
    optional: true,
    value: (set) => set.id,
    cell: (set) => <Code value={set.id} />,
  },
];
