import { afterEach } from "vitest";
import { queryClient } from "#web/api/query-client.ts";
import { pageState } from "#web/base/page-state.ts";
import { servedOperations } from "#web/base/served.ts";
import { session } from "#web/base/session.ts";
import { signInScreen } from "#web/base/shell-stores.ts";

/*
 * Runs before each file of tests that have a browser's storage. Files share their worker's modules: each begins without
 * a person, with empty storage and an empty page, whatever the files before it left behind. A request that the test doesn't answer, like one
 * in the background, fails: the browser's document would send it to a port of this machine.
 */
globalThis.fetch = () => Promise.reject(new TypeError("A test has no network"));
globalThis.localStorage?.clear();
globalThis.sessionStorage?.clear();
globalThis.document?.body.replaceChildren();
session.set(pageState.session);
signInScreen.set(null);
queryClient.clear();
afterEach(() => servedOperations.set({}));
