import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { preferenceOperations, type SharedEntry } from "#contract/preferences.ts";
import { describeError } from "#web/api/error-advice.ts";
import {
  findSharedEntry,
  refreshPreferences,
  removeSharedEntry,
  shareEntry,
  sharedEntries,
} from "#web/api/preferences.ts";
import { session } from "#web/base/session.ts";
import { LockedButton, PermittedButton } from "./button.tsx";
import { ConfirmLater } from "./confirm-later.tsx";
import { notify } from "./notify.ts";

const look = { variant: "subtle", color: "gray", size: "xs" } as const;

/** An entry as it is shared, and how texts name it: view “Late”. */
interface Entry {
  readonly name: string;
  readonly value: unknown;
  readonly label: string;
}

interface TeamEntries {
  readonly entries: readonly SharedEntry[];
  /** Of the panel. */
  readonly onTurn: (opened: boolean) => void;
  /** Shares an entry; asks first if it would replace another one. */
  readonly share: (entry: Entry) => void;
  readonly askRemoval: (entry: Pick<Entry, "name" | "label">) => void;
  /** To be rendered outside of the panel, which closes when a dialog opens. */
  readonly question: ReactNode;
}

const attempt = async (work: () => Promise<void>, failed: string): Promise<void> => {
  try {
    await work();
  } catch (error) {
    notify(`${failed}. ${describeError(error).text}`);
  }
};

/** What the team shares in a list, and how to change it. Loaded when its panel opens, with what the person saved. */
export const useTeamEntries = (list: string): TeamEntries => {
  const [isWanted, setIsWanted] = useState(false);
  const { data: entries = [] } = useQuery({ ...sharedEntries(list), enabled: isWanted });
  const [question, setQuestion] = useState<ReactNode>(null);
  const ask = (title: string, text: string, label: string, act: () => void) => {
    const close = () => setQuestion(null);
    const onChoose = () => {
      close();
      act();
    };
    setQuestion(
      <ConfirmLater title={title} choices={[{ label, kind: "danger", onChoose }]} onCancel={close}>
        <p>{text}</p>
      </ConfirmLater>,
    );
  };
  return {
    entries,
    question,
    onTurn: (opened) => {
      if (!opened) return;
      setIsWanted(true);
      // A list that was changed elsewhere since would be overwritten.
      void refreshPreferences();
    },
    share: ({ name, value, label }) => {
      const send = async () => {
        await shareEntry(list, name, value);
        notify(`Shared with the team: ${label}`);
      };
      const compare = async () => {
        const known = (await findSharedEntry(list, name))?.value;
        if (known === undefined || JSON.stringify(known) === JSON.stringify(value)) await send();
        else
          ask(
            `Replace the team's ${label}?`,
            "The team already shares another one with this name.",
            "Replace for everyone",
            () => void attempt(send, `Couldn't share ${label}`),
          );
      };
      void attempt(compare, `Couldn't share ${label}`);
    },
    askRemoval: ({ name, label }) =>
      ask(
        `Remove ${label} for everyone?`,
        "It is removed from the team. Those who saved it for themselves keep it.",
        "Remove for everyone",
        () =>
          void attempt(async () => {
            await removeSharedEntry(list, name);
            notify(`Removed for everyone: ${label}`);
          }, `Couldn't remove ${label}`),
      ),
  };
};

interface ShareButtonProps {
  label: string;
  /** Why it can't be shared, apart from the person's role. */
  why?: string | undefined;
  onClick: () => void;
}

/** Shares what a person has saved. Without sign-in, it belongs to everyone already. */
export const ShareButton = ({ label, why, onClick }: ShareButtonProps) => {
  if (!session.get().person) return null;
  const name = `Share with team: ${label}`;
  return why === undefined ? (
    <PermittedButton
      {...look}
      permission={preferenceOperations.saveShared}
      aria-label={name}
      onClick={onClick}
    >
      Share with team
    </PermittedButton>
  ) : (
    <LockedButton {...look} why={why} aria-label={name}>
      Share with team
    </LockedButton>
  );
};

/** Removes what the team shares. */
export const UnshareButton = ({ label, onClick }: Omit<ShareButtonProps, "why">) => (
  <PermittedButton
    {...look}
    permission={preferenceOperations.removeShared}
    aria-label={`Remove for everyone: ${label}`}
    onClick={onClick}
  >
    Remove for everyone
  </PermittedButton>
);

/** Who shared an entry; nothing without sign-in. */
export const SharedBy = ({ sharedBy }: Pick<SharedEntry, "sharedBy">) =>
  sharedBy ? <span className="faint">Shared by {sharedBy}</span> : null;

/** For whom something is saved. */
export const ownedWords = (): string =>
  session.get().person
    ? "for you, on all your computers"
    : "for everyone who uses this installation";
