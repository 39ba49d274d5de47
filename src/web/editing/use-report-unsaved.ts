import { useRouter } from "@tanstack/react-router";
import { notify } from "#web/kit/notify.ts";
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
