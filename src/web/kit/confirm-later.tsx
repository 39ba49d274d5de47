import type { ComponentProps } from "react";
import type { ConfirmDialog } from "./confirm-dialog.tsx";
import { createLater } from "./create-later.tsx";

const { Later } = createLater(async () => (await import("./confirm-dialog.tsx")).ConfirmDialog);

/** `ConfirmDialog`, for the parts of a main screen: the code of dialogs loads when it opens. */
export const ConfirmLater = (props: ComponentProps<typeof ConfirmDialog>) => (
  <Later {...props} onFail={props.onCancel} />
);
