import { type ClipboardEvent, useState } from "react";
import { parseCommaList } from "#contract/comma-list.ts";
import { maxOrderNumbers } from "#contract/purchase-orders.ts";
import { type ListSearch, useListSearch } from "#web/base/list-search.ts";
import { listUnsearched, parseNumbers, writeNumbers } from "#web/records/order-numbers.ts";
import { SearchField } from "#web/kit/search-field.tsx";

/**
 * The numbers of a text as changes of an address. Its numbers that weren't searched yet stay if the text changes the
 * numbers before them; a text with none of those is another list.
 */
const readChanges = (text: string, { poNumbers, more }: ListSearch) => {
  const { numbers, beyond } = parseNumbers(text);
  const before = new Set(parseCommaList(poNumbers));
  const isSameList = numbers.some((number) => before.has(number));
  const typed = [...numbers, ...beyond].join(",");
  const unsearched = listUnsearched({ poNumbers: typed, more: isSameList ? more : "" });
  return { poNumbers: numbers.join(","), more: unsearched.join(",") };
};

/** Order numbers, typed or pasted as any text; they are applied on Enter, or when the field is left. */
export const NumbersFilter = () => {
  const { search, filter } = useListSearch();
  const held = search["poNumbers"] ?? "";
  const [typed, setTyped] = useState<string>();
  const commit = (text: string) => {
    setTyped(undefined);
    const changes = readChanges(text, search);
    if (changes.poNumbers !== held || changes.more !== (search["more"] ?? "")) filter(changes);
  };
  const commitTyped = () => typed !== undefined && commit(typed);
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData("text");
    // An input of one line would join pasted lines.
    if (!/[\n\t]/.test(pasted)) return;
    event.preventDefault();
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    const from = selectionStart ?? value.length;
    const before = value.slice(0, from);
    const after = value.slice(selectionEnd ?? from);
    commit(`${before} ${pasted} ${after}`);
  };
  return (
    <SearchField
      aria-label="Order numbers"
      placeholder="Order numbers"
      title={`Enter or paste up to ${maxOrderNumbers} numbers, separated by commas, spaces or lines`}
      value={typed ?? writeNumbers(held)}
      onType={setTyped}
      onPaste={onPaste}
      onEnter={commitTyped}
      onBlur={commitTyped}
    />
  );
};
