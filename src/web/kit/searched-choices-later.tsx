import { createLater } from "./create-later.tsx";

/** Choices with a search: their code comes with that of the panel around them. */
export const { Later: SearchedChoicesLater } = createLater(
  async () => (await import("./searched-choices.tsx")).SearchedChoices,
);
