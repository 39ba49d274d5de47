import { Button, type ButtonProps } from "@mantine/core";
import { type ComponentPropsWithRef, type ReactNode, useId, useState } from "react";
import { LockableButton } from "#web/kit/button.tsx";
import { trackBottomBar } from "#web/kit/track-bottom-bar.ts";
import "./save-bar.css";

interface DraftState {
  dirty: boolean;
  kept?: boolean | undefined;
  elsewhere?: boolean | undefined;
  /** A notice says that it was restored. */
  noticed?: boolean;
}

/** What a person should know about a draft: that it isn't stored, or that another tab edits it. */
const noteDraft = ({ dirty, kept = true, elsewhere = false }: DraftState): string | undefined => {
  if (!dirty) return undefined;
  if (!kept) return " This browser can't keep a draft. Save before you leave.";
  return elsewhere ? " Another tab edits this draft, too. The latest change counts." : undefined;
};

interface SaveButtonProps
  extends ButtonProps, Omit<ComponentPropsWithRef<"button">, keyof ButtonProps> {
  label: ReactNode;
  /** It looks disabled and keeps the focus. A click still counts: it may show the first problem. */
  locked: boolean;
}

const SaveButton = ({ label, locked, ...button }: SaveButtonProps) => (
  <Button variant="filled" aria-disabled={locked} data-disabled={locked} {...button}>
    {label}
  </Button>
);

interface SaveBarProps {
  save: SaveButtonProps;
  /** Saves, and goes on. */
  next?: SaveButtonProps | undefined;
  /** Why it cannot be saved now, or what to know about saving. */
  why: ReactNode;
  draft: DraftState;
  discard?: { label?: string; locked: boolean; onClick: () => void };
  /** More buttons. */
  children?: ReactNode;
  /** The result of the last save, and the next step. */
  outcome?: ReactNode;
  /** What the save changes, at the end. */
  figures?: ReactNode;
  /** Stays at the lower edge of the window. */
  stays?: boolean;
  /** Whether `why` is read out when it changes. */
  announces?: boolean;
}

/** Saves a draft, or discards it, and says why it can't be saved yet. */
export const SaveBar = ({
  save,
  next,
  why,
  draft,
  discard,
  children,
  outcome,
  figures,
  stays = false,
  announces = false,
}: SaveBarProps) => {
  const id = useId();
  // Only a stored draft differs from the record before anything is typed here.
  const [isRestored, setRestored] = useState(draft.dirty && !draft.noticed);
  if (isRestored && !draft.dirty) setRestored(false);
  return (
    <div
      className="save-bar"
      ref={stays ? trackBottomBar : undefined}
      data-stays={stays || undefined}
      data-save-area
    >
      {outcome && <div className="save-bar__outcome">{outcome}</div>}
      <div className="save-bar__line">
        <div className="save-bar__acts" role="group" aria-label="Saving">
          <SaveButton data-saves aria-describedby={id} {...save} />
          {next && <SaveButton aria-describedby={id} {...next} />}
          {discard && (
            <LockableButton locked={discard.locked} onClick={discard.onClick}>
              {discard.label ?? "Discard"}
            </LockableButton>
          )}
          {children}
        </div>
        <span className="save-bar__why" id={id} role={announces ? "status" : undefined}>
          {why}
          {isRestored && !why && "These changes are from your draft."}
          {noteDraft(draft)}
        </span>
        {figures}
      </div>
    </div>
  );
};
