import { notLoaded } from "#web/kit/create-later.tsx";
import { notify } from "#web/kit/notify.ts";

type Module = typeof import("./save-rules.ts");

/** The code of the rule editor's files, loaded when rules are downloaded. */
const withCode = (act: (code: Module) => void): void =>
  void import("./save-rules.ts").then(act, () => notify(notLoaded));

/** Downloads rules as one file, with the names of everything they refer to, and says which of them it can't contain. */
export const saveRules = (...args: Parameters<Module["saveRules"]>): void =>
  withCode((code) => void code.saveRules(...args));

/** Downloads all fields, comparators and actions with their IDs. */
export const saveCatalog: Module["saveCatalog"] = (...args) =>
  withCode((code) => code.saveCatalog(...args));
