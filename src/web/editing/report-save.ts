import { useRouter } from "@tanstack/react-router";
import { formatCount } from "#web/base/format.ts";
import { notify } from "#web/kit/notify.ts";
import type { PhaseKind } from "./editing.ts";
import type { SaveKind } from "./save-machine.ts";
import { readScreen, type SavePlace } from "./waiting-saves.ts";

/** How a save can end without being known to be saved. */
const unsavedWords: Readonly<Partial<Record<SaveKind, string>>> = {
  unread: "wasn't saved",
  refused: "wasn't saved",
  // A part of it may have been.
  conflict: "wasn't saved completely. Open it and choose what to keep.",
  lost: "wasn't saved",
  unknown: "may not have been saved. Open it and check.",
};

/**
 * Returns a function to be called when a save starts. It returns one to be called if the save ends after its screen was
 * left: a save that wasn't saved is announced, with the offer to open its place, by default the present screen. `words` follow
 * the title of the place; by default they are those of a save that changes a record.
 */
export const useReportUnsaved = () => {
  const router = useRouter();
  return (place?: SavePlace) => {
    const { title, path } = place ?? {
      title: readScreen().title,
      path: router.state.location.href,
    };
    return (kind: SaveKind, words = unsavedWords[kind]): void => {
      const act = () => router.history.push(path);
      if (words) notify(`${title} ${words}`, { label: "Open", act });
    };
  };
};

const whys: Readonly<Partial<Record<SaveKind | PhaseKind, string>>> = {
  reading: "Saving your changes",
  holding: "Saving your changes",
  sending: "Saving your changes",
  unknown: "Check the status of the last save first",
  waiting: "Waiting to be sent",
  conflict: "Resolve the conflict first",
};

/** Explains why saving is not possible now; undefined if it is. */
export const whyNotSaved = (
  kind: SaveKind | PhaseKind,
  dirty: boolean,
  problems: number,
): string | undefined => {
  if (kind in whys) return whys[kind];
  // An empty form always has problems; they are hidden until a person types something.
  if (!dirty) return "No unsaved changes";
  return problems > 0 ? `Correct ${formatCount(problems, "field")} first` : undefined;
};

/** Notifies the person of a completed save. `found`: its answer was lost, and a check found the changes. */
export const notifySaved = (words: string, found: boolean): void =>
  notify(found ? "Changes saved" : words);
