import type { ComponentProps } from "react";
import type { ConfirmDialog } from "./dialog.tsx";
import { later } from "./later.tsx";

const Later = later(async () => (await import("./dialog.tsx")).ConfirmDialog);

/** `ConfirmDialog`, for the parts of a main screen: the code of dialogs loads when it opens. */
export const ConfirmLater = (props: ComponentProps<typeof ConfirmDialog>) => (
  <Later {...props} onFail={props.onCancel} />
);
