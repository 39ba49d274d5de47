import { useId, useState } from "react";

/**
 * The button of a panel or menu whose code loads later: its properties, and what the panel needs once it is opened.
 * `prepare` loads the code when a person is about to open it.
 */
export const usePanelOpener = (
  kind: "dialog" | "menu",
  prepare: () => Promise<void>,
  onTurn?: (opened: boolean) => void,
) => {
  const id = useId();
  const [opened, setOpened] = useState(false);
  const [opener, setOpener] = useState<HTMLButtonElement | null>(null);
  const turn = (next: boolean) => {
    setOpened(next);
    onTurn?.(next);
  };
  const close = () => turn(false);
  // A failure is reported when it opens.
  const startLoading = () => void prepare().catch(() => undefined);
  const button = {
    ref: setOpener,
    id,
    "aria-haspopup": kind,
    "aria-expanded": opened,
    "aria-controls": opened ? `${id}-dropdown` : undefined,
    onPointerEnter: startLoading,
    onFocus: startLoading,
    onClick: () => turn(!opened),
  } as const;
  const panel = opened && opener && ({ opener, id, onClose: close, onFail: close } as const);
  return { button, panel, open: () => turn(true), close };
};
