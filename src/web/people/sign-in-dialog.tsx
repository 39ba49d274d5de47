import { Button } from "@mantine/core";
import type { MouseEvent } from "react";
import { Dialog } from "#web/ui/dialog.tsx";
import type { KnownSession } from "#web/api/session.ts";
import { signInAddress } from "./whole-window.tsx";

const address = signInAddress("/signed-in");

/** Opens a small window beside the form; where the browser blocks it, the link opens a tab. */
const openWindow = (event: MouseEvent) => {
  if (window.open(address, "supercargo-sign-in", "popup,width=480,height=680"))
    event.preventDefault();
};

interface SignInDialogProps extends Pick<KnownSession, "signIn"> {
  ending: "ended" | "administrator";
  onClose: () => void;
}

/** Asks to sign in again while a screen is open, without leaving it. */
export const SignInDialog = ({ signIn, ending, onClose }: SignInDialogProps) => (
  <Dialog
    title="Sign in again"
    onClose={onClose}
    foot={
      <>
        <Button onClick={onClose}>Not now</Button>
        <Button
          variant="filled"
          component="a"
          data-autofocus
          target="_blank"
          {...(signIn === "header"
            ? { href: "/signed-in" }
            : { href: address, onClick: openWindow })}
        >
          Sign in
        </Button>
      </>
    }
  >
    <p>
      {ending === "administrator" ? "An administrator ended your session." : "Your session ended."}{" "}
      Signing in opens a new window, and this page stays as it is. Save your unsaved changes after
      you sign in.
    </p>
    <p>If the status of a save is unknown, check it before you save again.</p>
  </Dialog>
);
