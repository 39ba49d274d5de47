import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useMemo, useRef, useState } from "react";
import { productSearchFocus } from "#web/records/product-search-focus.ts";
import { recentRecords } from "#web/records/recent-records.ts";
import { actionSources, availableActions } from "#web/base/screen-actions.ts";
import { useValue } from "#web/base/value-store.ts";
import { consoleActions } from "./console-actions.ts";
import { findByNumber } from "./find-by-number.ts";
import { knownRecords } from "./known-records.ts";
import {
  actionOptions,
  paletteGroups,
  type PaletteScreen,
  type PaletteStock,
  recentOptions,
  screenOptions,
} from "./palette-groups.ts";
import type { PaletteAct, PaletteOption } from "./palette-option.ts";
import { useProducts } from "./use-products.ts";

export interface PaletteProps {
  screens: readonly PaletteScreen[];
  /** The mapping rules stored in this browser. */
  rememberedRules: () => Promise<readonly { readonly rule: unknown }[]>;
  /** Searched for when the palette opens; empty for nothing. */
  initialText: string;
  onClose: () => void;
}

/** The options that are known when the palette opens. */
const useStock = ({ screens, rememberedRules }: PaletteProps): Omit<PaletteStock, "actions"> => {
  const cache = useQueryClient();
  const router = useRouter();
  const [rules, setRules] = useState<readonly { readonly rule: unknown }[]>([]);
  useEffect(() => {
    rememberedRules().then(setRules, () => undefined);
  }, [rememberedRules]);
  const [atOnce] = useState(() => ({
    recent: recentOptions(recentRecords(), router.state.location.pathname),
    screens: screenOptions(screens),
    everywhere: consoleActions(),
  }));
  return useMemo(
    () => ({ ...atOnce, records: knownRecords(cache, rules) }),
    [atOnce, cache, rules],
  );
};

interface Typed {
  readonly text: string;
  /** The option that the user moved to; undefined: the first. */
  readonly active?: string | undefined;
  /** Why the chosen number was not found, or the chosen action is not allowed. */
  readonly problem?: string;
  /** The option whose request is in progress. */
  readonly finding?: string;
}

const isLocal = (title: string | undefined): boolean => title !== undefined && title !== "Records";

/** The state and the commands of an open palette. */
export const usePalette = (props: PaletteProps) => {
  const { onClose } = props;
  const cache = useQueryClient();
  const router = useRouter();
  const stock = useStock(props);
  const [typed, setTyped] = useState<Typed>({ text: props.initialText });
  const { text } = typed;
  const { rows, channel, isPending } = useProducts(text.trim());
  const sources = useValue(actionSources);
  const groups = useMemo(() => {
    const actions = actionOptions(availableActions(sources));
    return paletteGroups({ ...stock, actions }, { rows, channel }, text);
  }, [stock, sources, rows, channel, text]);
  const options = groups.flatMap((group) => group.options);
  const moved = options.find(({ id }) => id === typed.active);
  const active = moved ?? options[0];

  const open = (path: string, toSearch = false) => {
    onClose();
    router.history.push(path);
    if (toSearch) productSearchFocus.set(true);
  };
  // Typing, moving and closing cancel the search for a number.
  const turn = useRef(0);
  useEffect(() => {
    const turns = turn;
    return () => void (turns.current += 1);
  }, []);
  const find = async (option: PaletteOption, act: Extract<PaletteAct, { kind: "find" }>) => {
    const mine = (turn.current += 1);
    setTyped({ text, active: option.id, finding: option.label });
    const found = await findByNumber(cache, act.of, act.number);
    if (mine !== turn.current) return;
    if ("path" in found) open(found.path);
    else setTyped({ text, active: option.id, problem: found.problem });
  };
  const choose = (option: PaletteOption | undefined) => {
    if (option === undefined) return;
    if (option.locked !== undefined)
      return setTyped({ text, active: option.id, problem: option.locked });
    const { act } = option;
    if (act.kind === "open") return open(act.path, act.toSearch);
    if (act.kind === "find") return void find(option, act);
    onClose();
    // Runs after the palette has closed, so that it isn't printed and doesn't take the focus.
    setTimeout(act.run);
  };

  // Enter waits for the products of the text if they may come first.
  const wish = useRef(false);
  const isSettled = moved !== undefined || !isPending || isLocal(groups[0]?.title);
  useEffect(() => {
    if (!wish.current || !isSettled) return;
    wish.current = false;
    choose(active);
  });
  return {
    ...typed,
    groups,
    active,
    isPending,
    type: (next: string) => {
      wish.current = false;
      turn.current += 1;
      setTyped({ text: next });
    },
    move: (step: (at: number, last: number) => number) => {
      turn.current += 1;
      const at = active ? options.indexOf(active) : 0;
      setTyped({ text, active: options[step(at, options.length - 1)]?.id });
    },
    choose,
    enter: () => {
      if (isSettled) choose(active);
      else wish.current = true;
    },
  };
};
