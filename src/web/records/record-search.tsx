import { type ClipboardEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { maxRecordSearch } from "#contract/record-search.ts";
import type { FoundFrom } from "#web/api/record-search.ts";
import { formatAge, formatQuantity } from "#web/base/format.ts";
import { type SearchName, useListSearch } from "#web/base/list-search.ts";
import { useNow } from "#web/base/use-now.ts";
import { SearchField } from "#web/kit/fields.tsx";
import "./record-search.css";

const listed = /[,;|"\n\t]/;
const numbered = /^(?:(?:PO|FO|FR|TO|SPO|RMA|RTN)-\S*\d\S*|\d{1,6})$/i;

/** Whether a typed text is nothing but numbers of records, which the API finds itself. */
export const isNumberList = (text: string): boolean => {
  // A number that contains spaces is in quotes.
  const words = text
    .replaceAll(/"[^"]*"/g, (quoted) => quoted.replaceAll(/\s/g, ""))
    .split(/[\s,;|"]+/)
    .filter(Boolean);
  return (
    words.length > 0 &&
    words.every((word) => /\d/.test(word)) &&
    (listed.test(text.trim()) || words.every((word) => numbered.test(word)))
  );
};

interface RecordSearchProps {
  /** "Search orders". */
  label: string;
  /** The filter for numbers, which the API has: its value as text, and how a text of numbers changes the address. */
  numbers?: {
    readonly held: string;
    readonly read: (text: string) => Partial<Record<SearchName, string>>;
    /** The names of these filters. */
    readonly names: readonly SearchName[];
  };
}

/** The pause in typing after which a list is searched: a search for numbers costs the upstream a request. */
const pauseMs = 400;

/** The search field of a list, which searches while typing: numbers go to the API, all else to the gateway's copy. */
export const RecordSearch = ({ label, numbers }: RecordSearchProps) => {
  const { search, filter, retype } = useListSearch();
  const held = search["q"] ?? numbers?.held ?? "";
  const [typed, setTyped] = useState<string>();
  // What is typed further replaces the search before it, so that the way back leads to the list without one.
  const isSearching = useRef(false);
  const find = (text: string) => {
    const none = Object.fromEntries((numbers?.names ?? []).map((name) => [name, ""]));
    const changes =
      numbers && isNumberList(text)
        ? { q: "", ...numbers.read(text) }
        : { q: text.trim().slice(0, maxRecordSearch), ...none };
    const isNew = Object.entries(changes).some(
      ([name, value]) => (search[name as SearchName] ?? "") !== value,
    );
    if (!isNew) return;
    if (isSearching.current) retype({ page: "", ...changes });
    else filter(changes);
    isSearching.current = true;
  };
  const commit = (text: string) => {
    find(text);
    setTyped(undefined);
    isSearching.current = false;
  };
  const onPause = useEffectEvent(find);
  useEffect(() => {
    if (typed === undefined) return;
    const timer = setTimeout(() => onPause(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const commitTyped = () => typed !== undefined && commit(typed);
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData("text");
    // An input of one line would join pasted lines.
    if (numbers === undefined || !/[\n\t]/.test(pasted)) return;
    event.preventDefault();
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    const from = selectionStart ?? value.length;
    commit(`${value.slice(0, from)} ${pasted} ${value.slice(selectionEnd ?? from)}`);
  };
  return (
    <SearchField
      aria-label={label}
      placeholder="Number, customer, email, SKU, tracking"
      title={`${label} by number, customer, email, phone, SKU, item, tracking number or tag${numbers ? ". Paste a list of numbers to find them all" : ""}`}
      value={typed ?? held}
      onType={setTyped}
      onPaste={onPaste}
      onEnter={commitTyped}
      onBlur={commitTyped}
    />
  );
};

const describeFrom = ({ state, seenAt, total, hasMore }: FoundFrom, many: string, now: number) => {
  // Records that were changed since the last check may be older; what passed through is as old as it was seen.
  const at = Math.max(seenAt ?? 0, state.checkedAt ?? 0);
  if (state.phase === "off")
    return `Search by customer or item is off here. Search for ${many} by number, or ask an administrator.`;
  const age = at === 0 ? "" : `As of ${formatAge(at, now)}. `;
  const more = hasMore ? `More than ${formatQuantity(total)} ${many} match: add a word. ` : "";
  const rest = {
    loading: `Older ${many} are still being loaded, so some may be missing.`,
    unlisted: `Only ${many} that were opened here are found.`,
    ready: "",
  }[state.phase];
  return `${age}${more}${rest}`.trim();
};

interface FoundNoteProps {
  /** The answer with the rows; undefined while there is none, or if they are not from the copy. */
  from: FoundFrom | undefined;
  /** The records in the plural. */
  many: string;
}

/** How old found rows are, and what may be missing among them. */
export const FoundNote = ({ from, many }: FoundNoteProps) => {
  const now = useNow();
  const text = from && describeFrom(from, many, now);
  return (
    <p className="found-note" role="status">
      {text}
    </p>
  );
};
