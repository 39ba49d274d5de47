import "#web/ui/field.css";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import type { MappingSetItem } from "#contract/mapping-sets.ts";
import { mappingSetItems } from "#web/api/mapping-sets.ts";
import { ErrorNotice } from "#web/ui/error-notice.tsx";
import { counted } from "#web/ui/format.ts";
import { type PlainColumn, PlainTable } from "#web/ui/plain-table.tsx";
import { Sheet, Skeleton } from "#web/ui/screen.tsx";
import { Code, Moment, Text } from "#web/ui/values.tsx";

/** So many rows are laid out at once; the search reaches all of them. */
const shownAtOnce = 500;

const columns: readonly PlainColumn<MappingSetItem>[] = [
  { header: "From", cell: (item) => <Text value={item.fromValue} /> },
  { header: "To", cell: (item) => <Text value={item.toValue} /> },
  { header: "Updated", cell: (item) => <Moment at={item.updatedAt ?? item.createdAt} /> },
  { header: "Id", align: "end", cell: (item) => <Code value={item.id} /> },
];

const holds = (item: MappingSetItem, needle: string): boolean =>
  `${item.fromValue}\n${item.toValue ?? ""}`.toLowerCase().includes(needle);

const Items = ({ items, needle }: { items: readonly MappingSetItem[]; needle: string }) => {
  const found = needle === "" ? items : items.filter((item) => holds(item, needle));
  const rest = found.length - shownAtOnce;
  return (
    <>
      <PlainTable
        label="Items of this mapping set"
        columns={columns}
        rows={found.slice(0, shownAtOnce)}
        none={needle === "" ? "This set has no items." : `No item holds “${needle}”.`}
      />
      {rest > 0 && (
        <p className="sheet__body faint">
          {counted(rest, "more item")} below these: search to narrow them down.
        </p>
      )}
    </>
  );
};

/** A set's items, with a search in both values. */
export const MappingSetItems = ({ id, enabled }: { id: number; enabled: boolean }) => {
  const query = useQuery({ ...mappingSetItems(id), enabled });
  const [typed, setTyped] = useState("");
  const needle = useDeferredValue(typed.trim().toLowerCase());
  const items = query.data?.value ?? [];
  return (
    <Sheet
      title="Items"
      note={
        query.isSuccess && (
          <div className="row">
            <span>{counted(items.length, "item")}</span>
            {items.length > 0 && (
              <input
                type="search"
                className="input"
                aria-label="Search the items"
                placeholder="Search both values"
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
            )}
          </div>
        )
      }
      flush
    >
      {query.isPending && (
        <div className="sheet__body stack" aria-busy="true" aria-label="Loading">
          {[30, 24, 36].map((width) => (
            <Skeleton key={width} width={width} />
          ))}
        </div>
      )}
      {query.isError && (
        <ErrorNotice error={query.error} onRetry={() => void query.refetch()} blank />
      )}
      {query.isSuccess && <Items items={items} needle={needle} />}
    </Sheet>
  );
};
