import { useEffect, useState } from "react";
import { useListSearch } from "#web/ui/list-search.ts";

/** The text of the search field: searched at once, and written to the address when typing pauses or ends. */
export const useTypedSearch = () => {
  const { search, retype } = useListSearch();
  const held = search["q"] ?? "";
  const [typed, setTyped] = useState<{ text: string; over: string }>();
  const text = typed?.over === held ? typed.text : held;
  useEffect(() => {
    if (text === held) return;
    const timer = setTimeout(() => retype({ q: text, exact: "" }), 400);
    return () => clearTimeout(timer);
  }, [text, held, retype]);
  return {
    text,
    typing: text !== held,
    type: (next: string) => setTyped({ text: next, over: held }),
    /** Writes the text to the address at once, because a row may be opened next and the way back must show the search. */
    leave: () => {
      if (text !== held) retype({ q: text, exact: "" });
    },
  };
};
