import { Kbd } from "@mantine/core";

/** A key beside the text of its button, on a screen with a keyboard. */
export const KeyHint = ({ children }: { children: string }) => (
  <Kbd className="key-hint" aria-hidden="true">
    {children}
  </Kbd>
);
