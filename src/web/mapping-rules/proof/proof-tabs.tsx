import { UnstyledButton } from "@mantine/core";
import type { KeyboardEvent } from "react";

interface ProofTabsProps<T extends string> {
  id: string;
  label: string;
  tabs: readonly { readonly tab: T; readonly label: string }[];
  current: T;
  onChoose: (tab: T) => void;
}

const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/** Tabs of one panel: Tab reaches the chosen one, arrows choose another. */
export const ProofTabs = <T extends string>({
  id,
  label,
  tabs,
  current,
  onChoose,
}: ProofTabsProps<T>) => {
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    const at = tabs.findIndex(({ tab }) => tab === current);
    const next = tabs[steps[event.key]?.(at, tabs.length) ?? -1];
    if (!next) return;
    event.preventDefault();
    onChoose(next.tab);
    document.getElementById(`${id}-${next.tab}`)?.focus();
  };
  return (
    <div className="proof__tabs" role="tablist" aria-label={label}>
      {tabs.map(({ tab, label: name }) => (
        <UnstyledButton
          key={tab}
          role="tab"
          id={`${id}-${tab}`}
          className="proof__tab"
          aria-selected={tab === current}
          aria-controls={`${id}-panel`}
          tabIndex={tab === current ? 0 : -1}
          onClick={() => onChoose(tab)}
          onKeyDown={onKeyDown}
        >
          {name}
        </UnstyledButton>
      ))}
    </div>
  );
};
