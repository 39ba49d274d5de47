import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useMemo, useRef, useState } from "react";
import { mappingRuleOperations } from "#contract/mapping-rules.ts";
import { mappingSetOperations } from "#contract/mapping-sets.ts";
import type { Permission } from "#contract/people.ts";
import { receivedOrderOperations } from "#contract/received-orders.ts";
import { webhookOperations } from "#contract/webhooks.ts";
import { whyForbidden } from "#web/base/session.ts";
import { schemes } from "#web/base/color-scheme.ts";
import { setSettings, type Settings } from "#web/base/settings.ts";
import { describeError } from "#web/api/error-advice.ts";
import { purchaseOrderList } from "#web/api/purchase-orders.ts";
import { rmaList } from "#web/api/rmas.ts";
import { isUnserved } from "#web/base/api-error.ts";
import { actionSources, availableActions } from "#web/base/screen-actions.ts";
import { useValue } from "#web/base/value-store.ts";
import { numbersToRequest } from "#web/records/order-numbers.ts";
import { productSearchFocus } from "#web/base/last-channel.ts";
import { recentRecords } from "#web/records/recent-records.ts";
import { toRecordNumbers } from "#web/records/record-numbers.ts";
import {
  actionOptions,
  paletteGroups,
  type PaletteScreen,
  type PaletteStock,
  recentOptions,
  screenOptions,
} from "./palette-groups.ts";
import {
  knownRecords,
  type NumberedKind,
  type PaletteAct,
  type PaletteOption,
} from "./palette-options.ts";
import { useProducts } from "./find-products.ts";

const open = (
  label: string,
  path: string,
  words: string,
  permission?: Permission,
): PaletteOption => ({
  id: path,
  label,
  detail: "",
  words,
  act: { kind: "open", path },
  locked: permission && whyForbidden(permission),
});

const schemeNames: Readonly<Record<Settings["scheme"], string>> = {
  light: "Use light colors",
  dark: "Use dark colors",
  auto: "Use the system's colors",
};

const consoleActions = (): readonly PaletteOption[] => [
  open("Create mapping rule", "/mapping-rules/new", "new", mappingRuleOperations.saveMappingRule),
  open("Create mapping set", "/mapping-sets/new", "new", mappingSetOperations.createMappingSet),
  open("Create webhook", "/webhooks?new=1", "new", webhookOperations.createWebhookConfiguration),
  open(
    "Receive orders",
    "/received-orders",
    "retrieve import",
    receivedOrderOperations.receiveOrders,
  ),
  open("Import mapping rules", "/mapping-rules/import", "json file"),
  open("Show the rule reference", "/mapping-rules/reference", "help fields comparators"),
  ...schemes.map((scheme): PaletteOption => ({
    id: `scheme ${scheme}`,
    label: schemeNames[scheme],
    detail: "",
    words: "theme mode colours switch scheme",
    act: { kind: "run", run: () => setSettings({ scheme }) },
  })),
];

interface Numbered {
  readonly noun: string;
  readonly plural: string;
  /** The filter of its list. */
  readonly filter: string;
  /** The same request as that of the list for this number, so that the list finds the response in the cache. */
  readonly read: (
    cache: QueryClient,
    number: string,
  ) => Promise<{ readonly value: readonly { readonly id?: number | null | undefined }[] }>;
}

const numbered: Readonly<Record<NumberedKind, Numbered>> = {
  rmas: {
    noun: "RMA",
    plural: "RMAs",
    filter: "rmaNumbers",
    read: (cache, number) => {
      const rmaNumbers = toRecordNumbers(number, "RMA");
      return cache.fetchQuery(rmaList({ rmaNumbers, pageNumber: 1, pageSize: 50 }));
    },
  },
  "purchase-orders": {
    noun: "purchase order",
    plural: "purchase orders",
    filter: "poNumbers",
    read: (cache, number) => {
      const page = { filterPageNumber: 1, filterPageSize: 50 };
      return cache.fetchQuery(purchaseOrderList({ poNumbers: numbersToRequest(number), ...page }));
    },
  },
};

/** Finds a record by number with one request: the address of the record, or of the list if there are several. */
const findByNumber = async (
  cache: QueryClient,
  kind: NumberedKind,
  number: string,
): Promise<{ readonly path: string } | { readonly problem: string }> => {
  const { noun, plural, filter, read } = numbered[kind];
  try {
    const { value } = await read(cache, number);
    const [first] = value;
    if (!first?.id) return { problem: `No ${noun} has the number ${number}.` };
    return value.length === 1
      ? { path: `/${kind}/${first.id}` }
      : { path: `/${kind}?${filter}=${encodeURIComponent(number)}` };
  } catch (error) {
    return isUnserved(error)
      ? { problem: `The API doesn't offer a list of ${plural}. Open the record by its ID.` }
      : { problem: `Couldn't search ${plural}. ${describeError(error).text}` };
  }
};

export interface PaletteProps {
  screens: readonly PaletteScreen[];
  /** The mapping rules stored in this browser. */
  rememberedRules: () => Promise<readonly { readonly rule: unknown }[]>;
  /** Searched for when the palette opens; empty for nothing. */
  initialText: string;
  onClose: () => void;
}

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
  readonly finding?: string;
}

const isLocal = (title: string | undefined): boolean => title !== undefined && title !== "Records";

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
