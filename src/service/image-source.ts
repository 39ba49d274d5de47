/**
 * Images that the service answers below `/images/` and that records name by an address of their own. The program
 * that starts the service supplies them; the service itself has none.
 */
export interface ImageSource {
  /** The image at a path below `/images/`; undefined if there is none. */
  find(path: string): { readonly body: string; readonly contentType: string } | undefined;
  /** Writes full addresses into a response's JSON; `folder` is the address of `/images`. */
  place(json: string, folder: string): string;
}

export const noImages: ImageSource = { find: () => undefined, place: (json) => json };
