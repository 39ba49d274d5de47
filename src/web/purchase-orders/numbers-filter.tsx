import { TextInput } from "@mantine/core";
import { type ClipboardEvent, type FormEvent, useState } from "react";
import { maxOrderNumbers } from "#contract/purchase-orders.ts";
import { useListSearch } from "#web/ui/list-search.ts";
import { parseNumbers, writeNumbers } from "#web/ui/order-numbers.ts";

/** Order numbers, typed or pasted as any text; they are applied on Enter, or when the field is left. */
export const NumbersFilter = () => {
  const { search, filter } = useListSearch();
  const held = search["poNumbers"] ?? "";
  const [typed, setTyped] = useState<string>();
  const commit = (text: string) => {
    setTyped(undefined);
    const { numbers, beyond } = parseNumbers(text);
    const changes = { poNumbers: numbers.join(","), more: beyond.join(",") };
    if (changes.poNumbers !== held) filter(changes);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (typed !== undefined) commit(typed);
  };
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
    <form onSubmit={onSubmit} className="list__search">
      <TextInput
        type="search"
        className="filter filter--search"
        aria-label="Order numbers"
        placeholder="Order numbers"
        title={`Enter or paste up to ${maxOrderNumbers} numbers, separated by commas, spaces or lines`}
        aria-keyshortcuts="/"
        value={typed ?? writeNumbers(held)}
        onChange={(event) => setTyped(event.target.value)}
        onPaste={onPaste}
        onBlur={() => typed !== undefined && commit(typed)}
      />
    </form>
  );
};
