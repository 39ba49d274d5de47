/** The search field of the screen, to which “/” moves the focus; undefined while none is visible. */
export const findScreenSearch = (): HTMLInputElement | undefined =>
  [
    ...document.querySelectorAll<HTMLInputElement>('#main [type=search][aria-keyshortcuts="/"]'),
  ].find((field) => field.getClientRects().length > 0);
