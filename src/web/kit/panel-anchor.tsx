import { type RefCallback, useLayoutEffect } from "react";

interface PanelAnchorProps {
  opener: HTMLElement;
  ref?: RefCallback<HTMLElement> | undefined;
}

/** Places a panel or menu at its button, which is rendered elsewhere, because it is shown before their code loads. */
export const PanelAnchor = ({ opener, ref }: PanelAnchorProps) => {
  useLayoutEffect(() => void ref?.(opener), [opener, ref]);
  return null;
};
